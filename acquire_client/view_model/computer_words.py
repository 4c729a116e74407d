"""What a computer player is called: its level and its style, and who has started it."""

from __future__ import annotations

from acquire_client.language import Words, message
from acquire_core.ai import LEVELS, PERSONALITIES

LEVEL_TITLES = {
    "random": message("0 Random"), "beginner": message("1 Beginner"), "casual": message("2 Casual"), "club": message("3 Club"),
    "strong": message("4 Strong"), "expert": message("5 Expert"), "master": message("6 Master"),
}
STYLE_TITLES = {
    "": message("plain"), "builder": message("builder"), "raider": message("raider"), "hoarder": message("hoarder"),
    "shadow": message("shadow"), "gambler": message("gambler"), "accountant": message("accountant"),
}
assert set(LEVEL_TITLES) == {level.name for level in LEVELS} and set(STYLE_TITLES) == {"", *(who.name for who in PERSONALITIES)}


def level_text(plays: str, words: Words) -> str:
    """Return level and style in words; empty for what is not one of ours, as another program may say anything.

    >>> from acquire_client.language import ENGLISH
    >>> level_text("strong/builder", ENGLISH), level_text("club", ENGLISH), level_text("chess", ENGLISH)
    ('level 4, builder', 'level 3', '')
    """
    level, _, style = plays.partition("/")
    if level not in LEVEL_TITLES or style not in STYLE_TITLES:
        return ""
    number = list(LEVEL_TITLES).index(level)
    shown = words.translate("level {number}", number=number)
    return f"{shown}, {words.translate(STYLE_TITLES[style])}" if style else shown


def computer_text(plays: str, beside: str, words: Words) -> str:
    """Return what a computer player is, as everybody at the table reads it.

    >>> from acquire_client.language import ENGLISH
    >>> computer_text("strong/builder", "Ben", ENGLISH)
    'computer player, level 4, builder, with Ben'
    """
    text = ", ".join(filter(None, (words.translate("computer player"), level_text(plays, words))))
    return words.translate("{computer}, with {name}", computer=text, name=beside) if beside else text
