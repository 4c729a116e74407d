"""The words of letters at a table over days: what stands above each, and what came of those that were read. The window and the
command say the same where both say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from acquire_client.language import ENGLISH, Words, message
from acquire_client.matches.letters import SortedLetters
from acquire_client.trouble import reason
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import capitalised, printable
from acquire_net import events

STRANGE_TABLE = message("a letter is for a table that is not on this computer")
IN_DOUBT = message("The saved table on this computer may be an old copy. So your seat signs nothing until all other players have "
                   "answered: send them your letters, and read those that they write after that.")
NOT_AWAKE = message("Your seat signs nothing yet: after its start this program must first see that its saved table is not an old "
                    "copy. The mailbox can show that, or a letter of another player, even one that you have read before.")
MAX_TROUBLES = 6
"""So many are said, and how many more there are."""
KILOBYTE = 1000


def letter_with_words(text: str, to: str, sender: str = "", words: Words = ENGLISH) -> str:
    """Return a letter with the words above it that say what it is, and how it is read."""
    to, sender = printable(to), printable(sender)
    head = words.translate("Acquire: a letter to {to}, for a table over days.", to=to)
    if sender:
        head = words.translate("Acquire: a letter to {to} from {sender}, for a table over days.", to=to, sender=sender)
    return "\n".join((
        head,
        words.translate("In the window: open the table, choose Letters, and paste this message."),
        words.translate("Or save it as a file and run: acquire mail import FILE"),
        words.translate("Only the program of {to} can read it. It may be quoted and wrapped.", to=to), "", text))


def whole_text(texts: Mapping[int, str], names: Sequence[str], sender: str = "", words: Words = ENGLISH) -> str:
    """Return letters to several seats as one text, which may go to all of them."""
    return "\n".join(letter_with_words(text, names[to], sender, words) for to, text in texts.items())


def size_text(text: str, count: int, words: Words) -> str:
    """Return how many letters there are in a text, and how long it is.

    >>> size_text("x" * 5230, 2, ENGLISH)
    '2 letters, 5.2 kB'
    """
    return words.translate("{count:letter|letters}, {size} kB", count=count,
                           size=words.number(max(0.1, len(text.encode()) / KILOBYTE), ".1f"))


def reading_lines(read: events.LettersRead, names: Sequence[str], words: Words) -> list[tuple[str, bool]]:
    """Return what came of letters, a sentence each, and True with those that are bad news."""
    lines: list[tuple[str, bool]] = []
    who = [printable(names[seat]) for seat in read.senders]
    if len(who) == 1:
        lines.append((words.translate("The letter of {name} is read.", name=who[0]) if read.has_news else
                      words.translate("The letter of {name} is read: nothing in it is new.", name=who[0]), False))
    elif who:
        lines.append((words.translate("The letters of {names:and} are read.", names=who) if read.has_news else
                      words.translate("The letters of {names:and} are read: nothing in them is new.", names=who), False))
    return lines + trouble_lines(read.troubles, words)


def sorting_lines(found: SortedLetters, words: Words) -> list[tuple[str, bool]]:
    """Return what else is in a text than letters that the seat reads."""
    lines = trouble_lines(found.troubles, words)
    if found.has_strange:
        lines.append((f"{capitalised(words.translate(STRANGE_TABLE))}.", True))
    return lines + [(words.translate("A letter is for another of your tables, that of {names:and}. Read it there.",
                                     names=[printable(name) for name in names]), True) for names in found.elsewhere]


def trouble_lines(troubles: Iterable[str], words: Words) -> list[tuple[str, bool]]:
    """Return each trouble once, as a sentence."""
    texts = [f"{capitalised(text_in(words, text)).removesuffix('.')}." for text in dict.fromkeys(troubles)]
    more = len(texts) - MAX_TROUBLES
    if more > 0:
        texts[MAX_TROUBLES:] = [words.translate("And {count:more letter cannot|more letters cannot} be read.", count=more)]
    return [(text, True) for text in texts]


def unreadable_file_text(path: Path, why: Exception, words: Words) -> str:
    """Return that a file cannot be read, and why."""
    return words.translate("'{path}' cannot be read: {why}.", path=printable(str(path)), why=reason(why, words))


def unwritten_file_text(folder: Path, why: Exception, words: Words) -> str:
    """Return that no file can be written into a folder, and why."""
    return words.translate("Nothing is saved in '{path}': {why}.", path=printable(str(folder)), why=reason(why, words))
