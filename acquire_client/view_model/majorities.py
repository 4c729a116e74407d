"""Who holds most and second most of each chain, as far as it can be seen. Only for marks on a sheet: the rules pay bonuses."""

from __future__ import annotations

from acquire_client.view_model.sheet import ChainRow


def bonus_places(row: ChainRow) -> tuple[int, ...]:
    """Return for each seat 1 where nobody holds more, 2 where one amount is larger, else 0; all 0 where a holding is concealed.

    >>> bonus_places(ChainRow("tower", 3, False, 300, 12, (5, 3, 5, 0)))
    (1, 2, 1, 0)
    """
    if any(blocks is None or isinstance(blocks, bool) for blocks in row.blocks):
        return (0,) * len(row.blocks)
    amounts = sorted({blocks for blocks in row.blocks if blocks}, reverse=True)
    return tuple(amounts.index(blocks) + 1 if blocks in amounts[:2] else 0 for blocks in row.blocks)
