"""Several seats answer at once: each commits to its answer, and when all commitments are final, all are opened
(docs/spec/protocol.md, section 4).

Final commitments are part of the state until they are opened. They survive the loss of a seat and the new deck after it, so
nobody answers again with knowledge of what others have opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto.hashing import digest, encode_number
from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.dealing import check_openings, find_places, make_openings, without_opened
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.sealed_game import AskAnswers, RefusedError
from acquire_net.protocol.state import Commitments, InvalidContributionError, InvariantError, Reader, Secrets, State, Step

NONCE_BYTES = 32


def commitment_to_answer(state: State, sealed: Commitments, author: int, action: bytes, nonce: bytes) -> bytes:
    """Return what binds an author to an answer, in the place of these commitments."""
    return digest("answer", state.table, encode_number(sealed.epoch), encode_number(sealed.block), sealed.step, bytes((author,)),
                  action, nonce)


class SealAnswers(Struct, frozen=True):
    """Each seat that is asked commits to its answer."""
    seats: tuple[int, ...]
    step: bytes
    kind: ClassVar[Kind] = Kind.SEAL
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return self.seats

    def event_bytes(self, state: State) -> bytes:
        return b"seal" + bytes(self.seats) + self.step

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        pass  # any 64 bytes bind their author

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message | None:
        return None

    def check_own_answer(self, state: State, author: int, action: bytes, reader: Reader) -> None:
        """Raise RefusedError where the own seat cannot open this answer: the rules forbid it, or it names a tile that this seat
        does not hold."""
        wanted = state.game.to_prove(author, action)
        find_places(state, author, wanted, reader)
        state.game.check_answer(author, action, wanted)

    def seal_answer(self, state: State, author: int, action: bytes, reader: Reader, secrets: Secrets) -> messages.Seal:
        """Return the commitment to an answer of the own seat, and remember what it binds to. Raises RefusedError likewise."""
        self.check_own_answer(state, author, action, reader)
        nonce = secrets.entropy(NONCE_BYTES)
        commitment = commitment_to_answer(state, self._commitments(state, {}), author, action, nonce)
        secrets.keep_answer(commitment, action, nonce)
        return messages.Seal(commitment)

    def _commitments(self, state: State, by_seat: Mapping[int, bytes]) -> Commitments:
        return Commitments(self.step, state.deal.epoch, state.block, by_seat)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        by_seat = {seat: cast(messages.Seal, body).commitment for seat, body in bodies.items()}
        return replace(state, sealed=self._commitments(state, by_seat), step=None)


class OpenAnswers(Struct, frozen=True):
    """Each seat that is asked opens its answer, and proves that it holds the tiles that this needs. No person decides here."""
    seats: tuple[int, ...]
    kind: ClassVar[Kind] = Kind.ANSWER
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return self.seats

    def event_bytes(self, state: State) -> bytes:
        return b"answers" + bytes(self.seats)

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        body, sealed = cast(messages.Answer, body), state.sealed
        assert sealed is not None, "answers are opened where commitments are final"
        if commitment_to_answer(state, sealed, author, body.action, body.nonce) != sealed.by_seat[author]:
            raise InvalidContributionError(Wording("opens another answer than it committed to"))
        opened = check_openings(state, author, body)
        try:
            state.game.check_answer(author, body.action, opened)
        except RefusedError as refused:
            raise InvalidContributionError(Wording("answers what the rules do not allow: {refused}", refused=refused)) from None

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        assert state.sealed is not None
        action, nonce = secrets.answer_to(state.sealed.by_seat[author])
        try:
            places = find_places(state, author, state.game.to_prove(author, action), secrets)
        except RefusedError as refused:
            raise InvariantError(f"the own sealed answer was allowed, and is not any more: {refused}") from None
        opened = make_openings(state, author, action, places, secrets)
        return messages.Answer(nonce, action, opened.openings, opened.proofs)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        opened = {seat: cast(messages.Answer, body) for seat, body in bodies.items()}
        game, deal = state.game.copy(), state.deal
        game.apply_answers({seat: (body.action, tuple(opening.tile for opening in body.openings))
                            for seat, body in opened.items()})
        for seat, body in opened.items():
            deal = deal.with_hand(seat, without_opened(state, seat, body))
        return replace(state, game=game, deal=deal, sealed=None, step=None)


def step_of_answers(state: State, asked: AskAnswers) -> Step:
    """Return the step in which the seats that are asked commit to their answers, or open them when all have committed."""
    return OpenAnswers(asked.seats) if state.sealed is not None else SealAnswers(asked.seats, asked.step)


def keep_commitments(state: State) -> State:
    """Return the state with the commitments that are still to be opened after a seat was lost; the others lapse."""
    if state.sealed is None:
        return state
    question, by_seat = state.game.next_question(), state.sealed.by_seat
    if not isinstance(question, AskAnswers) or question.step != state.sealed.step or not {*question.seats} <= {*by_seat}:
        return replace(state, sealed=None)
    return replace(state, sealed=replace(state.sealed, by_seat={seat: by_seat[seat] for seat in question.seats}))
