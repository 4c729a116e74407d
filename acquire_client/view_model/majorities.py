"""Who holds most, second most and so on of each chain, as far as can be seen. For marks on a sheet: the rules pay bonuses."""

from __future__ import annotations

from acquire_client.view_model.sheet import ChainRow


def bonus_places(row: ChainRow, paid: int = 2) -> tuple[int, ...]:
    """Return for each seat 1 where nobody holds more, 2 where one player does and so on, 0 behind the last place that is `paid`;
    all 0 where a holding is concealed.

    Players who tie for a place share the bonuses of the next ones too, so behind them nobody gets those (R26).

    >>> bonus_places(ChainRow("tower", 3, False, 300, 12, (5, 3, 5, 0)))
    (1, 0, 1, 0)
    >>> bonus_places(ChainRow("tower", 3, False, 300, 12, (5, 3, 3, 1)))
    (1, 2, 2, 0)
    >>> bonus_places(ChainRow("tower", 3, False, 300, 12, (5, 5, 3, 1)), paid=3)
    (1, 1, 3, 0)
    """
    held = [blocks for blocks in row.blocks if blocks is not None and not isinstance(blocks, bool)]
    if len(held) < len(row.blocks):
        return (0,) * len(row.blocks)
    places = [1 + sum(other > blocks for other in held) if blocks else 0 for blocks in held]
    return tuple(place if place <= paid else 0 for place in places)
