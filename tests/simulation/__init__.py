"""Whole tables in one process under one seed: a virtual clock, and a network, disks and people that fail on purpose.

    pytest tests/simulation                               a few games of every kind
    pytest tests/simulation --ci                          400 games
    pytest -n 0 -s -m campaign tests/simulation           20,000 games, with progress
    python -m tests.simulation --seed 17                  one game again, exactly, as a failure prints it
    python -m tests.simulation --games 1000 --first 5000  many of them, with progress
    python -m tests.simulation --games 100 --kind crashes
"""
