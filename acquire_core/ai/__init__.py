"""Computer opponents: `make_bot(level, seed).choose(observation)`."""

from .bots import Bot, BotError, Considered, Decision, make_bot
from .levels import LEVELS, Level, LevelError, find_level

__all__ = ["LEVELS", "Bot", "BotError", "Considered", "Decision", "Level", "LevelError", "find_level", "make_bot"]
