"""A table that plays, as its peer has it."""
