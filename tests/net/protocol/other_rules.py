"""A toy game whose rules differ at one point."""

from tests.support.toy_game import ToyGame


class OtherRules(ToyGame):
    """Counts turns otherwise than the rules say, from the third card on."""

    def _next_turn(self) -> None:
        super()._next_turn()
        self.turn += len(self.played) == 3
