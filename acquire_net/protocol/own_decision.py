"""The choice of the person at this seat, until it is final."""

from __future__ import annotations

from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.log_types import FinalBlock
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.sealed_answers import SealAnswers
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.state import State, Step


def asks_person(step: Step | None, state: State, seat: int) -> bool:
    """Return True if this is a step in which the person of a seat decides."""
    return isinstance(step, DecideAction | SealAnswers) and seat in step.required_authors(state)


class OwnDecision:
    """Hold the choice for the step that is open, and make the message that carries it out."""

    def __init__(self, seat: int, secrets: SeatSecrets) -> None:
        self.seat = seat
        self.secrets = secrets
        self.action: bytes | None = None
        self._sealed_step = b""
        """The sealed step for which it was chosen; in another one the person is asked again."""

    def choose(self, state: State, action: bytes) -> None:
        """Note the choice of the person who is asked. Raises RefusedError where it is not allowed."""
        step, sealed_step = state.step, b""
        if isinstance(step, SealAnswers):
            step.check_own_answer(state, self.seat, action, self.secrets)
            sealed_step = step.step
        elif isinstance(step, DecideAction):
            step.declare_action(state, action, self.secrets, self.secrets)
        self.action, self._sealed_step = action, sealed_step

    def make_content(self, state: State) -> Message | None:
        """Return the content that carries out the choice, if it is for this step. Where the table has changed since it was chosen
        it is forgotten, and the person is asked again."""
        step, action = state.step, self.action
        if action is None or not asks_person(step, state, self.seat):
            return None
        try:
            if isinstance(step, DecideAction) and not self._sealed_step:
                return step.declare_action(state, action, self.secrets, self.secrets)
            if isinstance(step, SealAnswers) and self._sealed_step == step.step:
                return step.seal_answer(state, self.seat, action, self.secrets, self.secrets)
        except RefusedError:
            pass
        self.action = None
        return None

    def on_final(self, final_block: FinalBlock) -> None:
        """Forget the choice when it is in the log; what a sealed answer binds to is among the secrets."""
        if any(content.author == self.seat and content.kind in (Kind.DECIDE, Kind.SEAL) for content in final_block.contents):
            self.action = None
