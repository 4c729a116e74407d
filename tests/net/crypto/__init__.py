"""Tests of what the protocol proves with."""
