"""Trouble at a table over the network that needs a page: what was claimed, what was proven, by whom, and where the evidence lies.

A cheat, a divergence, two games, a program that has stopped, or programs of different versions. Silence is never one of them:
who does not answer is absent, and the table says so in its line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from acquire_client.language import Words, message
from acquire_client.matches.evening import Evening
from acquire_client.view_model.wording import text_at_table, text_in
from acquire_client.view_model.words import TableNames, capitalised, printable
from acquire_net import PROTOCOLS_DIFFER, TABLE_DIFFERS, VERSIONS_DIFFER, Wording, events

CLAIMS: Mapping[str, str] = {
    "COMMIT": message("{name}'s program sent its part of a new key."),
    "OPEN": message("{name}'s program said: this is the key to which I had committed."),
    "SHUFFLE": message("{name}'s program said: this is the bag, mixed by me."),
    "PROOF": message("{name}'s program said: the bag that I have mixed has the same tiles as before."),
    "SHARES": message("{name}'s program said: this is my share of the masks on these tiles."),
    "DECIDE": message("{name}'s program sent this player's decision, and said: the rules allow it, and I hold the tiles for it."),
    "REMASK": message("{name}'s program said: these are the tiles of my hand under the new key."),
    "TAG": message("{name}'s program said: I have marked all tiles in the same way."),
    "RESULT": message("{name}'s program said: this is how the game has ended."),
    "ACK": message("{name}'s program said: this is the record of the game that I have."),
}
"""By the kind of the message that convicts a seat."""
OTHER_CLAIM = message("{name}'s program said what it knows of the record of the game.")


@dataclass(frozen=True, slots=True)
class TroublePart:
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class TroubleStory:
    """`without` is the seat without which the others can play on; None where there is none, or nothing is to be decided."""

    title: str
    parts: tuple[TroublePart, ...]
    without: int | None = None
    votes: bool = False
    """True if to play on without the seat takes votes."""
    can_go_on: bool = True


def trouble_story(event: events.PeerEvent, evening: Evening, words: Words) -> TroubleStory | None:
    """Return the page for this event; None where a line is enough."""
    match event:
        case events.PeerStopped(text):
            return _version_story(text, words)
        case _ if evening.match is None:
            return None
    names, mine = evening.match.names.in_language(words), evening.match.seat
    match event:
        case events.Caught(seat) if seat != mine:
            return _caught_story(event, names)
        case events.Disagreement(_, _, None):
            return _disagreement_story(event, names)
        case events.TableSplit():
            return _split_story(event, evening, names)
        case events.SeatStopped():
            return _stopped_story(event, names)
    return None


def _part(words: Words, head: str, text: str) -> TroublePart:
    return TroublePart(words.translate(head), text)


CLAIMED, PROVEN, BY_WHOM = message("What was claimed"), message("What was proven"), message("By whom")
EVIDENCE, NEXT = message("Where the evidence lies"), message("What follows")


def _caught_story(caught: events.Caught, names: TableNames) -> TroubleStory:
    words, name = names.words, names.seat(caught.seat)
    translate = words.translate
    return TroubleStory(translate("{name} has broken the rules of this table", name=name), (
        _part(words, CLAIMED, translate(CLAIMS.get(caught.claim, OTHER_CLAIM), name=name)),
        _part(words, PROVEN, translate("That is not so: {why}. The message is signed with {name}'s own key, so nobody else can "
                                       "have sent it. It may be a changed program instead of bad intent; the proof cannot tell.",
                                       name=name, why=text_at_table(names, caught.reason))),
        _part(words, BY_WHOM, translate("By your own program, from the messages of the table, behind step {block}. The programs "
                                        "of the others come to the same, each by itself.", block=caught.block)),
        _part(words, EVIDENCE, _evidence_text(caught.evidence, words)),
        _part(words, NEXT, translate("The programs go on without {name}. The tiles of that hand go back into the bag unseen, and "
                                     "what is on the board stays.", name=name)),
    ), caught.seat)


def _evidence_text(path: Path | None, words: Words) -> str:
    if path is None:
        return words.translate("The disk did not take it. The programs of the others have it too.")
    return words.translate("{path} · 'acquire verify' proves it on any machine.", path=printable(str(path)))


def _disagreement_story(event: events.Disagreement, names: TableNames) -> TroubleStory:
    seat, words = event.conviction.seat, names.words
    translate, name = words.translate, names.seat(seat)
    return TroubleStory(translate("Two programs have come to different positions"), (
        _part(words, CLAIMED, translate("{name}'s program and yours have the same record of the game up to step {block}, and "
                                        "each says that it leads to another position.", name=name, block=event.conviction.block)),
        _part(words, PROVEN, translate("Only that the two differ. One of the programs has a mistake or is another version, or it "
                                       "lies. Nobody is convicted of anything.")),
        _part(words, BY_WHOM, translate("By your own program. {name}'s program finds the same the other way round.", name=name)),
        _part(words, EVIDENCE, translate("{path} · Please send it to the people who make this program.",
                                         path=printable(event.report)) if event.report
              else translate("The disk did not take the report.")),
        _part(words, NEXT, translate("The game waits. If most of you have the same position, you can vote to go on without "
                                     "{name}; otherwise leave, and the journal keeps the game.", name=name)),
    ), seat, votes=True)


def _split_story(event: events.TableSplit, evening: Evening, names: TableNames) -> TroubleStory:
    words = names.words
    translate, begun = words.translate, evening.begun
    where = printable(str(begun.journal)) if begun is not None and begun.journal is not None else ""
    return TroubleStory(translate("There are two games of this table"), (
        _part(words, CLAIMED, translate("Each of two groups of players has a certificate that its game is the one that goes "
                                        "on.")),
        _part(words, PROVEN, translate("Both certificates hold: {why}. So at least one player has signed two different things.",
                                       why=text_at_table(names, event.reason))),
        _part(words, BY_WHOM, translate("By your own program, when the certificate of the others arrived.")),
        _part(words, EVIDENCE, translate("In the journal: {path}", path=where) if where
              else translate("In the journal of this table.")),
        _part(words, NEXT, translate("Compare the first characters of the record aloud. You can play on with those who have the "
                                     "same, or leave.")),
    ))


def _stopped_story(event: events.SeatStopped, names: TableNames) -> TroubleStory:
    words = names.words
    translate = words.translate
    return TroubleStory(translate("Your program has stopped at this table"), (
        _part(words, CLAIMED, translate("Nobody is accused. Your own program has met something that cannot be.")),
        _part(words, PROVEN, translate("{why}. The mistake is in this program, its memory or its disk.",
                                       why=capitalised(text_at_table(names, event.reason)))),
        _part(words, EVIDENCE, translate("{path} · Please send it to the people who make this program.",
                                         path=printable(event.report)) if event.report
              else translate("The disk did not take the report.")),
        _part(words, NEXT, translate("This seat says nothing more. Your keys stay on this machine, so a corrected program can "
                                     "return to the game. The others may go on without you.")),
    ), can_go_on=False)


def _version_story(text: str, words: Words) -> TroubleStory | None:
    """Return the page for two programs that do not fit, with both versions; None where the peer has another reason to stop."""
    if not isinstance(text, Wording) or text.pattern not in (PROTOCOLS_DIFFER, TABLE_DIFFERS, VERSIONS_DIFFER):
        return None
    translate, values = words.translate, text.values
    form = "{version}" if text.pattern == VERSIONS_DIFFER else "ACQ-MP/{version}"
    return TroubleStory(translate("These two programs do not fit together"), (
        TroublePart(translate("This machine"), form.format(version=values["mine"])),
        TroublePart(translate("The other machine"), form.format(version=values["theirs"])),
        TroublePart(translate("What to do"), capitalised(text_in(words, text)) + "."),
    ), can_go_on=False)
