"""What one seat may know. `Game.observe(seat)` gives an `Observation`; a bot or a screen gets nothing else.

It is immutable and holds neither the game nor a tile source: a copy of the state in which every other hand is a number
of tiles and the unseen tiles stand in board order. The public history and the exact ledger that follows from it
are part of it; `shares` and `cash` are what the ruleset's `holdings` (open, piles, hidden) lets a seat *see*, which
is what screens show. While a defunct chain is settled, `shown_shares` has what each holder shows of it (R25a).
Bounded memory is a bot's own affair.
"""

from .engine.game import Observation

__all__ = ["Observation"]
