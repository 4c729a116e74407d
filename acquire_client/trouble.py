"""What went wrong, in the language of a person: complaints are texts with values; what the system and records say is looked up.

English tells all that an error says. Other languages tell what is known of it as data: the system's number, the line of a record.
"""

from __future__ import annotations

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.moves import move_text
from acquire_client.view_model.system_errors import system_error_text
from acquire_client.view_model.words import printable
from acquire_core import IllegalAction
from acquire_core.record import RecordError


class TranslatedError(Exception):
    """A text of the catalogue and its values, which may be errors themselves. As a string it is English.

    >>> str(TranslatedError("Turn {turn}", turn=3)), TranslatedError("Turn {turn}", turn=3).in_language(Words("de"))
    ('Turn 3', 'Zug 3')
    """

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(text)
        self.text, self.values = text, values

    def in_language(self, words: Words) -> str:
        values = {name: reason(value, words) if isinstance(value, Exception) else value for name, value in self.values.items()}
        return words.translate(self.text, **values)

    def __str__(self) -> str:
        return self.in_language(ENGLISH)


def reason(error: Exception, words: Words) -> str:
    """Return what an error says, in some language; a sentence without a full stop."""
    if isinstance(error, TranslatedError):
        return error.in_language(words)
    if words.language == ENGLISH.language:
        return printable(str(getattr(error, "strerror", None) or error))
    match error:
        case OSError():
            return system_error_text(error.errno or 0, words)
        case RecordError(line=None):
            return words.translate("the file holds no record that this program can read")
        case RecordError():
            return words.translate("the file holds no record that this program can read: line {line} is wrong", line=error.line)
        case IllegalAction():
            return ": ".join(filter(None, (move_text(error.action, words), words.translate(error.reason.value))))  # type: ignore[arg-type]
    return words.translate(str(error))
