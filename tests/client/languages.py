"""Compare what is shown in two languages."""

import re
from collections.abc import Callable, Sequence

from acquire_client.language import ENGLISH, Words
from tests.client.window.texts import english_words

GERMAN = Words("de")
FIGURE = re.compile(r"\d+(?:,\d{3})*[A-I]?\b")
GERMAN_FIGURE = re.compile(r"\d+(?:\.\d{3})*[A-I]?\b")
Tell = Callable[[Words], Sequence[str]]


def both(tell: Tell, may_be_same: Sequence[str] = ()) -> int:
    """Tell it in both languages and compare; how many sentences there were."""
    english, german = tell(ENGLISH), tell(GERMAN)
    assert len(english) == len(german)
    for one, other in zip(english, german, strict=True):
        if one in may_be_same:
            continue
        assert one != other, one
        assert not english_words(other), other
        assert not set("{}|") & set(other), other
        figures = [figure.replace(",", ".") for figure in FIGURE.findall(one)]
        assert sorted(figures) == sorted(GERMAN_FIGURE.findall(other)), (one, other)
    return len(english)
