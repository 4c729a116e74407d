"""The type of the fixture `count` of tests/conftest.py: how often a test tries, usually and with --ci."""

from collections.abc import Callable

Count = Callable[[int, int], int]
