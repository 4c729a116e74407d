"""A match over the network as its own seat knows it: fed with what has become final at the table, asked like any other match.

Nothing here waits or sends: `submit` is somebody else's function, and what comes of an answer is heard like everybody else's, so
the match is never ahead of the table. A watcher's match has no seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence

from acquire_client.matches.local import HINT_LEVEL, forced_action, unplayable_tiles
from acquire_client.matches.players import Player
from acquire_client.matches.steps import Merger, Step
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation, Ruleset
from acquire_core.actions import Action, Pick
from acquire_core.ai import Decision, bot_named
from acquire_core.refusals import Reason


class OnlineMatch:
    """One seat's game, or with seat None a watcher's."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str], seat: int | None, submit: Callable[[Action], None], *,
                 computers: Collection[int] = ()) -> None:
        self.game = Game(ruleset, len(names), sealed=True)
        self.game.observe(seat)  # refuses a seat that there is not
        # Which computer player it is, only its own program knows.
        self.players = tuple(Player(name, command="" if number in computers else None) for number, name in enumerate(names))
        self.names = TableNames.of_seats(list(names), ruleset.teams)
        self.seat = seat
        self.people: tuple[int, ...] = () if seat is None else (seat,)
        self.merger = Merger()
        self.steps: list[Step] = []
        self.opened_bag: tuple[str, ...] | None = None
        """The tiles of a bag that lies open; None while it has secrets."""
        self.pending: Action | None = None
        """What was answered and is not final yet."""
        self._submit = submit
        self._asked = False

    # --- what the table tells ---

    def hear(self, actions: Sequence[Action], asked: bool, opened_bag: tuple[str, ...] | None = None) -> list[Step]:
        """What has become final since the last time, and whether this seat is asked now."""
        heard = []
        for action in actions:
            turn = self.game.turn
            step = Step(action, self.game.apply(action), turn)
            self.merger = self.merger.after(step.events)
            heard.append(step)
        self.steps += heard
        self.opened_bag = opened_bag
        self._asked = asked
        if asked or any(step.action.seat == self.seat for step in heard):
            self.pending = None
        return heard

    def refused(self) -> None:
        """The table did not take the answer: the question stands."""
        self.pending = None

    # --- what is asked ---

    @property
    def asked(self) -> int | None:
        return self.seat if self._asked and self.pending is None else None

    @property
    def over(self) -> bool:
        return self.game.over

    def view(self, seat: int | None) -> Observation:
        """As much as this machine knows: another seat's view is everybody's."""
        return self.game.observe(seat if seat == self.seat else None)

    def legal_actions(self) -> list[Action]:
        """What this seat may answer. The kernel does not know which tiles lie in an opened bag; the table does."""
        return [action for action in self.view(self.seat).legal_actions()
                if not isinstance(action, Pick) or action.tile in (self.opened_bag or ())]

    def forced(self) -> Action | None:
        """The answer that needs no asking: passing, buying nothing, stopping, where nothing else is legal."""
        return None if self.asked is None else forced_action(self.game)

    def refusal(self, action: Action) -> str | None:
        reason = self.game.refusal(action)
        if reason is None and isinstance(action, Pick) and action.tile not in (self.opened_bag or ()):
            return Reason.TILE_NOT_IN_BAG.value
        return None if reason is None else reason.value

    def unplayable(self) -> dict[str, str]:
        return unplayable_tiles(self)

    # --- answers ---

    def answer(self, action: Action) -> None:
        """Hand an answer to the table; it happens when the table has agreed. Behind it nothing is taken back."""
        self.pending = action
        self._submit(action)

    def is_final(self, action: Action) -> bool:
        return True

    def hint(self) -> Decision:
        return bot_named(HINT_LEVEL, secrets.randbits(31)).choose(self.view(self.seat), explain=True)

    def bot_action(self, level: str) -> Action:
        """What a computer player of this level would do in this seat."""
        weighs = self.game.phase == "pick"  # a bot believes that any unseen tile may lie in the bag
        decision = bot_named(level, secrets.randbits(31)).choose(self.view(self.seat), explain=weighs)
        if not weighs or self.refusal(decision.action) is None:
            return decision.action
        considered = [option.action for option in decision.considered if self.refusal(option.action) is None]
        return (considered or self.legal_actions())[0]
