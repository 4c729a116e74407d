"""The switch: what follows what in a turn (RULES.md section 5).

A function `enter_X` asks question X if it applies and otherwise goes on to what follows it; a function `do_X`
carries out an answer that legality.pxd has found legal and enters what comes next. So the order of a turn can be
read from the last line of each function. Only this file sets `phase` and `decider`.

Common knowledge: at a sealed table whose turn it is to speak must follow from what everybody knows, so there (and
wherever this game object has hidden tiles) a question stays open until its owner answers it.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport at_least, byte_of, lowest, one, popcount8, several, some, tops_mask
from acquire_core.engine.board cimport (FOUNDS, GROWS, ISOLATED, MERGES, absorb, is_dead, label, largest, may_end, must_scan,
                                        set_size, some_dead, spot, tell_if_safe)
from acquire_core.engine.market cimport pay_bonuses, score_chain, trade_blocks
from acquire_core.engine.merger cimport complete_merger, dispose, disposal_queue
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *


# --- tiles in hands and bag -------------------------------------------------------------------------------------------

cdef inline void take_from_hand(GameState* s, int seat, int slot) noexcept nogil:
    """Slots are refilled from the end, so a hand has no order."""
    s.known[seat] -= 1
    s.hand[seat][slot] = s.hand[seat][s.known[seat]]


cdef inline int slot_of(const GameState* s, int seat, int square) noexcept nogil:
    """Where a known hand holds `square`, or -1."""
    cdef int slot
    for slot in range(s.known[seat]):
        if s.hand[seat][slot] == square:
            return slot
    return -1


cdef inline int bag_index(const GameState* s, int square) noexcept nogil:
    """Where `square` lies among the unseen ones, or -1."""
    cdef int i
    for i in range(s.unseen):
        if s.bag[i] == square:
            return i
    return -1


cdef inline void take_from_bag(GameState* s, int index) noexcept nogil:
    s.unseen -= 1
    s.bag[index] = s.bag[s.unseen]


cdef inline void lay_away(GameState* s, int seat, int square, EventList* events) noexcept nogil:
    """A tile that left its hand is out of the game, for everybody to see."""
    s.laid_away += 1
    s.bag[TILES - s.laid_away] = <uint8_t>square
    set_shown(s, square, False)
    s.busy = 1
    if events != NULL:
        emit(events, E_LAID_AWAY, seat).square = <uint8_t>square


cdef inline void reveal(GameState* s, int seat, int square) noexcept nogil:
    """A hidden tile of a hand becomes known; its owner holds it now as a known one."""
    take_from_bag(s, bag_index(s, square))
    s.hidden[seat] -= 1
    s.hand[seat][s.known[seat]] = <uint8_t>square
    s.known[seat] += 1


cdef inline bint hand_is_public(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Whether everybody who matters here knows all of a hand: at a sealed table the table, else this object."""
    cdef int slot
    if s.hidden[seat]:
        return False
    if r.sealed:
        for slot in range(s.known[seat]):
            if not is_shown(s, s.hand[seat][slot]):
                return False
    return True


cdef inline uint16_t playable_slots(const GameState* s, const Rules* r, int seat) noexcept nogil:
    cdef int slot, known = s.known[seat]
    cdef uint32_t slots = (<uint32_t>1 << known) - 1
    if must_scan(s, r):
        for slot in range(known):
            if spot(s, r, s.hand[seat][slot]) > MERGES:
                slots &= ~(<uint32_t>1 << slot)
    return <uint16_t>slots


# --- the opening ------------------------------------------------------------------------------------------------------

