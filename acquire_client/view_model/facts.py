"""The table in sentences, one fact a line: for screen readers, and wherever nothing can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.language import ENGLISH, Words, message
from acquire_client.view_model.merger_card import MERGER_PHASES
from acquire_client.view_model.placing import TileEffect, dead_squares
from acquire_client.view_model.sheet import ChainRow, ScoreSheet, SeatColumn
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import Observation
from acquire_core.actions import POWER_TITLES
from acquire_core.tile_source import TILE_NUMBERS


def board_facts(seen: Observation, words: Words = ENGLISH) -> tuple[str, ...]:
    """Return every chain with its tiles, the loose tiles, and the dead squares, in board order."""
    board = seen.board
    facts = []
    for chain, size in seen.sizes.items():
        if size:
            tiles = " ".join(tile for tile, owner in board.items() if owner == chain)
            facts.append(words.translate("{chain}, {size:tile|tiles}: {tiles}.", chain=chain_title(chain), size=size,
                                         tiles=tiles))
    if not facts:
        facts.append(words.translate("No chain is on the board."))
    return (*facts, *loose_facts(seen, words))


def loose_facts(seen: Observation, words: Words = ENGLISH) -> tuple[str, ...]:
    """Return the loose tiles, and the dead squares where there are some."""
    board = seen.board
    facts = []
    loose = " ".join(tile for tile, owner in board.items() if owner is None)
    if loose:
        facts.append(words.translate("Loose tiles: {tiles}.", tiles=loose))
    else:
        facts.append(words.translate("There are no loose tiles."))
    if dead := dead_squares(seen):
        tiles = " ".join(sorted(dead, key=TILE_NUMBERS.__getitem__))
        facts.append(words.translate("No tile can ever be placed here: {tiles}.", tiles=tiles))
    return tuple(facts)


def hand_facts(effects: Sequence[TileEffect], words: Words = ENGLISH) -> tuple[str, ...]:
    """Return what every tile of a hand would do, with the number that places it."""
    facts = tuple(f"{number}. {effect.tile}: {effect.text}." for number, effect in enumerate(effects, 1))
    return facts or (words.translate("The hand: no tiles."),)


def share_facts(sheet: ScoreSheet, seat: int, words: Words = ENGLISH) -> tuple[str, ...]:
    """Return the shares of a seat, chain by chain, as far as they may be seen, with what a share is worth now."""
    facts = []
    for row in sheet.chains:
        held = row.blocks[seat]
        if held and held is not True:
            worth = words.translate("{price:$} each", price=row.price) if row.price else words.translate("not on the board")
            facts.append(words.translate("{chain}: {count:share|shares}, {worth}.", chain=chain_title(row.chain), count=held,
                                         worth=worth))
    return tuple(facts) or (words.translate("No shares."),)


def standing_now(seen: Observation, names: TableNames, may_reveal: bool = False) -> str:
    """Return who would win if the game ended now, as far as that may be known. `may_reveal` is True when nobody goes on with
    the game: then concealed cash may be known too.

    >>> from acquire_core import RULESETS, Game, ShuffledBag
    >>> seen = Game(RULESETS["classic"].replace(holdings="open"), 2, tiles=ShuffledBag(1)).observe(None)
    >>> standing_now(seen, TableNames(("Ada", "Bo")))
    'If the game ended now, Ada and Bo would share the win with $6,000.'
    """
    if None in seen.cash and not may_reveal:
        return names.translate("Cash is concealed under these rules, so nobody can say who is ahead.")
    if seen.phase in MERGER_PHASES:
        return names.translate("A merger is being settled, so nobody can say yet who is ahead.")
    money = seen.if_ended
    if names.teams:
        money = (money[0] + money[2], money[1] + money[3])
    best = [names.holder(side) for side, amount in enumerate(money) if amount == max(money)]
    text = message("If the game ended now, {name} would win with {money:$}.")
    if names.teams:
        text = message("If the game ended now, {name} would win with {money:$} together.")
    if len(best) > 1:
        text = message("If the game ended now, {names:and} would share the win with {money:$}.")
    sentence = names.translate(text, name=best[0], names=best, money=max(money))
    if _market_competes(seen):
        sentence += " " + names.translate("The shares of the market are left out: tiles that are drawn then decide them.")
    return sentence


def _market_competes(seen: Observation) -> bool:
    """Return True if the market competes for bonuses (R36): what it takes is known when its tiles are drawn. What is counted
    without it is the most that a player can have."""
    return seen.players == 2 and seen.ruleset.two_player_market and any(seen.sizes.values())


def ended_texts(seen: Observation, sheet: ScoreSheet, names: TableNames) -> tuple[str, ...]:
    """Return what each seat would have if the game ended now; none where that may not be known, the game is over, or it cannot
    end now: in a merger some of its bonuses are paid already.

    >>> from acquire_client.view_model.sheet import sheet_seen
    >>> from acquire_core import RULESETS, Game, ShuffledBag
    >>> seen = Game(RULESETS["classic"].replace(holdings="open"), 2, tiles=ShuffledBag(1)).observe(None)
    >>> names = TableNames(("Ada", "Bo"))
    >>> ended_texts(seen, sheet_seen(seen, names), names)[0]
    'If the game ended now: $6,000, of it $0 in bonuses.'
    """
    if seen.over or None in seen.cash or seen.phase in MERGER_PHASES:
        return ()
    text = message("If the game ended now: {money:$}, of it {bonuses:$} in bonuses.")
    if _market_competes(seen):
        text = message("If the game ended now: at most {money:$}, of it {bonuses:$} in bonuses, of which the market may take "
                       "some.")
    return tuple(names.translate(text, money=money, bonuses=money - (seat.net_worth or 0))
                 for money, seat in zip(seen.if_ended, sheet.seats, strict=True))


def retirement_text(seen: Observation, words: Words = ENGLISH) -> str:
    """Return what leaving a game for good means."""
    if len(seen.hand_counts) - len(seen.retired) == 2:
        return words.translate("You leave the game for good, and it ends: one player alone is left.")
    return words.translate("You leave the game for good. The others play on without you.")


def ending_text(seen: Observation, names: TableNames) -> str:
    """Return what the announcement of the end means, with what everybody has got then where that may be known."""
    text = names.translate("The game ends after this turn.")
    if None in seen.cash:
        return text
    money = sorted(((amount, seat) for seat, amount in enumerate(seen.if_ended)), reverse=True)
    listed = ", ".join(f"{names.seat(seat)} {names.words.money(amount)}" for amount, seat in money)
    return text + "\n" + names.translate("As it stands now, with all bonuses: {money}.", money=listed)


def turn_facts(seen: Observation, sheet: ScoreSheet) -> tuple[str, ...]:
    """Return what matters at the beginning of a turn: the chains on the board, and the own money and tiles."""
    names = [seat.name for seat in sheet.seats]
    chains = [_chain_fact(row, names, ENGLISH) for row in sheet.chains if row.size] or ["No chain is on the board."]
    return (*chains, _seat_fact(sheet.seats[seen.seat], ENGLISH)) if seen.seat is not None else tuple(chains)


def sheet_facts(sheet: ScoreSheet, words: Words = ENGLISH) -> tuple[str, ...]:
    """Return every chain, then every seat, then the bag."""
    return *_chain_facts(sheet, words), *_seat_facts(sheet, words), *_bag_facts(sheet, words)


def player_facts(sheet: ScoreSheet, words: Words = ENGLISH) -> tuple[str, ...]:
    """Return the same with every seat first, for a page about the players."""
    return *_seat_facts(sheet, words), *_chain_facts(sheet, words), *_bag_facts(sheet, words)


def _chain_facts(sheet: ScoreSheet, words: Words) -> list[str]:
    return [_chain_fact(row, [seat.name for seat in sheet.seats], words) for row in sheet.chains]


def _seat_facts(sheet: ScoreSheet, words: Words) -> list[str]:
    return [_seat_fact(seat, words) for seat in sheet.seats]


def _bag_facts(sheet: ScoreSheet, words: Words) -> list[str]:
    facts = [words.translate("{count:tile|tiles} in the bag.", count=sheet.bag_count)]
    if sheet.laid_away:
        facts.append(words.translate("Out of the game: {tiles}.", tiles=" ".join(sheet.laid_away)))
    return facts


def _seat_fact(seat: SeatColumn, words: Words) -> str:
    translate = words.translate
    parts = [translate("cash concealed") if seat.cash is None else translate("cash {money:$}", money=seat.cash)]
    if seat.net_worth is not None:
        parts.append(translate("net worth {money:$}", money=seat.net_worth))
    parts.append(translate("{count:tile|tiles}", count=len(seat.tiles) + seat.hidden_tiles))
    if seat.powers_left:
        powers = [translate(POWER_TITLES[power]) for power in seat.powers_left]
        parts.append(translate("powers left: {powers:and}", powers=powers))
    if seat.retired:
        parts.append(translate("has left the game"))
    return f"{seat.name}: {', '.join(parts)}."


def _chain_fact(row: ChainRow, names: list[str], words: Words) -> str:
    translate = words.translate
    parts = [translate("{count:tile|tiles}", count=row.size) if row.size else translate("not on the board")]
    if row.size and row.safe:
        parts.append(translate("safe"))
    if row.price:
        parts.append(translate("{price:$} a share", price=row.price))
    parts.append(translate("market {market}", market=row.market))
    parts += [translate("{name} some", name=name) if blocks is True else f"{name} {blocks}"
              for name, blocks in zip(names, row.blocks, strict=True) if blocks]
    if None in row.blocks:
        parts.append(translate("holdings concealed"))
    return f"{chain_title(row.chain)}: {', '.join(parts)}."
