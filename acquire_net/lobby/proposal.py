"""The proposal of what to play: how it is changed, what has changed in words, and which table follows from it.

Of two proposals the one with the higher revision counts, then the one with the greater digest: all peers come to hold the same
one, whichever arrives first. Nobody owns it; what is played is what all have signed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto.hashing import digest
from acquire_net.errors import Wording
from acquire_net.lobby.messages import MAX_EXCLUDED, MAX_TABLE_PROPOSAL_BYTES, Presence, Proposal, Wants
from acquire_net.lobby.options import NOT_SET, check_options, checked_options, title_of, value_in_words
from acquire_net.lobby.table_spec import AdmissionError, SeatAt, TableSpec, read_table
from acquire_net.players.names import told_apart
from acquire_net.protocol.messages import MAX_SEATS

Judge = Callable[[TableSpec], object]
"""Raises AdmissionError if the rules of a table are not valid."""


class Held(Struct, frozen=True):
    """The proposal that counts here."""
    proposal: Proposal
    name: bytes
    """Its digest."""
    signed: bytes
    """The signed proposal as it is passed on."""

    @property
    def rank(self) -> tuple[int, bytes]:
        return self.proposal.revision, self.name


class Change(Struct, frozen=True):
    """A change that a person wants; a field that is None stays as it is."""
    rules: tuple[str, ...] | None = None
    options: Mapping[str, str] | None = None
    places: int | None = None
    order: tuple[bytes, ...] | None = None
    exclude: bytes | None = None
    accept: bytes | None = None
    """An excluded identity that may sit down again."""

    def apply_to(self, base: Proposal) -> Proposal:
        """Return the proposal with this change, unsigned. Raises AdmissionError with a sentence if that is not possible."""
        seated, excluded = base.seated, base.excluded
        if self.order is not None:
            seated = tuple(who for who in self.order if who in base.seated)
            seated += tuple(who for who in base.seated if who not in seated)
        if self.exclude is not None:
            seated = tuple(who for who in seated if who != self.exclude)
            excluded = with_excluded(excluded, [self.exclude])
        excluded = tuple(who for who in excluded if who != self.accept)
        places = base.places if self.places is None else self.places
        if not 2 <= places <= MAX_SEATS:
            raise AdmissionError(Wording("a table has 2 to {most} places, not {places}", most=MAX_SEATS, places=places))
        if places < len(seated):
            raise AdmissionError(Wording("{seated} are seated already: exclude a player before there are only {places} places",
                                         seated=len(seated), places=places))
        options = base.options if self.options is None else checked_options({**dict(base.options), **self.options})
        rules = base.rules if self.rules is None else self.rules
        return replace(base, rules=rules, options=options, places=places, seated=seated, excluded=excluded)


def with_excluded(excluded: Sequence[bytes], more: Sequence[bytes]) -> tuple[bytes, ...]:
    """Add to the excluded; where there are too many, forget the first."""
    return (*excluded, *(who for who in more if who not in excluded))[-MAX_EXCLUDED:]


def proposal_of(table: TableSpec, lost: Sequence[bytes] = (), excluded: Sequence[bytes] = (),
                left: Collection[bytes] = ()) -> Proposal:
    """Return the proposal that follows from a table that had begun, without the lost seats. It has no author yet."""
    seated = tuple(seat.identity for seat in table.seats if seat.identity not in lost)
    excluded = with_excluded([who for who in excluded if who not in seated], [who for who in lost if who not in left])
    return Proposal(0, b"", bytes(32), max(2, len(seated)), table.rules, table.options, seated, excluded, table.attempt)


def check(proposal: Proposal, judge: Judge) -> None:
    """Raise AdmissionError with a sentence if this program cannot play what is proposed."""
    check_options(proposal.options)
    try:
        data = msgspec.msgpack.encode(proposal)
        longest = len(msgspec.msgpack.encode(_with_all_keys(proposal)))
    except UnicodeEncodeError:
        raise AdmissionError(Wording("rules and options have to be text that every screen can show: these are not")) from None
    if longest > MAX_TABLE_PROPOSAL_BYTES:
        raise AdmissionError(Wording("a proposal of {longest} bytes, once all are seated; the longest has "
                                     "{most}: shorten the rules or the conventions",
                                     longest=longest, most=MAX_TABLE_PROPOSAL_BYTES))
    try:
        msgspec.msgpack.decode(data, type=Proposal)
    except msgspec.ValidationError as error:
        raise AdmissionError(Wording("this cannot be proposed: {error}", error=error)) from None
    judge(_with_anybody(proposal))


def _with_all_keys(proposal: Proposal) -> Proposal:
    """Return the proposal at the greatest length that seats and exclusions can give it."""
    return replace(proposal, revision=(1 << 32) - 1, before=bytes(64), seated=(bytes(32),) * MAX_SEATS,
                   excluded=(bytes(32),) * MAX_EXCLUDED)


def _with_anybody(proposal: Proposal) -> TableSpec:
    """Return a table of these rules with invented players on all places."""
    seats = tuple(SeatAt(*(bytes((number,)) * 32,) * 3, f"Player {number}") for number in range(1, proposal.places + 1))
    return TableSpec(seats, proposal.rules, proposal.options, proposal.attempt)


def shown_names(presences: Sequence[Presence]) -> dict[bytes, str]:
    """Return the names of the seated, in their order, made so that no two look alike."""
    names = told_apart(presence.name for presence in presences)
    return {presence.identity: name for presence, name in zip(presences, names, strict=True)}


def names_at(table: TableSpec | None, seated: Sequence[bytes], presences: Sequence[Presence]) -> dict[bytes, str]:
    """Return the names of players: those of the signed table where one has begun, else those that such a table would have."""
    there = {presence.identity: presence for presence in presences}
    if table is not None:
        names = {seat.identity: seat.name for seat in table.seats}
    else:
        names = shown_names([there[who] for who in seated if who in there and there[who].wants == Wants.PLAY])
    others = [presence for presence in presences if presence.identity not in names]
    shown = told_apart([*names.values(), *(presence.name for presence in others)])[len(names):]
    return names | {presence.identity: name for presence, name in zip(others, shown, strict=True)}


def table_of(held: Held, presences: Sequence[Presence], judge: Judge) -> TableSpec:
    """Return the table that follows from a proposal. Raises MalformedError or AdmissionError if it is not a valid table.

    Its nonces include the proposal's digest: if a table is proposed again, it is a different table, and no signature under the
    first counts for it."""
    names, proposal = shown_names(presences), held.proposal
    seats = tuple(SeatAt(each.identity, each.curve, digest("fresh", each.nonce, held.name)[:32], names[each.identity],
                         each.computer) for each in presences)
    table = read_table(msgspec.msgpack.encode(TableSpec(seats, proposal.rules, proposal.options, proposal.attempt)))
    judge(table)
    return table


def who_moved(old: Proposal, new: Proposal, name_of: Callable[[bytes], str]) -> tuple[str, ...]:
    """Return, in words, who takes a seat and who has given one up. The program of the first seat does this by itself."""
    return (*(Wording("{name} takes a seat", name=name_of(who)) for who in new.seated if who not in old.seated),
            *(Wording("{name} has no seat any more", name=name_of(who)) for who in old.seated
              if who not in new.seated and who not in new.excluded))


def _in_words(rules: Sequence[str]) -> str:
    """Return the rules of a table on one line: the name first."""
    return "; ".join([rules[0].removeprefix("ruleset "), *rules[1:]])


def what_changed(old: Proposal | None, new: Proposal, name_of: Callable[[bytes], str]) -> tuple[str, ...]:
    """Return what has changed, in words for people: one line for each thing."""
    if old is None:
        return (Wording("a table for {places}", places=new.places),)
    words = [*who_moved(old, new, name_of)]
    words += [Wording("{name} is excluded", name=name_of(who)) for who in new.excluded if who not in old.excluded]
    words += [Wording("{name} is no longer excluded", name=name_of(who)) for who in old.excluded if who not in new.excluded]
    both = [who for who in old.seated if who in new.seated]
    if both != [who for who in new.seated if who in old.seated]:
        words.append(Wording("the order is {names}", names=', '.join(map(name_of, new.seated))))
    if old.places != new.places:
        words.append(Wording("{places} places instead of {before}", places=new.places, before=old.places))
    gone, come = ([line for line in one.rules if line not in other.rules] for one, other in ((old, new), (new, old)))
    if gone or come:
        words.append(Wording("the rules are {rules} instead of {before}", rules=_in_words(new.rules), before=_in_words(old.rules))
                     if old.rules[:1] != new.rules[:1]
                     else Wording("other rules: {lines}", lines='; '.join([*(f'not {line}' for line in gone), *come])))
    before, after = dict(old.options), dict(new.options)
    words += [Wording("{option} is {value} instead of {before}", option=title_of(name),
                      value=value_in_words(name, after.get(name, NOT_SET)),
                      before=value_in_words(name, before.get(name, NOT_SET)))
              for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    if old.attempt != new.attempt:
        words.append(Wording("attempt {number}", number=new.attempt))
    return tuple(words)
