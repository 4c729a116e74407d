"""Measure the engine, simulate games, reach a cluster, and look at this machine: what commands need beside a game."""
