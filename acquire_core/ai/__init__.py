"""Computer opponents: `make_bot(level, seed).choose(observation)`."""

from .bots import Bot, BotError, Considered, Decision, bot_named, make_bot, proper_name
from .levels import LEVELS, Level, LevelError, NoSuchBot, find_level
from .personalities import PERSONALITIES, Personality, PersonalityError

__all__ = ["LEVELS", "PERSONALITIES", "Bot", "BotError", "Considered", "Decision", "Level", "LevelError", "NoSuchBot",
           "Personality", "PersonalityError", "bot_named", "find_level", "make_bot", "proper_name"]
