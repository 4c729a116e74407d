"""Four blunders that nobody forgives, and a judge that finds them in the last turn of a game.

A *last turn* is one after which the game is over. What it brings is mostly certain while it is played: what everybody
holds follows from the public history, and nobody but the seat whose turn it is may buy. So these can be proved:

- **losing end**: a seat announced the end and was not first, or laid the tile that ended the game by itself and was not
  first, although an answer was left with which the game would have gone on. Announced before the tile it is one if
  the rest of the turn could not be sure to make the seat first, and did not.
- **free majority**: with the last purchase other blocks would have paid the buyer more and no rival more. A block costs
  then what it is sold for a moment later, so a bonus, or a larger part of one, was to be had for nothing. A purchase
  that could have made its buyer first and did not is one too.
- **worthless block**: in a turn that was certain to be the last one a block was bought that paid less than it cost,
  held although it could be sold and would be worth nothing, or traded for when selling paid more.
- **winning merger**: the game ended with another player in front, although a tile in hand, or another answer before the
  purchase, was sure to end it with this seat first.

A player who shares the first place is first; in teams money is that of the team. *Sure* means whatever the others dispose
and whichever tiles the market of two players draws. Hands of others and the order of the bag are never looked at. Not
judged are turns that end the game by a stall (R44), and what Play 4, Take 5, Trade 2 or a new hand might have brought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from acquire_core import Buy, DeclareEnd, Dispose, Game, UsePower, format_action

from .last_turn import Outlook, Settlement, TooManyWays, Ways, answers, how_it_ends, purchases, splits_without_holding

LOSING_END, FREE_MAJORITY, WORTHLESS_BLOCK, WINNING_MERGER = "losing end", "free majority", "worthless block", "winning merger"
KINDS = (LOSING_END, FREE_MAJORITY, WORTHLESS_BLOCK, WINNING_MERGER)


@dataclass(frozen=True)
class Blunder:
    """A bad decision: its seat, what the seat did, and what it should have done, in notation."""

    kind: str
    seat: int
    turn: int
    played: str
    better: str


@dataclass(frozen=True)
class Moment:
    """A decision: the game before it, who decided, and what."""

    game: Game
    seat: int
    code: int


class Judge:
    """Hears every decision of a game before it is carried out, and after the game says what was wrong.

    `occasions` counts for each seat and kind how often the blunder could have been made: last turns; last purchases with
    something to be had for nothing; last purchases and disposals; last turns in which some answers were sure to win.
    """

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.occasions: Counter[tuple[int, str]] = Counter()
        self.not_judged = 0

    def hear(self, game: Game, code: int) -> None:
        if self.moments and self.moments[-1].game.turn != game.turn:
            self.moments.clear()
        self.moments.append(Moment(game.copy(), game.owed()[0], code))

    def blunders(self, game: Game) -> list[Blunder]:
        """Those of the last turn of a game that is over."""
        assert game.over
        if not self.moments or self.moments[-1].game.turn != game.turn or game.end_reason in ("stall", "retired"):
            return []
        found = [*self._disposals(), *self._purchase()]
        ruined = self._ruined(game)
        if ruined and not any(blunder.played == ruined.played for blunder in found):
            found.append(ruined)
        return found

    # --- blocks ---

    def _disposals(self) -> Iterator[Blunder]:
        for moment in self.moments:
            game, action = moment.game, moment.game.action_of(moment.code)
            if not isinstance(action, Dispose) or game.ruleset.score_inactive or not self._certain(moment):
                continue
            self.occasions[moment.seat, WORTHLESS_BLOCK] += 1
            if action.hold:
                yield self._blunder(WORTHLESS_BLOCK, moment, Dispose(moment.seat, 0, action.sell + action.hold, action.trade))
            elif moment.seat == game.current and (better := self._better_trade(moment, action)):
                yield self._blunder(WORTHLESS_BLOCK, moment, better)

    def _certain(self, moment: Moment) -> bool:
        """Return True if the game was certain to end with this turn while blocks were disposed."""
        if self._power() == "play4":
            return False
        game = moment.game.copy()
        while game.phase in ("dispose", "survivor", "next_defunct", "market_draw", "power_buy"):
            game.apply_code(game.legal_codes()[0])  # whichever: the board after the merger is the same
        return game.phase == "buy" and game.turn == moment.game.turn and how_it_ends(game) in ("certain", "bag")

    @staticmethod
    def _better_trade(moment: Moment, action: Dispose) -> Dispose | None:
        """Return a split with fewer blocks traded that pays more, where nobody else has a word after it."""
        def outcome(split: Dispose) -> tuple[bool, int] | None:
            game = moment.game.copy()
            game.apply(split, events=False)
            if game.phase != "buy" or game.to_move != moment.seat:
                return None
            settlement = Settlement(game, how_it_ends(game))
            if len(settlement.numbers) > 1:
                return None
            side = settlement.side(moment.seat)
            return max((settlement.lead(purchase) >= 0, settlement.totals(purchase)[side]) for purchase in purchases(game))

        played = outcome(action)
        if played is None:
            return None
        others = [(found, split) for split in splits_without_holding(moment.game) if (found := outcome(split))]
        better = [(found, split) for found, split in others
                  if split.trade < action.trade and found[0] >= played[0] and found[1] > played[1]]
        return max(better, key=lambda entry: entry[0])[1] if better else None

    def _purchase(self) -> Iterator[Blunder]:
        for moment in self.moments:
            game, played = moment.game, moment.game.action_of(moment.code)
            if not isinstance(played, Buy):
                continue
            how = how_it_ends(game)
            if how == "never" or (how == "asked" and not self._declared_after()):
                continue
            settlement = Settlement(game, how, self._power() == "free3")
            choices = list(purchases(game))
            nothing = Buy(None)
            self.occasions[moment.seat, WORTHLESS_BLOCK] += 1
            self.occasions[moment.seat, FREE_MAJORITY] += any(settlement.certainly_better(choice, nothing) for choice in choices)
            better = [choice for choice in choices if settlement.certainly_better(choice, played)]
            if better:
                less = [choice for choice in better if _leaves_out(choice, played)]
                side = settlement.side(moment.seat)
                best = max(less or better, key=lambda buy: (settlement.lead(buy) >= 0, settlement.gains(buy, played)[side]))
                yield self._blunder(WORTHLESS_BLOCK if less else FREE_MAJORITY, moment, best)

    def _declared_after(self) -> bool:
        last = self.moments[-1]
        action = last.game.action_of(last.code)
        return last.game.phase == "declare_end" and isinstance(action, DeclareEnd) and action.yes

    def _power(self) -> str | None:
        """Return the marker of this turn."""
        for moment in self.moments:
            action = moment.game.action_of(moment.code)
            if isinstance(action, UsePower) and action.power:
                return action.power
        return None

    # --- the game ---

    def _ruined(self, over: Game) -> Blunder | None:
        """Return the last answer that lost what was not lost before it, if the game was lost."""
        seat = over.current
        own = [moment for moment in self.moments if moment.seat == seat]
        if not own:
            return None
        self.occasions[seat, LOSING_END] += 1
        self.occasions[seat, WINNING_MERGER] += self._held_a_winner(own)
        side = seat % 2 if over.ruleset.teams else seat
        if any(rank == 1 for rank, other, _ in over.standings() if other == side):
            return None
        for moment in reversed(own):
            try:
                blunder = self._ruined_by(moment)
            except TooManyWays:
                self.not_judged += 1
                continue
            if blunder:
                return blunder
        return None

    def _held_a_winner(self, own: Collection[Moment]) -> bool:
        """Return True if some answer before the purchase was sure to win, and another was not."""
        for moment in own:
            if moment.game.phase in ("place", "found", "survivor", "next_defunct") and self._power() != "play4":
                outlooks, ways = set(), Ways(moment.seat)
                try:
                    for code in answers(moment.game):
                        outlooks.add(ways.after(moment.game, code))
                        if Outlook.FIRST in outlooks and len(outlooks) > 1:
                            return True
                except TooManyWays:
                    continue
        return False

    def _ruined_by(self, moment: Moment) -> Blunder | None:
        game, phase, power = moment.game, moment.game.phase, self._power()
        if phase in ("discard", "pick", "power_start", "replace_hand", "trade2") or (power == "play4" and phase != "buy"):
            return None
        free = power == "free3" and phase == "buy"
        if Ways(moment.seat, lucky=True, free=power == "free3").after(game, moment.code) != Outlook.LOST:
            return None
        ways, best, better = Ways(moment.seat, free=free), Outlook.LOST, moment.code
        for code in answers(game):
            outlook = ways.after(game, code)
            if outlook > best:
                best, better = outlook, code
            if best == Outlook.FIRST:
                break
        if best == Outlook.LOST:
            return None
        if phase == "buy":
            kind = FREE_MAJORITY
        elif phase.startswith("declare") or best == Outlook.OPEN:
            kind = LOSING_END
        else:
            kind = WINNING_MERGER
        return self._blunder(kind, moment, game.action_of(better))

    @staticmethod
    def _blunder(kind: str, moment: Moment, better: object) -> Blunder:
        names = moment.game.ruleset.chain_names
        played = format_action(moment.game.action_of(moment.code), names)
        return Blunder(kind, moment.seat, moment.game.turn, played, format_action(better, names))  # type: ignore[arg-type]


def _leaves_out(less: Buy, more: Buy) -> bool:
    return Counter(less.chains) < Counter(more.chains) and Counter(less.sell) == Counter(more.sell)
