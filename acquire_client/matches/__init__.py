"""Matches that a screen plays: who sits where, whose answer is due, what came of it. No input, no output, no drawing."""
