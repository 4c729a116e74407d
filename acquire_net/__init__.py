"""Play without a host: two to six peers, of whom nobody is trusted with the bag.

What is true of a game is decided in acquire_core; here it is agreed on. `protocol/` is the machine that orders and proves what
happens, without sockets or clocks, `crypto/` is what it proves with, and `table` joins both to a game of Acquire. `transport` has
the links, `front` the open port before them, and `relay` joins those who cannot reach each other.
"""
