"""Computer opponents: `make_bot(level, seed).choose(observation)`, and reasons for what they find."""

from .bots import Bot, BotError, Considered, Decision, bot_named, make_bot, proper_name
from .explain import explain, reason_for
from .levels import LEVELS, Level, LevelError, NoSuchBot, find_level
from .personalities import PERSONALITIES, Personality, PersonalityError
from .templates import TEMPLATES, Explanation, sentence

__all__ = [
    "LEVELS", "PERSONALITIES", "TEMPLATES", "Bot", "BotError", "Considered", "Decision", "Explanation", "Level",
    "LevelError", "NoSuchBot", "Personality", "PersonalityError", "bot_named", "explain", "find_level", "make_bot",
    "proper_name", "reason_for", "sentence",
]
