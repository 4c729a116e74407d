"""The switch: what follows what in a turn (docs/spec/rules.md, section 5).

A function `enter_X` asks question X if it applies and otherwise goes on to what follows it; a function `do_X`
carries out an answer that legality.pxd has found legal and enters what comes next. So the order of a turn can be
read from the last line of each function. Only this file and the four that it includes
set `phase` and `decider`, and playout.pxd where it takes a whole turn in one go.

Common knowledge: at a sealed table, which seat is asked next must follow from what everybody knows. So there, and
wherever this game object has hidden tiles, a question stays open until its owner answers it.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport at_least, byte_of, lowest, one, several, some, tops_mask
from acquire_core.engine.board cimport (FOUNDS, GROWS, ISOLATED, absorb, is_dead, label, largest, may_end, set_size, some_dead,
                                        spot, tell_if_safe)
from acquire_core.engine.market cimport pay_bonuses, score_chain, trade_shares
from acquire_core.engine.merger cimport complete_merger, dispose, disposal_queue
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport *


# --- asking -----------------------------------------------------------------------------------------------------------

cdef inline void ask(GameState* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    s.decider = <int8_t>s.current


cdef inline void ask_chance(GameState* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    s.decider = CHANCE_SEAT


cdef inline int next_live(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return the next seat clockwise that is still in the game."""
    seat = seat + 1 if seat + 1 < r.seats else 0
    while s.retired >> seat & 1:
        seat = seat + 1 if seat + 1 < r.seats else 0
    return seat


# --- the turn up to the tile ------------------------------------------------------------------------------------------

cdef inline void enter_turn(GameState* s, const Rules* r, int seat, EventList* events) noexcept nogil:
    if r.rounds:
        s.round.leader = <uint8_t>seat
        s.round.step = S_NEW_ROUND
        return
    s.current = <uint8_t>seat
    s.turn += 1
    s.busy = 0
    s.power = NO_POWER
    s.placed = 0
    s.founded = 0
    s.replaced = 0
    if events != NULL:
        emit(events, E_TURN, seat).dollars = s.turn
    enter_declare_before(s, r, events)


