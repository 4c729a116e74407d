"""Claims: who wants to go on without whom, and when that is a case against a seat (docs/spec/protocol.md, section 9).

A claim is an announcement. It makes nobody stop signing; only enough of them are a case, and a case lets an attempt begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from msgspec import Struct

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.messages import MAX_CASE_FRAMES, Claim, Kind
from acquire_net.protocol.quorum import is_case

FRESH_MS = 60_000
"""For so long a claim counts after it has arrived."""
GAP_MS = 10_000
"""Between two changes of one claim."""
MIN_ARRIVAL_GAP_MS = 5000
"""Between two changes of one claim that are taken: a change that comes sooner is sent again later. Links may delay the first."""
RENEW_MS = 45_000
MAX_NUMBER = (1 << 16) - 1


def claim_in(message: Signed) -> Claim:
    return cast(Claim, message.body)


def is_near(one: int, other: int) -> bool:
    """Return True if two seats may name these as their open blocks at one time: a seat is at most one block behind another."""
    return abs(one - other) <= 1


def case_against(target: int, claims: Iterable[Signed], live: Iterable[int], excused: frozenset[int]) -> bool:
    """Return True if these claims are enough to go on without a seat. Signatures must have been checked."""
    others = {seat for seat in live if seat != target and seat not in excused}
    why: dict[int, int] = {}
    for message in claims:
        body = claim_in(message)
        if body.target == target and body.holds and message.author in others:
            why[message.author] = max(body.why, why.get(message.author, 0))
    return is_case(len(others), missing=sum(reason > 0 for reason in why.values()), any_reason=len(why))


def readable_claims(frames: Iterable[bytes]) -> Iterator[Signed]:
    """Yield those frames of a case that are claims. Signatures are not looked at."""
    for frame in frames:
        try:
            message = decode_frame(frame)
        except MalformedError:
            continue
        if message.kind == Kind.CLAIM and not message.fault:
            yield message


def claims_against(target: int, case: Iterable[bytes]) -> tuple[tuple[int, int], ...]:
    """Return who wanted to go on without this seat, and why, as everybody can read it in the case of a certificate."""
    return tuple(sorted((claim.author, claim_in(claim).why) for claim in readable_claims(case)
                        if claim_in(claim).target == target))


def signed_claims(frames: Iterable[bytes], view: int, block: int, is_signed: Callable[[Signed], bool]) -> list[Signed]:
    """Return those frames of a case that are claims of this view near this block, signed by their authors."""
    return [message for message in readable_claims(frames)
            if message.view == view and is_near(message.block, block) and is_signed(message)]


class _Held(Struct):
    message: Signed
    arrived_ms: int


class Claims:
    """The newest claim of every author against every target in this view, and what this seat has to say itself."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._held: dict[tuple[int, int], _Held] = {}
        self._said_ms: dict[int, int] = {}
        """When this seat has last said something about a target, in any view."""
        self._passed_ms: dict[tuple[int, int], int] = {}

    @property
    def is_empty(self) -> bool:
        return not self._held

    def begin_view(self) -> None:
        """Forget all claims: they count in their view only."""
        self._held.clear()

    def offer_claim(self, message: Signed, now_ms: int) -> bool:
        """Keep a signed claim if it is newer than what is known; return True if it is."""
        body = claim_in(message)
        key = message.author, body.target
        known = self._held.get(key)
        if message.author == body.target or (known is not None and claim_in(known.message).number >= body.number):
            return False
        if known is not None and message.author != self.seat and now_ms - known.arrived_ms < MIN_ARRIVAL_GAP_MS:
            return False
        self._held[key] = _Held(message, now_ms)
        return True

    def may_pass_on(self, message: Signed, now_ms: int) -> bool:
        """Return True once in a while for each author and target: then this change is handed to the others."""
        key = message.author, claim_in(message).target
        if now_ms - self._passed_ms.get(key, -GAP_MS) < GAP_MS:
            return False
        self._passed_ms[key] = now_ms
        return True

    def is_taken_back(self, author: int, target: int) -> bool:
        """Return True if the newest claim of this author against the target says that it holds no more."""
        known = self._held.get((author, target))
        return known is not None and not claim_in(known.message).holds

    def fresh_claims(self, now_ms: int, block: int) -> list[Signed]:
        """Return the claims that count now."""
        return [held.message for _, held in sorted(self._held.items())
                if claim_in(held.message).holds and now_ms - held.arrived_ms < FRESH_MS and is_near(held.message.block, block)]

    @property
    def claim_frames(self) -> list[bytes]:
        """Return all that is known, for those who lack something of it."""
        return [held.message.frame for _, held in sorted(self._held.items())]

    @property
    def digest(self) -> bytes:
        """Return a digest of eight bytes of what is known here."""
        parts = (bytes((author, target)) + claim_in(held.message).number.to_bytes(2, "little")
                 for (author, target), held in sorted(self._held.items()))
        return digest("claims", *parts)[:8]

    def case_frames(self, targets: Iterable[int], now_ms: int, block: int) -> tuple[bytes, ...]:
        """Return the claims that count against these targets, for a SYNC or PROPOSE."""
        wanted = set(targets)
        found = [message for message in self.fresh_claims(now_ms, block) if claim_in(message).target in wanted]
        found.sort(key=lambda message: (claim_in(message).target, -claim_in(message).why, message.author))
        return tuple(message.frame for message in found[:MAX_CASE_FRAMES])

    # --- what this seat says

    def own_claim(self, target: int) -> Claim | None:
        """Return this seat's own claim against a target, if it holds."""
        held = self._held.get((self.seat, target))
        return claim_in(held.message) if held is not None and claim_in(held.message).holds else None

    def next_claim(self, target: int, why: int | None, now_ms: int, block: int) -> Claim | None:
        """Return what to say about a target: a new claim, the same once more, that it holds no more, or nothing.

        `why` is the reason that this seat has now, or None where it does not want to go on without the target.
        """
        held = self._held.get((self.seat, target))
        known = claim_in(held.message) if held is not None else None
        holds = known is not None and bool(known.holds)
        if now_ms - self._said_ms.get(target, -GAP_MS) < GAP_MS:
            return None
        number = 1 if known is None else known.number + 1
        if number > MAX_NUMBER:
            return None
        if why is None:
            if holds and held is not None and now_ms - held.arrived_ms < FRESH_MS:
                self._said_ms[target] = now_ms
                return Claim(target, cast(Claim, known).why, number, 0)
            return None
        is_old = held is None or now_ms - held.arrived_ms >= RENEW_MS or held.message.block not in (block, block - 1)
        if not holds or is_old or (cast(Claim, known).why > 0) != (why > 0):
            self._said_ms[target] = now_ms
            return Claim(target, why, number, 1)
        return None
