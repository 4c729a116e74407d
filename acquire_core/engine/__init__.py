"""The compiled kernel, and the contract between C and Python.

Inside (`*.pxd`): structs and free functions, `nogil`, without strings, floats or allocation. They trust their
arguments. Outside: `game.Game`, the only door. It checks everything that comes from Python, turns actions into
`Act` structs and verdicts into `IllegalAction`, and never lets a pointer out. A refused action has changed nothing.
"""
