"""What a person sees of the game: today the terminal command `acquire`, later the window.

Nothing in here decides a rule; it shows what `acquire_core` says.
"""
