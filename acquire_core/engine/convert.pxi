# Between Python's dataclasses and the engine's numbers. Included by game.pyx; everything from outside is checked here.

from operator import index

from acquire_core import actions as _a
from acquire_core.refusals import IllegalAction, Reason
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS

PHASES = ("start", "draw", "market_draw", "declare_before", "power_start", "replace_hand", "place", "found", "survivor",
          "next_defunct", "dispose", "power_buy", "trade2", "buy", "declare_end", "discard", "pick", "over")
cdef tuple PHASE_WORDS = (*PHASES, "bid")    # rounds have one more; it is not in the table that others count on
END_REASONS = (None, "declared", "automatic", "last_drawn", "cannot_refill", "no_tile", "stall", "retired")
POWER_NAMES = (None, *_a.POWERS)             # in the order of `Power` in state.pxd

cdef dict POWER_NUMBERS = {name: number for number, name in enumerate(POWER_NAMES)}
cdef list REASONS = [None, *Reason]
cdef tuple BONUS_REASONS = ("first", "second", "third")
cdef dict KINDS = {
    _a.DeclareEnd: A_DECLARE, _a.Place: A_PLACE, _a.Pass: A_PASS, _a.Stop: A_STOP, _a.Found: A_FOUND,
    _a.ChooseSurvivor: A_SURVIVOR, _a.ChooseNext: A_NEXT, _a.Dispose: A_DISPOSE, _a.Buy: A_BUY, _a.UsePower: A_POWER,
    _a.Trade2: A_TRADE2, _a.Show: A_SHOW, _a.ReplaceHand: A_REPLACE, _a.Discard: A_DISCARD, _a.Pick: A_PICK,
    _a.Bid: A_BID, _a.Retire: A_RETIRE, _a.StartTile: A_START, _a.DrawTile: A_DRAW, _a.MarketTile: A_MARKET,
}
cdef list TILE_OF_SQUARE = [None] * SQUARES
for _tile in range(TILES):
    TILE_OF_SQUARE[square_of(_tile)] = TILE_NAMES[_tile]


cdef int code_number(object code, bint bids=False) except -1:
    """Return a code from outside; raise a ValueError for other numbers, a TypeError for anything but a whole number."""
    cdef int codes = ALL_CODES if bids else CODES
    number = code if type(code) is int else index(code)
    if not 0 <= number < codes:
        raise ValueError(f"{number} is not an action code; codes run from 0 to {codes - 1}")
    return number


cdef int bounded(object number) except? -1:
    """Return a whole number from outside; one that no int has room for counts as the next that one has room for."""
    return max(-0x7FFFFFFF, min(number if type(number) is int else index(number), 0x7FFFFFFF))


cdef object seed_number(object seed):
    number = seed if type(seed) is int else index(seed)
    if not 0 <= number <= 0xFFFFFFFFFFFFFFFF:
        raise ValueError(f"a seed is a whole number from 0 to {0xFFFFFFFFFFFFFFFF}, not {number}")
    return number


cdef int square_named(object tile) except -1:
    """Return the square of a tile's name; 0 if there is no such tile."""
    number = TILE_NUMBERS.get(tile) if isinstance(tile, str) else None
    return 0 if number is None else square_of(number)


cdef int small(object number) except -1:
    """Return a whole number from 0 to 200 as it is, and 255, which every rule refuses, for anything else."""
    if type(number) is int and 0 <= number <= 200:
        return number
    return 255


cdef int row_of(object chains, dict numbers, uint64_t* row) except -1:
    """Read shares that are named one by one into a row; return OK, OVER_THE_LIMIT or MALFORMED."""
    row[0] = 0
    if not isinstance(chains, (tuple, list)):
        return MALFORMED
    if len(chains) > 25:
        return OVER_THE_LIMIT
    for name in chains:
        number = numbers.get(name) if isinstance(name, str) else None
        if number is None:
            return MALFORMED
        row[0] += one(number)
    return OK


cdef int squares_of(object tiles, Act* a) except -1:
    """Read the tiles of a show or discard in board order; return OK, or the verdict that refuses them."""
    if not isinstance(tiles, (tuple, list)):
        return MALFORMED
    if len(tiles) > MAX_HAND:
        return TILE_NOT_IN_HAND
    squares = []
    for tile in tiles:
        square = square_named(tile)
        if square == 0:
            return MALFORMED
        squares.append(square)
    squares.sort()
    for square in squares:
        a.squares[a.count] = <uint8_t><int>square
        a.count += 1
    return OK


