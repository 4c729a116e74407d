"""Acquire on the replicated log: the game, a seat with its journal, verification of journals, and reports of what went wrong."""
