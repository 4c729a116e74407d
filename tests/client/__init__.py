"""What a person sees: the command `acquire`, and the view model behind it."""