cdef int read_action(object action, dict numbers, int decider, Act* a) except -1:
    """Write an action dataclass in numbers; return OK, or the verdict that refuses it without a look at the rules."""
    cdef int verdict
    memset(a, 0, sizeof(Act))
    kind = KINDS.get(type(action))
    if kind is None:
        raise TypeError(f"expected an action, not {action!r}; text is played with Game.play()")
    a.kind = <uint8_t><int>kind
    a.chain = NO_CHAIN
    if a.kind >= A_START:
        a.seat = CHANCE_SEAT
    else:
        seat = action.seat
        if seat is None:
            a.seat = <int8_t>decider
        elif type(seat) is int and 0 <= seat < MAX_SEATS:
            a.seat = <int8_t><int>seat
        else:
            return NO_SUCH_SEAT
    if a.kind in (A_PLACE, A_PICK, A_START, A_DRAW, A_MARKET):
        if action.tile is None and a.kind in (A_START, A_MARKET):
            return TILE_MUST_BE_KNOWN
        if action.tile is not None or a.kind != A_DRAW:
            a.square = <uint8_t>square_named(action.tile)
            if a.square == 0:
                return MALFORMED
        if a.kind in (A_START, A_DRAW):
            a.target = <uint8_t>small(action.target)
    elif a.kind in (A_FOUND, A_SURVIVOR, A_NEXT):
        if not (a.kind == A_FOUND and action.chain is None):
            number = numbers.get(action.chain) if isinstance(action.chain, str) else None
            if number is None:
                return MALFORMED
            a.chain = <uint8_t><int>number
    elif a.kind in (A_DECLARE, A_REPLACE):
        if not isinstance(action.yes, bool):
            return MALFORMED
        a.other = action.yes
    elif a.kind == A_DISPOSE:
        a.hold = <uint8_t>small(action.hold)
        a.sell = <uint8_t>small(action.sell)
        a.trade = <uint8_t>small(action.trade)
    elif a.kind == A_BUY:
        verdict = row_of(action.chains, numbers, &a.buys)
        if verdict == OK:
            verdict = row_of(action.sell, numbers, &a.sells)
        return verdict
    elif a.kind == A_BID:
        if type(action.dollars) is not int or action.dollars < 0:
            return MALFORMED
        if action.dollars % 100:
            return BID_IS_UNEVEN
        if action.dollars > 100 * MAX_BID:
            return BID_TOO_HIGH
        a.units = <uint16_t><int>(action.dollars // 100)
    elif a.kind == A_POWER:
        number = POWER_NUMBERS.get(action.power) if action.power is None or isinstance(action.power, str) else None
        if number is None:
            return MALFORMED
        a.other = <uint8_t><int>number
    elif a.kind == A_TRADE2:
        give = numbers.get(action.give) if isinstance(action.give, str) else None
        get = numbers.get(action.get) if isinstance(action.get, str) else None
        if give is None or get is None:
            return MALFORMED
        a.chain = <uint8_t><int>give
        a.other = <uint8_t><int>get
    elif a.kind in (A_SHOW, A_DISCARD):
        return squares_of(action.tiles, a)
    return OK


cdef tuple names_in_row(uint64_t row, tuple names):
    """Return the names in a row of shares, one for each share, in list order."""
    cdef int chain
    return tuple([name for chain, name in enumerate(names) for _ in range(byte_of(row, chain))])


cdef tuple tiles_from(const uint8_t* squares, int count):
    cdef int i
    return tuple([TILE_OF_SQUARE[squares[i]] for i in range(count)])


cdef object write_action(const Act* a, tuple names):
    """Return the dataclass of an action in numbers."""
    cdef int kind = a.kind
    seat = a.seat
    if kind == A_PLACE:
        return _a.Place(seat, TILE_OF_SQUARE[a.square])
    if kind == A_BUY:
        return _a.Buy(seat, names_in_row(a.buys, names), names_in_row(a.sells, names))
    if kind == A_DRAW:
        return _a.DrawTile(a.target, TILE_OF_SQUARE[a.square] if a.square else None)
    if kind == A_DISPOSE:
        return _a.Dispose(seat, a.hold, a.sell, a.trade)
    if kind == A_FOUND:
        return _a.Found(seat, None if a.chain == NO_CHAIN else names[a.chain])
    if kind == A_SURVIVOR:
        return _a.ChooseSurvivor(seat, names[a.chain])
    if kind == A_NEXT:
        return _a.ChooseNext(seat, names[a.chain])
    if kind == A_DECLARE:
        return _a.DeclareEnd(seat, a.other != 0)
    if kind == A_PASS:
        return _a.Pass(seat)
    if kind == A_STOP:
        return _a.Stop(seat)
    if kind == A_POWER:
        return _a.UsePower(seat, POWER_NAMES[a.other])
    if kind == A_TRADE2:
        return _a.Trade2(seat, names[a.chain], names[a.other])
    if kind == A_SHOW:
        return _a.Show(seat, tiles_from(a.squares, a.count))
    if kind == A_REPLACE:
        return _a.ReplaceHand(seat, a.other != 0)
    if kind == A_DISCARD:
        return _a.Discard(seat, tiles_from(a.squares, a.count))
    if kind == A_PICK:
        return _a.Pick(seat, TILE_OF_SQUARE[a.square])
    if kind == A_RETIRE:
        return _a.Retire(seat)
    if kind == A_BID:
        return _a.Bid(seat, 100 * a.units)
    if kind == A_START:
        return _a.StartTile(a.target, TILE_OF_SQUARE[a.square])
    return _a.MarketTile(TILE_OF_SQUARE[a.square])


cdef object refused(const Act* a, int verdict, tuple names, str detail):
    """Return the exception for a verdict on an `Act`."""
    return IllegalAction(write_action(a, names), REASONS[verdict], detail)


cdef object _e = None                        # acquire_core.events, imported with the first event: it is slow to import


cdef object events_module():
    global _e
    if _e is None:
        from acquire_core import events
        _e = events
    return _e


cdef object write_event(const Event* e, const EventList* events, tuple names):
    """Return the dataclass of an event."""
    cdef int kind = e.kind
    seat = e.seat
    chain = names[e.chain] if e.chain < CHAINS else None
    tile = TILE_OF_SQUARE[e.square] if e.square else None
    if kind == E_DRAWN:
        return _e.TileDrawn(seat, tile)
    if kind == E_TURN:
        return _e.TurnBegan(seat, e.dollars)
    if kind == E_PLACED:
        return _e.TilePlaced(seat, tile)
    if kind == E_BOUGHT:
        return _e.BlocksBought(seat, chain, e.count, e.dollars)
    if kind == E_SOLD:
        return _e.BlocksSold(seat, chain, e.count, e.dollars)
    if kind == E_GREW:
        return _e.ChainGrew(seat, chain, tile, tiles_from(events.tiles + e.first_tile, e.count), e.a)
    if kind == E_FOUNDED:
        return _e.ChainFounded(seat, chain, tile, tiles_from(events.tiles + e.first_tile, e.count), e.a, e.b != 0)
    if kind == E_MERGED:
        return _e.ChainsMerged(seat, chain, tile, tiles_from(events.tiles + e.first_tile, e.count), e.a)
    if kind == E_SAFE:
        return _e.ChainBecameSafe(chain)
    if kind == E_MERGER:
        return _e.MergerBegan(seat, tile, tuple([name for i, name in enumerate(names) if e.a >> <int>i & 1]))
    if kind == E_SURVIVOR:
        return _e.SurvivorFound(seat, chain)
    if kind == E_DEFUNCT:
        return _e.ChainDefunct(chain, e.a, e.dollars)
    if kind == E_BONUS:
        place = BONUS_REASONS[e.a - 1]
        reason = "sole holder" if e.other & BONUS_SOLE else place if e.b == 1 else f"tied for {place}"
        return _e.BonusPaid(seat, chain, e.dollars, reason, e.a, e.b, e.c, (e.other & BONUS_FINAL) != 0)
    if kind == E_DISPOSED:
        return _e.BlocksDisposed(seat, chain, names[e.other], e.a, e.b, e.c, e.dollars)
    if kind == E_MARKET:
        return _e.MarketDrew(chain, tile, e.a)
    if kind == E_START_TILE:
        return _e.StartTilePlaced(seat, tile)
    if kind == E_STARTER:
        return _e.StarterFound(seat)
    if kind == E_DECLARED:
        return _e.EndDeclared(seat)
    if kind == E_POWER:
        return _e.PowerUsed(seat, POWER_NAMES[e.other])
    if kind == E_SHOWN:
        return _e.HandShown(seat, tiles_from(events.tiles + e.first_tile, e.count))
    if kind == E_REPLACED:
        return _e.HandReplaced(seat, e.a)
    if kind == E_PASSED:
        return _e.PlacementPassed(seat)
    if kind == E_STOPPED:
        return _e.Stopped(seat)
    if kind == E_NOT_FOUNDED:
        return _e.FoundingDeclined(seat)
    if kind == E_MERGER_BONUS:
        return _e.MergerBonusPaid(seat, e.dollars)
    if kind == E_TRADED:
        return _e.BlocksTraded(seat, chain, names[e.other])
    if kind == E_PICKED:
        return _e.TilePicked(seat, tile)
    if kind == E_LAID_AWAY:
        return _e.TileLaidAway(seat, tile)
    if kind == E_RETIRED:
        return _e.SeatRetired(seat, e.a)
    if kind == E_BID_PAID:
        return _e.BidPaid(seat, e.dollars)
    if kind == E_RETURNED:
        return _e.TileReturned(seat, tile)
    if kind == E_ENDED:
        return _e.GameEnded(seat, END_REASONS[e.other])
    return _e.BlocksScored(seat, chain, e.count, e.dollars)