cdef inline void ask(GameState* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    s.decider = <int8_t>s.current


cdef inline void ask_chance(GameState* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    s.decider = CHANCE_SEAT


cdef inline int next_live(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """The next seat clockwise that is still in the game."""
    seat = seat + 1 if seat + 1 < r.seats else 0
    while s.retired >> seat & 1:
        seat = seat + 1 if seat + 1 < r.seats else 0
    return seat


cdef inline void set_up(GameState* s, const Rules* r) noexcept nogil:
    """An empty board with the whole bag unseen, before anything is drawn."""
    cdef int tile, chain, seat
    memset(s, 0, sizeof(GameState))
    for tile in range(TILES):
        s.bag[tile] = <uint8_t>square_of(tile)
    s.unseen = TILES
    for chain in range(CHAINS):
        s.bank += BLOCKS * one(chain)
        s.price |= <uint64_t>r.price_units[chain][0] << (8 * chain)
    for seat in range(r.seats):
        s.cash[seat] = r.start_cash
    s.live = r.seats


cdef inline void enter_game(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if r.starting_tiles:
        s.target = 0
        s.due = r.seats
        ask_chance(s, P_START)
    else:
        enter_deal(s, r, 0, events)


cdef inline long start_rank(const Rules* r, int square) noexcept nogil:
    """What the start rule compares, lowest first; ties go by number, then letter (A29)."""
    cdef int column = (square - FIRST_SQUARE) // COLUMN, row = (square - FIRST_SQUARE) % COLUMN
    if r.start_rule == TOPMOST_ROW:
        return row * 16 + column
    if r.start_rule == CLOSEST_1A:
        return (column * column + row * row) * 256 + square
    if r.start_rule == CLOSEST_1A_MANHATTAN:
        return (column + row) * 256 + square
    return square


cdef inline void do_start_tile(GameState* s, const Rules* r, int index, EventList* events) noexcept nogil:
    """R7. The squares are kept in the hands until all are drawn, for R8 compares them."""
    cdef int square = s.bag[index], seat, starter = -1
    take_from_bag(s, index)
    label(s, square, LOOSE)
    s.hand[s.target][0] = <uint8_t>square
    if events != NULL:
        emit(events, E_START_TILE, s.target).square = <uint8_t>square
    s.target += 1
    s.due -= 1
    if s.due:
        return
    if r.start_rule == SEAT0:
        starter = next_live(s, r, r.seats - 1)
    else:
        for seat in range(r.seats):
            if s.retired >> seat & 1:
                continue
            if starter < 0 or start_rank(r, s.hand[seat][0]) < start_rank(r, s.hand[starter][0]):
                starter = seat
    enter_deal(s, r, starter, events)


cdef inline void enter_deal(GameState* s, const Rules* r, int starter, EventList* events) noexcept nogil:
    if s.retired >> starter & 1:
        starter = next_live(s, r, starter)
    s.current = <uint8_t>starter
    s.target = s.current
    s.due = HAND
    s.purpose = FOR_DEAL
    if events != NULL:
        emit(events, E_STARTER, starter)
    ask_chance(s, P_DRAW)


# --- the turn up to the tile ------------------------------------------------------------------------------------------

cdef inline void enter_turn(GameState* s, const Rules* r, int seat, EventList* events) noexcept nogil:
    s.current = <uint8_t>seat
    s.turn += s.turn < 65535
    s.busy = 0
    s.power = NO_POWER
    s.placed = 0
    s.founded = 0
    s.replaced = 0
    if events != NULL:
        emit(events, E_TURN, seat).dollars = s.turn
    enter_declare_before(s, r, events)


cdef inline void enter_declare_before(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """R41 for `anytime`: a player may announce and then found a small chain (A1)."""
    if r.end_mode == ANYTIME and not s.declared and may_end(s, r):
        ask(s, P_DECLARE_BEFORE)
        return
    enter_power_start(s, r, events)


cdef inline void do_declare(GameState* s, const Rules* r, bint yes, EventList* events) noexcept nogil:
    if yes:
        s.declared = 1
        if events != NULL:
            emit(events, E_DECLARED, s.current)
    if s.phase == P_DECLARE_BEFORE:
        enter_power_start(s, r, events)
    elif yes:
        enter_end(s, r, R_DECLARED, events)
    else:
        enter_end_of_turn_draw(s, r, events)


cdef inline void enter_power_start(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if (r.special_powers and s.placed == 0 and s.power == NO_POWER
            and ~s.powers[s.current] & (1 << TAKE5 | 1 << PLAY4)):
        ask(s, P_POWER_START)
        return
    enter_place(s, r, events)


cdef inline void do_power(GameState* s, const Rules* r, int power, EventList* events) noexcept nogil:
    if power != NO_POWER:
        s.power = <uint8_t>power
        s.powers[s.current] |= <uint8_t>(1 << power)
        if events != NULL:
            emit(events, E_POWER, s.current).other = <uint8_t>power
    if s.phase == P_POWER_BUY:
        s.trades = 0
        if power == TRADE2:
            enter_trade2(s, r, events)
        else:
            ask(s, P_BUY)
    elif power == TAKE5:
        enter_draw(s, r, FOR_TAKE5, 5, events)
    else:
        enter_place(s, r, events)


cdef inline void enter_place(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Ask for a tile; without a playable one the edition decides (I17). Inside a Play 4 one is known to be possible."""
    cdef int seat = s.current
    s.playable = playable_slots(s, r, seat)
    if s.playable == 0 and s.placed == 0 and hand_is_public(s, r, seat):
        if r.no_tile == END_GAME:
            enter_end(s, r, R_NO_TILE, events)
            return
        if r.no_tile == REPLACE_HAND and not s.replaced and s.known[seat]:
            ask(s, P_REPLACE_HAND)
            return
    ask(s, P_PLACE)


cdef inline void do_show(GameState* s, const Rules* r, const uint8_t* squares, int count, EventList* events) noexcept nogil:
    """The whole hand, known to everybody from now on; then what follows from that knowledge."""
    cdef int seat = s.current, i
    for i in range(count):
        if slot_of(s, seat, squares[i]) < 0:
            reveal(s, seat, squares[i])
        set_shown(s, squares[i], True)
    if events != NULL:
        emit(events, E_SHOWN, seat)
        for i in range(count):
            add_tile(events, squares[i])
    if s.placed:
        enter_power_buy(s, r, events)                # nothing more to place in this Play 4
    else:
        enter_place(s, r, events)


cdef inline void do_replace_hand(GameState* s, const Rules* r, bint yes, EventList* events) noexcept nogil:
    """A18: the old hand leaves the game, as many new tiles come from the bag."""
    cdef int seat = s.current, count = s.known[seat]
    s.replaced = 1
    if not yes:
        enter_place(s, r, events)
        return
    if events != NULL:
        emit(events, E_REPLACED, seat).a = <uint8_t>count
    while s.known[seat]:
        s.known[seat] -= 1
        lay_away(s, seat, s.hand[seat][s.known[seat]], events)
    enter_draw(s, r, FOR_REPLACE, count, events)


cdef inline void do_pass(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if events != NULL:
        emit(events, E_PASSED, s.current)
    if r.no_tile == END_GAME and s.hidden[s.current]:
        enter_end(s, r, R_NO_TILE, events)           # a hidden hand's own word that it has no tile (K5)
    else:
        enter_power_buy(s, r, events)


cdef inline void do_stop(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if events != NULL:
        emit(events, E_STOPPED, s.current)
    if s.phase == P_TRADE2:
        ask(s, P_BUY)
    else:
        enter_power_buy(s, r, events)


# --- the tile ---------------------------------------------------------------------------------------------------------

cdef inline void do_place(GameState* s, const Rules* r, int slot, EventList* events) noexcept nogil:
    """R10 to R18. `slot` is the place in the known hand."""
    cdef int seat = s.current, square = s.hand[seat][slot], kind = spot(s, r, square), chain, shape
    cdef bint was_safe
    cdef Event* event
    take_from_hand(s, seat, slot)
    if s.shown[0] | s.shown[1]:
        set_shown(s, square, False)
    s.tile = <uint8_t>square
    s.busy = 1
    if events != NULL:
        emit(events, E_PLACED, seat).square = <uint8_t>square
    if kind == GROWS:
        chain = lowest(s.near[square] & ALL_CHAINS)
        was_safe = s.safe >> chain & 1
        event = NULL
        if events != NULL:
            event = emit(events, E_GREW, seat)
            event.chain = <uint8_t>chain
            event.square = <uint8_t>square
        shape = s.size[chain] + 1 + absorb(s, square, 1 << chain, events)
        label(s, square, 1 << chain)
        set_size(s, r, chain, shape)
        if event != NULL:
            event.a = <uint8_t>shape
        tell_if_safe(s, chain, was_safe, events)
        after_tile(s, r, events)
    elif kind == ISOLATED:
        label(s, square, LOOSE)
        after_tile(s, r, events)
    else:
        s.cell[square] = LOOSE                       # unlabelled until it is settled (K19)
        if kind == FOUNDS:
            ask(s, P_FOUND)
        else:
            enter_merger(s, r, events)


cdef inline void do_found(GameState* s, const Rules* r, int chain, EventList* events) noexcept nogil:
    """R13 to R15; NO_CHAIN declines."""
    cdef int square = s.tile, size
    cdef Event* event = NULL
    if chain == NO_CHAIN:
        label(s, square, LOOSE)
        if events != NULL:
            emit(events, E_NOT_FOUNDED, s.current)
        after_tile(s, r, events)
        return
    if events != NULL:
        event = emit(events, E_FOUNDED, s.current)
        event.chain = <uint8_t>chain
        event.square = <uint8_t>square
    size = 1 + absorb(s, square, 1 << chain, events)
    label(s, square, 1 << chain)
    s.active |= <uint8_t>(1 << chain)
    s.founded |= <uint8_t>(1 << chain)
    set_size(s, r, chain, size)
    if event != NULL:
        event.a = <uint8_t>size
        event.b = byte_of(s.bank, chain) != 0
    if byte_of(s.bank, chain):                       # R15, while the market has one
        s.bank -= one(chain)
        s.rows[s.current] += one(chain)
    tell_if_safe(s, chain, False, events)
    after_tile(s, r, events)


cdef inline void after_tile(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """A tile is settled: Play 4 may go on (K6), else the purchase comes."""
    s.placed += 1
    if s.live <= 1:
        enter_end(s, r, R_RETIRED, events)           # somebody left while this was being settled (K32)
        return
    if s.power == PLAY4 and s.placed < 4 and not s.retired >> s.current & 1 and hand_count(s, s.current):
        if playable_slots(s, r, s.current) or not hand_is_public(s, r, s.current):
            enter_declare_before(s, r, events)
            return
    enter_power_buy(s, r, events)


# --- mergers ----------------------------------------------------------------------------------------------------------

cdef inline void enter_merger(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef uint32_t touched = s.near[s.tile] & ALL_CHAINS, tied = largest(s, touched)
    cdef Event* event
    s.defunct = <uint8_t>touched
    if events != NULL:
        event = emit(events, E_MERGER, s.current)
        event.square = s.tile
        event.a = <uint8_t>touched
    if r.merger_bonus:
        s.cash[s.current] += r.merger_bonus          # V2, K20
        if events != NULL:
            emit(events, E_MERGER_BONUS, s.current).dollars = r.merger_bonus
    if several(tied):
        ask(s, P_SURVIVOR)
    else:
        do_survivor(s, r, lowest(tied), events)


cdef inline void do_survivor(GameState* s, const Rules* r, int chain, EventList* events) noexcept nogil:
    s.survivor = <uint8_t>chain
    s.defunct &= <uint8_t>~(1 << chain)
    if events != NULL:
        emit(events, E_SURVIVOR, s.current).chain = <uint8_t>chain
    enter_next_defunct(s, r, events)


cdef inline void enter_next_defunct(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """R23: largest first, the mergemaker chooses among equals, each time anew (A6)."""
    cdef uint32_t tied
    if s.defunct == 0:
        complete_merger(s, r, events)
        after_tile(s, r, events)
        return
    tied = largest(s, s.defunct)
    if several(tied) and not s.retired >> s.current & 1:
        ask(s, P_NEXT_DEFUNCT)
    else:                                            # a mergemaker who has left chooses the first in list order (L4)
        do_next_defunct(s, r, lowest(tied), events)


cdef inline void do_next_defunct(GameState* s, const Rules* r, int chain, EventList* events) noexcept nogil:
    cdef Event* event
    s.dying = <uint8_t>chain
    s.defunct &= <uint8_t>~(1 << chain)
    if events != NULL:
        event = emit(events, E_DEFUNCT, s.current)
        event.chain = <uint8_t>chain
        event.a = s.size[chain]
        event.dollars = 100 * byte_of(s.price, chain)
    if r.market_competes and (r.market_full_set or bag_count(s)):
        ask_chance(s, P_MARKET_DRAW)
    else:
        settle_defunct(s, r, 0, events)


cdef inline void do_market_tile(GameState* s, const Rules* r, int square, EventList* events) noexcept nogil:
    """R35: the tile's number is the market's holding; the tile goes back."""
    cdef int number = (square - FIRST_SQUARE) // COLUMN + 1
    cdef Event* event
    if events != NULL:
        event = emit(events, E_MARKET, -1)
        event.chain = s.dying
        event.square = <uint8_t>square
        event.a = <uint8_t>number
    if s.end_reason:
        score_chain(s, r, s.dying, number, events)
        s.dying += 1
        enter_score(s, r, events)
    else:
        settle_defunct(s, r, number, events)


cdef inline void settle_defunct(GameState* s, const Rules* r, int market_blocks, EventList* events) noexcept nogil:
    """R24: bonuses, then every holder's disposal."""
    pay_bonuses(s, r, s.dying, byte_of(s.price, s.dying), market_blocks, events)
    s.queue = 0xF if r.no_disposal else disposal_queue(s, r, s.dying)
    enter_dispose(s, r, events)


cdef inline void enter_dispose(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef int seat = s.queue & 0xF
    while seat != 0xF and s.retired >> seat & 1:     # a retired seat sells, unasked (L3, K33)
        dispose(s, seat, byte_of(s.rows[seat], s.dying), 0, events)
        s.queue >>= 4
        seat = s.queue & 0xF
    if seat == 0xF:
        enter_next_defunct(s, r, events)
    else:
        s.phase = P_DISPOSE
        s.decider = <int8_t>seat


cdef inline void do_dispose(GameState* s, const Rules* r, int sell, int pairs, EventList* events) noexcept nogil:
    dispose(s, s.decider, sell, pairs, events)
    s.queue >>= 4
    enter_dispose(s, r, events)


# --- the purchase -----------------------------------------------------------------------------------------------------

cdef inline void enter_power_buy(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if s.retired >> s.current & 1:
        after_purchase(s, r, events)                 # L3: it never buys
        return
    if (r.special_powers and s.power == NO_POWER
            and ~s.powers[s.current] & (1 << FREE3 | 1 << BUY5 | 1 << TRADE2)):
        ask(s, P_POWER_BUY)
        return
    ask(s, P_BUY)


cdef inline bint trade2_possible(const GameState* s) noexcept nogil:
    cdef uint32_t gives = tops_mask(at_least(s.rows[s.current], <uint64_t>0x0202020202020202)) & s.active
    cdef uint32_t gets = tops_mask(some(s.bank)) & s.active
    return gives != 0 and gets != 0 and several(gives | gets)


cdef inline void enter_trade2(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    if s.trades < 3 and trade2_possible(s):
        ask(s, P_TRADE2)
        return
    ask(s, P_BUY)


cdef inline void do_trade2(GameState* s, const Rules* r, int give, int get, EventList* events) noexcept nogil:
    cdef Event* event
    trade_blocks(s, s.current, one(get), 2 * one(give), 0)
    s.trades += 1
    if events != NULL:
        event = emit(events, E_TRADED, s.current)
        event.chain = <uint8_t>give
        event.other = <uint8_t>get
    enter_trade2(s, r, events)


cdef inline void do_buy(GameState* s, const Rules* r, uint64_t buys, uint64_t sells, int32_t dollars,
                        EventList* events) noexcept nogil:
    """`dollars` is what the whole purchase costs; sales count against it."""
    trade_blocks(s, s.current, buys, sells, dollars)
    if events != NULL:
        tell_purchase(s, buys, sells, events)
    after_purchase(s, r, events)


cdef inline void tell_purchase(const GameState* s, uint64_t buys, uint64_t sells, EventList* events) noexcept nogil:
    cdef int chain
    cdef Event* event
    for chain in range(CHAINS):
        if byte_of(sells, chain):
            event = emit(events, E_SOLD, s.current)
            event.chain = <uint8_t>chain
            event.count = <uint8_t>byte_of(sells, chain)
            event.dollars = 100 * byte_of(s.price, chain) * event.count
    for chain in range(CHAINS):
        if byte_of(buys, chain):
            event = emit(events, E_BOUGHT, s.current)
            event.chain = <uint8_t>chain
            event.count = <uint8_t>byte_of(buys, chain)
            event.dollars = 0 if s.power == FREE3 else 100 * byte_of(s.price, chain) * event.count


cdef inline void after_purchase(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """A4: an end takes effect after buying, before drawing."""
    if s.declared:
        enter_end(s, r, R_DECLARED, events)
    elif may_end(s, r):
        if r.end_mode == AUTO:
            enter_end(s, r, R_AUTOMATIC, events)
        elif s.retired >> s.current & 1:
            enter_end_of_turn_draw(s, r, events)
        else:
            ask(s, P_DECLARE_END)
    else:
        enter_end_of_turn_draw(s, r, events)


# --- drawing and dead tiles (R39, K8) ---------------------------------------------------------------------------------

cdef inline void enter_end_of_turn_draw(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef int count = hand_count(s, s.current)
    if s.retired >> s.current & 1:
        enter_next_turn(s, r, events)                # K31
        return
    s.due = <uint8_t>(HAND - count if count < HAND else 0)
    s.rounds = 0
    if r.discard_first and r.dead_policy != DEAD_NEVER:
        s.rounds = 1
        if lay_dead_away(s, r, events):
            return
    enter_draw(s, r, FOR_REFILL, s.due, events)


cdef inline void enter_draw(GameState* s, const Rules* r, int purpose, int due, EventList* events) noexcept nogil:
    """Tiles for the seat whose turn it is, one after the other, while there are any."""
    s.purpose = <uint8_t>purpose
    s.due = <uint8_t>due
    s.target = s.current
    if s.due and bag_count(s):
        if purpose == FOR_REFILL and r.open_pick:
            ask(s, P_PICK)
        else:
            ask_chance(s, P_DRAW)
    elif s.due and purpose == FOR_REFILL and r.end_on_bag == CANNOT_REFILL:
        enter_end(s, r, R_CANNOT_REFILL, events)     # K11
    else:
        after_draw(s, r, events)


cdef inline void do_draw(GameState* s, const Rules* r, int index, EventList* events) noexcept nogil:
    """A tile from place `index` of the unseen ones; -1 is a tile that this game object does not know."""
    cdef int seat = s.target, square = 0
    if index < 0:
        s.hidden[seat] += 1
    else:
        square = s.bag[index]
        take_from_bag(s, index)
        s.hand[seat][s.known[seat]] = <uint8_t>square
        s.known[seat] += 1
    s.busy = 1
    if events != NULL:
        emit(events, E_PICKED if s.phase == P_PICK else E_DRAWN, seat).square = <uint8_t>square
    s.due -= 1
    if s.purpose != FOR_DEAL:
        if bag_count(s) == 0:
            if r.end_on_bag == LAST_DRAWN:
                enter_end(s, r, R_LAST_DRAWN, events)    # K10
                return
            if s.due:
                enter_draw(s, r, s.purpose, s.due, events)
                return
        if s.due == 0:
            after_draw(s, r, events)
    elif s.due == 0:
        next_hand(s, r, events)


cdef inline void next_hand(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """R9: six tiles for the next seat, or the first turn."""
    s.target = <uint8_t>next_live(s, r, s.target)
    s.due = HAND
    if hand_count(s, s.target):                      # once round
        s.due = 0
        enter_turn(s, r, next_live(s, r, s.current) if s.retired >> s.current & 1 else s.current, events)


cdef inline void after_draw(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    s.due = 0
    if s.purpose != FOR_REFILL:
        enter_place(s, r, events)
        return
    if r.dead_policy != DEAD_NEVER and (s.rounds == 0 or (r.dead_repeat and s.rounds == 1)):
        if not r.dead_repeat:
            s.rounds = 1
        if lay_dead_away(s, r, events):
            return
        if s.due:
            enter_draw(s, r, FOR_REFILL, s.due, events)
            return
    enter_next_turn(s, r, events)


cdef inline bint unseen_dead_tile(const GameState* s, const Rules* r) noexcept nogil:
    """Whether common knowledge leaves it possible that a hidden tile of the hand is dead (PROTOCOL.md 2.1)."""
    cdef int i, seat
    for i in range(s.unseen):
        if is_dead(s, r, s.bag[i]):
            return True
    if r.sealed:
        for seat in range(r.seats):
            for i in range(s.known[seat]):
                if not is_shown(s, s.hand[seat][i]) and is_dead(s, r, s.hand[seat][i]):
                    return True
    return False


cdef inline bint lay_dead_away(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """A round of dead tiles: True if their owner has to be asked, else those that go by themselves are gone.

    `due` grows by one for each tile laid away. At a table where the hand is not common knowledge the owner is asked
    whenever an unseen tile is dead; tiles that everybody knows to be dead go unasked under `auto`.
    """
    cdef int seat = s.current, slot, square
    cdef bint public, open_question = False, held = False
    if not some_dead(s, r) or hand_count(s, seat) == 0:
        return False
    public = hand_is_public(s, r, seat)
    if not public:
        open_question = unseen_dead_tile(s, r)
    if r.dead_policy == DEAD_CHOICE and not open_question:
        for slot in range(s.known[seat]):
            square = s.hand[seat][slot]
            if (public or is_shown(s, square)) and is_dead(s, r, square):
                held = True
    if open_question or held:
        ask(s, P_DISCARD)
        return True
    if r.dead_policy == DEAD_AUTO:
        slot = 0
        while slot < s.known[seat]:
            square = s.hand[seat][slot]
            if is_dead(s, r, square) and (public or is_shown(s, square)):
                take_from_hand(s, seat, slot)
                lay_away(s, seat, square, events)
                s.due += 1
            else:
                slot += 1
    return False


cdef inline void do_discard(GameState* s, const Rules* r, const uint8_t* squares, int count, EventList* events) noexcept nogil:
    """The owner's answer; an empty one ends the rounds of this turn (K9)."""
    cdef int seat = s.current, i, slot
    for i in range(count):
        slot = slot_of(s, seat, squares[i])
        if slot < 0:
            reveal(s, seat, squares[i])
            slot = s.known[seat] - 1
        take_from_hand(s, seat, slot)
        lay_away(s, seat, squares[i], events)
        s.due += 1
    if count == 0:
        s.rounds = 2
    if s.due:
        enter_draw(s, r, FOR_REFILL, s.due, events)
    else:
        s.purpose = FOR_REFILL
        after_draw(s, r, events)


cdef inline void enter_next_turn(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """R44 and the next player."""
    if s.busy:
        s.idle_turns = 0
    else:
        s.idle_turns += s.idle_turns < 255
        if r.stall_end and s.idle_turns >= s.live:
            enter_end(s, r, R_STALL, events)
            return
    enter_turn(s, r, next_live(s, r, s.current), events)


# --- the end ----------------------------------------------------------------------------------------------------------

cdef inline void enter_end(GameState* s, const Rules* r, int reason, EventList* events) noexcept nogil:
    s.end_reason = <uint8_t>reason
    s.dying = 0
    if events != NULL:
        emit(events, E_ENDED, s.current).other = <uint8_t>reason
    enter_score(s, r, events)


cdef inline void enter_score(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """R42, chain after chain in list order; each waits for the market's tile where the market competes."""
    while s.dying < CHAINS:
        if s.active >> s.dying & 1 or (r.score_inactive and r.score_units_at_zero[s.dying]):
            if r.market_competes and (r.market_full_set or bag_count(s)):
                ask_chance(s, P_MARKET_DRAW)
                return
            score_chain(s, r, s.dying, 0, events)
        s.dying += 1
    ask_chance(s, P_OVER)


# --- leaving for good (section 7) -------------------------------------------------------------------------------------

cdef inline void do_retire(GameState* s, const Rules* r, int seat, EventList* events) noexcept nogil:
    """L2: tiles back into the bag; then whatever the seat owes is settled by L4."""
    cdef int slot, square
    if events != NULL:
        emit(events, E_RETIRED, seat).a = <uint8_t>hand_count(s, seat)
    s.retired |= <uint8_t>(1 << seat)
    s.live -= 1
    for slot in range(s.known[seat]):
        square = s.hand[seat][slot]
        set_shown(s, square, False)
        s.bag[s.unseen] = <uint8_t>square
        s.unseen += 1
    s.known[seat] = 0
    s.hidden[seat] = 0
    if s.end_reason:
        return                                       # only the market's tiles are still due
    if s.live <= 1 and s.phase not in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_MARKET_DRAW, P_DISPOSE):
        enter_end(s, r, R_RETIRED, events)
    elif s.phase == P_DRAW and s.purpose == FOR_DEAL:
        if s.target == seat:                         # K30: the deal goes on without it
            next_hand(s, r, events)
    elif s.phase == P_DISPOSE and s.decider == seat:
        enter_dispose(s, r, events)
    elif s.current == seat and s.phase != P_START:
        settle_for_absent(s, r, events)


cdef inline void settle_for_absent(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """L4 for the seat whose turn it is: a choice falls to the first chain, any other step is skipped (K31)."""
    if s.phase == P_FOUND:
        do_found(s, r, lowest(~s.active & ALL_CHAINS), events)
    elif s.phase == P_SURVIVOR:
        do_survivor(s, r, lowest(largest(s, s.defunct)), events)
    elif s.phase == P_NEXT_DEFUNCT:
        do_next_defunct(s, r, lowest(largest(s, s.defunct)), events)
    elif s.phase in (P_DECLARE_END, P_DISCARD, P_PICK, P_DRAW):
        if s.phase == P_DRAW and s.purpose != FOR_REFILL:
            after_purchase(s, r, events)
        else:
            enter_next_turn(s, r, events)
    elif s.phase in (P_DECLARE_BEFORE, P_POWER_START, P_REPLACE_HAND, P_PLACE, P_POWER_BUY, P_TRADE2, P_BUY):
        after_purchase(s, r, events)
