"""A second reader of journals, written from docs/spec/protocol.md and not from the program: it shares no line with `acquire_net`.

It checks every signature, commitment and proof, computes every head and state hash, follows every view change by what its
certificate shows, and convicts every seat that has signed what no honest seat signs. What it needs of a curve it takes from
PyNaCl; what of a game, from the game itself.
"""

from tests.net.second_reader.curve import NUMBERS, SODIUM
from tests.net.second_reader.log import SecondReader

__all__ = ["NUMBERS", "SODIUM", "SecondReader"]
