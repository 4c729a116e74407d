"""What was proven of a game over the network, in a few plain lines, and what these lines mean for people who ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from acquire_client.language import Words
from acquire_client.matches.evening import Evening
from acquire_client.matches.game_proofs import GameProofs
from acquire_client.view_model.words import TableNames
from acquire_net.events import DealStage

ProvenGame = Evening | GameProofs
"""Who knows what was proven of a game."""
HEAD_DIGITS = 4
"""So much of a fingerprint people compare at a table."""


class Standing(Enum):
    """How a line stands; the value is its mark."""

    GOOD = "✓"
    WAITS = "…"
    BAD = "!"


@dataclass(frozen=True, slots=True)
class FairLine:
    text: str
    standing: Standing


def fair_play_lines(game: ProvenGame, words: Words) -> tuple[FairLine, ...]:
    """Return what is proven now, by what this program has checked: shuffles, draws, and that all have the same record."""
    if game.match is None:
        return ()
    names = game.match.names.in_language(words)
    return (*_trouble_lines(game, names), *_shuffle_lines(game, words), *_draw_lines(game, words),
            *_head_lines(game, names))


def _trouble_lines(game: ProvenGame, names: TableNames) -> Iterator[FairLine]:
    for caught in game.caught:
        name = names.seat(caught.seat)
        yield FairLine(names.translate("{name} has broken the rules, and it is proven", name=name), Standing.BAD)
    for other in game.disagreements.values():
        yield FairLine(names.translate("{name}'s program has come to another position", name=names.seat(other.conviction.seat)),
                       Standing.BAD)


def _shuffle_lines(game: ProvenGame, words: Words) -> Iterator[FairLine]:
    deal, proofs = game.deal, game.proofs
    if deal.stage not in (DealStage.DONE, DealStage.DRAWING):
        done = len(deal.checked) if deal.stage is DealStage.PROVING else 0
        yield FairLine(words.translate("The bag is being mixed: {done} of {of} shuffles checked", done=done,
                                       of=len(deal.seats)), Standing.WAITS)
    elif proofs is not None and proofs.shuffles:
        yield FairLine(words.translate("{count:shuffle|shuffles} checked, none is missing", count=proofs.shuffles), Standing.GOOD)
    else:
        yield FairLine(words.translate("Nothing has been shuffled yet"), Standing.WAITS)


def _draw_lines(game: ProvenGame, words: Words) -> Iterator[FairLine]:
    proofs = game.proofs
    if proofs is None or not proofs.draws:
        yield FairLine(words.translate("No tile has been drawn yet"), Standing.WAITS)
    elif proofs.shown:
        yield FairLine(words.translate("{draws:draw|draws} and {shown:played tile|played tiles} proven", draws=proofs.draws,
                                       shown=proofs.shown), Standing.GOOD)
    else:
        yield FairLine(words.translate("{draws:draw|draws} proven", draws=proofs.draws), Standing.GOOD)


def _head_lines(game: ProvenGame, names: TableNames) -> Iterator[FairLine]:
    proofs, match = game.proofs, game.match
    if proofs is None or match is None:
        yield FairLine(names.translate("There is no record yet"), Standing.WAITS)
        return
    missing = [seat for seat in range(len(match.players)) if seat not in proofs.agreed and seat not in game.lost]
    head = proofs.head[:HEAD_DIGITS]
    if missing:
        who = [names.seat(seat) for seat in missing]
        yield FairLine(names.translate("{names:and} must still sign the record {head}", names=who, head=head), Standing.WAITS)
    else:
        yield FairLine(names.translate("Everybody has the same record: {head}", head=head), Standing.GOOD)


def fair_play_explained(game: ProvenGame, words: Words) -> tuple[str, ...]:
    """Return the lines once more, and what they mean, for people who have never heard of such proofs."""
    translate, proofs = words.translate, game.proofs
    lines = [
        *(f"{line.standing.value} {line.text}." for line in fair_play_lines(game, words)),
        translate("No program deals the tiles. All programs mix the bag one after the other, and each puts a mask on every tile. "
                  "Only all together can take the masks off."),
        translate("A shuffle is checked when its author has proven to this program that the same tiles are in the bag as before, "
                  "without showing where they lie. If one player mixes honestly, nobody knows the order."),
        translate("A draw is proven when every other program has opened its share of the mask, with a proof that it is the right "
                  "one. Then the tile is the one that lay there, and only its owner can see it. Nobody can choose it."),
        translate("A played tile is proven to have been in the hand that it came from."),
        translate("After each step every program signs a fingerprint of all that has happened. If the first characters are the "
                  "same on all screens, all have the same game: read them aloud and compare."),
    ]
    if proofs is not None:
        lines.append(translate("Up to now {blocks:step is|steps are} final. The fingerprint of the last one is {head}.",
                               blocks=proofs.blocks, head=head_text(proofs.head)))
    if game.phrase:
        lines.append(translate("Say these words aloud: {words}. If all have the same, nobody sits between you.",
                               words=" ".join(game.phrase)))
    lines.append(translate("What no proof prevents: players who tell each other their tiles, and anyone who looks at your "
                           "screen."))
    return tuple(lines)


def head_text(head: str) -> str:
    """Return a fingerprint as people compare it: sixteen digits in groups of four.

    >>> head_text("0123456789abcdef0123456789abcdef")
    '0123 4567 89ab cdef'
    """
    return " ".join(head[at:at + HEAD_DIGITS] for at in range(0, 16, HEAD_DIGITS))
