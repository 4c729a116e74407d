"""What there is to see, as plain immutable values: boards, score sheets, sentences. No pygame, no rich, no terminal.

Every screen draws these values, so what they say is tested without a window. English in here is ASCII, names of people aside.
"""