cdef inline void enter_declare_before(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Ask before the tile whether the end is announced, under `anytime` (R41): a small chain may still be founded then (A1)."""
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
    """Ask for a tile; without a playable one the edition decides (I17). Within Play 4 the caller knows that one may be there."""
    cdef int seat = s.current
    s.playable = playable_slots(s, r, seat, False)
    if s.playable == 0 and s.placed == 0 and hand_is_public(s, r, seat):
        show_hand(s, seat, events)
        if r.no_tile == END_GAME:
            enter_end(s, r, R_NO_TILE, events)
            return
        if r.no_tile == REPLACE_HAND and not s.replaced and s.known[seat]:
            ask(s, P_REPLACE_HAND)
            return
    ask(s, P_PLACE)


cdef inline void show_hand(GameState* s, int seat, EventList* events) noexcept nogil:
    """Show a hand without a playable tile to all (R11); nothing happens where all have seen it."""
    cdef uint8_t hand[11]
    cdef int count = sorted_hand(s, seat, hand), i, news = 0
    for i in range(count):
        news += not is_shown(s, hand[i])
        set_shown(s, hand[i], True)
    if news and events != NULL:
        emit(events, E_SHOWN, seat)
        for i in range(count):
            add_tile(events, hand[i])


cdef inline void do_show(GameState* s, const Rules* r, const uint8_t* squares, int count, EventList* events) noexcept nogil:
    """Make the whole hand known to everybody, then go on with what follows from that knowledge."""
    cdef int seat = s.current, i
    for i in range(count):
        if slot_of(s, seat, squares[i]) < 0:
            reveal(s, seat, squares[i])
    show_hand(s, seat, events)
    if s.placed:
        enter_power_buy(s, r, events)                # nothing more to place in this Play 4
    else:
        enter_place(s, r, events)


cdef inline void do_replace_hand(GameState* s, const Rules* r, bint yes, EventList* events) noexcept nogil:
    """Take the old hand out of the game and draw as many new tiles (A18), or keep it."""
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
        enter_end(s, r, R_NO_TILE, events)           # a hidden hand is believed when it says that it has no tile (K5)
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
    """Place the tile in this slot of the known hand, and ask for what it brings about (R10 to R18)."""
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
        s.cell[square] = LOOSE                       # its neighbours learn of it when it is settled (K19)
        if kind == FOUNDS:
            ask(s, P_FOUND)
        else:
            enter_merger(s, r, events)


cdef inline void do_found(GameState* s, const Rules* r, int chain, EventList* events) noexcept nogil:
    """Found a chain (R13 to R15); NO_CHAIN declines."""
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
    """Go on when a tile is settled: with a further one of Play 4 (K6), else with the purchase."""
    s.placed += 1
    if s.live <= 1:
        enter_end(s, r, R_RETIRED, events)           # a seat left while this was being settled (K32)
        return
    if r.rounds:
        s.round.step = S_NEXT_TILE
        return
    if s.power == PLAY4 and s.placed < 4 and not s.retired >> s.current & 1 and hand_count(s, s.current):
        if playable_slots(s, r, s.current, False) or not hand_is_public(s, r, s.current):
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
    """Settle the largest defunct chain next (R23); the mergemaker chooses among equals, each time anew (A6)."""
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
    """Take the tile's number as the market's holding; the tile goes back (R35)."""
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


cdef inline void settle_defunct(GameState* s, const Rules* r, int market_shares, EventList* events) noexcept nogil:
    """Pay the bonuses of a defunct chain, then let every holder dispose (R24)."""
    pay_bonuses(s, r, s.dying, byte_of(s.price, s.dying), market_shares, events)
    if r.rounds:
        s.round.step = S_NEXT_DISPOSAL
        return
    s.queue = 0xF if r.no_disposal else disposal_queue(s, r, s.dying)
    enter_dispose(s, r, events)


cdef inline void enter_dispose(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef int seat = s.queue & 0xF
    while seat != 0xF and s.retired >> seat & 1:     # a retired seat sells without being asked (L3, K33)
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
    trade_shares(s, s.current, one(get), 2 * one(give), 0)
    s.trades += 1
    if events != NULL:
        event = emit(events, E_TRADED, s.current)
        event.chain = <uint8_t>give
        event.other = <uint8_t>get
    enter_trade2(s, r, events)


cdef inline void do_buy(GameState* s, const Rules* r, uint64_t buys, uint64_t sells, int32_t dollars,
                        EventList* events) noexcept nogil:
    """Carry out a purchase. `dollars` is what it costs as a whole; sales count against it."""
    trade_shares(s, s.current, buys, sells, dollars)
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
    """End the game where that is due, which is after buying and before drawing (A4); else go on to the draw."""
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


# --- the end ----------------------------------------------------------------------------------------------------------

cdef inline void enter_end(GameState* s, const Rules* r, int reason, EventList* events) noexcept nogil:
    s.end_reason = <uint8_t>reason
    s.dying = 0
    if events != NULL:
        emit(events, E_ENDED, s.current).other = <uint8_t>reason
    enter_score(s, r, events)


cdef inline void enter_score(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Score chain after chain in list order (R42); each waits for the market's tile where the market competes."""
    while s.dying < CHAINS:
        if s.active >> s.dying & 1 or (r.score_inactive and r.score_units_at_zero[s.dying]):
            if r.market_competes and (r.market_full_set or bag_count(s)):
                ask_chance(s, P_MARKET_DRAW)
                return
            score_chain(s, r, s.dying, 0, events)
        s.dying += 1
    ask_chance(s, P_OVER)


include "opening.pxi"
include "drawing.pxi"
include "leaving.pxi"
include "rounds.pxi"
