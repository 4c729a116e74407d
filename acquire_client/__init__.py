"""What a person sees of the game: the window, and the command `acquire` in the terminal.

Nothing in here decides a rule; it shows what `acquire_core` says.
"""
