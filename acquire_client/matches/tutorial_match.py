"""The game of the tutorial: the real rules with a bag in a known order, two computer players who do what is written down, and
eight steps for the person, each of which names the answers that it is about.

Tiles are placed as the steps say; names, purchases and blocks of a merger are the person's own choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import Player
from acquire_client.matches.steps import MatchStep
from acquire_core import RULESETS, Game, ScriptedBag
from acquire_core.actions import Action, Buy, DeclareEnd, Dispose, Found, Place

# Start tiles, three hands of six, then what is drawn. The person has the tile that begins.
BAG = ("4E 9E 12I 5E 1B 6E 11H 7E 3G 10E 8E 7D 2I 5I 1H 11E 12E 9D 3A 6B 8H "
       "1F 2C 10B 4H 12A 6I 8A 1I 12C 3E 10H 5A 2G").split()
PLAN = {1: ("10E", "8E", "7D"), 2: ("11E", "12E", "9D")}
"""What the two computer players place, turn by turn."""
ROUND = 3
PERSON = 0
COMPANIONS = ("Ada", "Ben")


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """`asks` are the kinds of answers that the step is about, `tile` the one to be placed."""

    asks: tuple[type, ...]
    tile: str = ""
    takes: Callable[[Action], bool] = lambda action: True

    def allows_answer(self, action: Action) -> bool:
        return isinstance(action, self.asks) and self.takes(action)


def _place_step(tile: str) -> TutorialStep:
    return TutorialStep((Place,), tile, lambda action: isinstance(action, Place) and action.tile == tile)


STEPS = (
    _place_step("5E"),
    TutorialStep((Found,)),
    TutorialStep((Buy,), takes=lambda action: isinstance(action, Buy) and bool(action.chains)),
    _place_step("6E"),
    TutorialStep((Buy,)),
    _place_step("7E"),
    TutorialStep((Dispose,)),
    TutorialStep((Buy, DeclareEnd, Place), takes=lambda action: not isinstance(action, DeclareEnd) or action.yes),
)


class TutorialMatch(LocalMatch):
    """`step` is the number of the step that is due, `len(STEPS)` behind the last one."""

    def __init__(self, name: str) -> None:
        ruleset = RULESETS["classic"].replace(holdings="open")
        players = (Player(name), *(Player(other, "casual") for other in COMPANIONS))
        super().__init__(Game(ruleset, ROUND, tiles=ScriptedBag(BAG)), players)
        self.step = 0
        self._step_at: dict[int, int] = {}

    def allows_answer(self, action: Action) -> bool:
        """Return True if the step is about this answer; behind the last one everything is."""
        return self.step >= len(STEPS) or STEPS[self.step].allows_answer(action)

    @property
    def can_retire(self) -> bool:
        """Return False: the lesson goes through to its end."""
        return False

    def refusal_of(self, action: Action) -> str | None:
        reason = super().refusal_of(action)
        if reason is None and self.asked_seat == PERSON and not self.allows_answer(action):
            return message("the lesson waits for another answer")
        return reason

    def answer(self, action: Action) -> None:
        person = self.asked_seat == PERSON
        self._step_at[len(self.steps)] = self.step
        super().answer(action)
        if person and self.step < len(STEPS) and (self.step < len(STEPS) - 1 or self.is_over):
            self.step += 1

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        gone = super().undo(everything)
        if gone:
            self.step = self._step_at[len(self.steps)]
        return gone

    def suggested_answer(self) -> Action:
        """Return what the coach would do in the person's place."""
        legal = [action for action in self.game.legal_actions() if self.allows_answer(action)]
        if self.game.phase == "buy":
            return max(legal, key=lambda action: len(action.chains) if isinstance(action, Buy) else 0)
        if self.game.phase == "dispose":
            return max(legal, key=lambda action: action.trade * 2 + action.sell if isinstance(action, Dispose) else 0)
        return legal[0]

    def decision_job(self) -> Callable[[], Action]:
        """Let the computer players follow the plan; behind it they think."""
        due, seat = self._planned_action(), self.asked_seat
        if due is None or seat is None or super().refusal_of(due) is not None:
            return super().decision_job()
        return lambda: due

    def _planned_action(self) -> Action | None:
        seat, turn = self.asked_seat, (self.game.turn - 1) // ROUND
        if seat is None or turn >= len(PLAN[seat]):
            return None
        match self.game.phase:
            case "place":
                return Place(seat, PLAN[seat][turn])
            case "found":
                return next(action for action in self.game.legal_actions() if isinstance(action, Found))
            case "buy":
                return Buy(seat, (self._first_chain(),) if turn == 0 and seat == 1 else ())
            case "dispose":
                assert self.merger is not None and self.merger.settling is not None
                return Dispose(seat, self.observe(seat).ledger[seat][1][self.merger.settling.chain], 0, 0)
            case "declare_end":
                return DeclareEnd(seat, False)
        return None

    def _first_chain(self) -> str:
        """Return the person's chain, so that its merger also has a holder for the second bonus."""
        board = self.observe(None).board
        return str(board["4E"])
