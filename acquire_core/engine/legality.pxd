"""What may be done now: the verdict on one action, checked here and nowhere else.

An `Act` is an action in numbers. `check` answers OK or the first rule that refuses it and never changes
anything; the Python door turns a verdict into `Reason` by its position, so both lists have one order.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from libc.string cimport memset

from acquire_core.engine.bits cimport at_least, byte_of, bytes_sum, several, some, tops_mask
from acquire_core.engine.board cimport DEAD, MERGES, NO_EIGHTH, is_dead, largest, spot
from acquire_core.engine.market cimport purchase_limit, worth
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport *
from acquire_core.engine.transition cimport *

cdef enum ActKind:
    A_DECLARE, A_PLACE, A_PASS, A_STOP, A_FOUND, A_SURVIVOR, A_NEXT, A_DISPOSE, A_BUY, A_POWER, A_TRADE2, A_SHOW,
    A_REPLACE, A_DISCARD, A_PICK, A_BID, A_RETIRE, A_START, A_DRAW, A_MARKET

cdef enum Verdict:
    OK, GAME_OVER, WRONG_SEAT, WRONG_PHASE, CHANCE_IS_DUE, TILE_NOT_IN_HAND, TILE_JOINS_SAFE_CHAINS,
    TILE_FOUNDS_EIGHTH_CHAIN, TILE_MIXES_GROWTH, MUST_PLACE, MUST_SHOW, MUST_FOUND, CHAIN_IS_ACTIVE, CHAIN_NOT_TIED,
    DISPOSAL_MISCOUNTS, TRADE_IS_ODD, TRADE_EXCEEDS_MARKET, OVER_THE_LIMIT, CHAIN_NOT_FOR_SALE, KINDS_ARE_MIXED,
    MARKET_IS_SHORT, CASH_IS_SHORT, SELLING_NOT_ALLOWED, NOTHING_TO_SELL, CHAIN_NOT_ACTIVE, BUYS_AND_SELLS,
    POWER_NOT_LEFT, POWER_NOT_NOW, SAME_CHAIN, TOO_FEW_TO_TRADE, SHOW_IS_INCOMPLETE, SHOW_IS_PLAYABLE, TILE_NOT_DEAD,
    DEAD_TILE_KEPT, TILE_REPEATED, TILE_NOT_IN_BAG, WRONG_TARGET, TILE_MUST_BE_KNOWN, ALREADY_RETIRED, NO_SUCH_SEAT,
    BID_IS_UNEVEN, BID_TOO_HIGH, MALFORMED

cdef struct Act:
    uint8_t kind
    int8_t seat                      # CHANCE_SEAT for chance
    uint8_t chain
    uint8_t other                    # second chain, power marker, or yes
    uint8_t square                   # 0 is an unknown tile
    uint8_t target
    uint8_t hold
    uint8_t sell
    uint8_t trade
    uint8_t count                    # of squares
    uint16_t units                   # of a bid
    uint64_t buys
    uint64_t sells
    uint8_t squares[11]


cdef inline int refuse_spot(int kind) noexcept nogil:
    """Return the verdict on placing a tile where spot() says `kind`."""
    if kind <= MERGES:
        return OK
    if kind == DEAD:
        return TILE_JOINS_SAFE_CHAINS
    return TILE_FOUNDS_EIGHTH_CHAIN if kind == NO_EIGHTH else TILE_MIXES_GROWTH


cdef inline void ask_seat(GameState* other, const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Copy a state in which a sealed step is asked, with the question put to another seat that the step concerns."""
    copy_state(other, s, r.state_bytes)
    turn_to(other, r, seat)


cdef inline bint concerns(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return True if a sealed step is asked that concerns a seat; it may have answered already, and may change that (M13)."""
    return r.rounds and 0 <= seat < r.seats and s.round.concerned >> seat & 1


cdef inline int check(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    """Return OK, or the first rule that refuses the action."""
    if r.rounds and a.kind < A_RETIRE and a.seat != s.decider and concerns(s, r, a.seat):
        return check_of_seat(s, r, a)
    return check_asked(s, r, a)


cdef inline int check_of_seat(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    """Return the verdict on an answer of another seat that a sealed step concerns."""
    cdef GameState other
    ask_seat(&other, s, r, a.seat)
    return check_asked(&other, r, a)


cdef inline int check_asked(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    """Return the verdict on an action; in a sealed step, of the seat to which the question is put."""
    if a.kind == A_RETIRE:
        if s.phase == P_OVER:
            return GAME_OVER
        if not 0 <= a.seat < r.seats:
            return NO_SUCH_SEAT
        return ALREADY_RETIRED if s.retired >> a.seat & 1 else OK
    if s.phase == P_OVER:
        return GAME_OVER
    if a.kind >= A_START:
        return check_chance(s, r, a)
    if s.decider == CHANCE_SEAT:
        return CHANCE_IS_DUE
    if a.seat != s.decider:
        return WRONG_SEAT if 0 <= a.seat < r.seats else NO_SUCH_SEAT
    if a.kind == A_DECLARE:
        return OK if s.phase in (P_DECLARE_BEFORE, P_DECLARE_END) else WRONG_PHASE
    if a.kind == A_PLACE:
        return check_place(s, r, a)
    if a.kind == A_PASS:
        return check_pass(s, r)
    if a.kind == A_STOP:
        return check_stop(s, r)
    if a.kind == A_FOUND:
        if s.phase != P_FOUND:
            return WRONG_PHASE
        if a.chain == NO_CHAIN:
            return OK if r.found_optional else MUST_FOUND
        return CHAIN_IS_ACTIVE if s.active >> a.chain & 1 else OK
    if a.kind == A_SURVIVOR:
        if s.phase != P_SURVIVOR:
            return WRONG_PHASE
        return OK if largest(s, s.defunct) >> a.chain & 1 else CHAIN_NOT_TIED
    if a.kind == A_NEXT:
        if s.phase != P_NEXT_DEFUNCT:
            return WRONG_PHASE
        return OK if largest(s, s.defunct) >> a.chain & 1 else CHAIN_NOT_TIED
    if a.kind == A_DISPOSE:
        return check_dispose(s, a)
    if a.kind == A_BUY:
        return check_buy(s, r, a.buys, a.sells) if s.phase == P_BUY else WRONG_PHASE
    if a.kind == A_POWER:
        return check_power(s, a.other)
    if a.kind == A_TRADE2:
        return check_trade2(s, a.chain, a.other)
    if a.kind == A_SHOW:
        return check_show(s, r, a)
    if a.kind == A_REPLACE:
        return OK if s.phase == P_REPLACE_HAND else WRONG_PHASE
    if a.kind == A_DISCARD:
        return check_discard(s, r, a)
    if a.kind == A_PICK:
        if s.phase != P_PICK:
            return WRONG_PHASE
        return OK if bag_index(s, a.square) >= 0 else TILE_NOT_IN_BAG
    if a.kind == A_BID:
        if s.phase != P_BID:
            return WRONG_PHASE
        return OK if a.units <= bid_limit(s, r, a.seat) else BID_TOO_HIGH
    return MALFORMED


cdef inline int check_chance(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    if s.decider != CHANCE_SEAT:
        return WRONG_PHASE
    if a.kind == A_MARKET:
        if s.phase != P_MARKET_DRAW:
            return WRONG_PHASE
        if bag_count(s) == 0:                        # full_set: any of the 108
            return OK
        return OK if bag_index(s, a.square) >= 0 else TILE_NOT_IN_BAG
    if s.phase != (P_START if a.kind == A_START else P_DRAW):
        return WRONG_PHASE
    if a.target != s.target:
        return WRONG_TARGET if a.target < r.seats else NO_SUCH_SEAT
    if a.square == 0:                                # convert.pxi lets only draws be unknown
        return OK
    return OK if bag_index(s, a.square) >= 0 else TILE_NOT_IN_BAG


cdef inline int check_place(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    if s.phase != P_PLACE:
        return WRONG_PHASE
    if slot_of(s, s.current, a.square) < 0 and (s.hidden[s.current] == 0 or bag_index(s, a.square) < 0):
        return TILE_NOT_IN_HAND
    return refuse_spot(spot(s, r, a.square))


cdef inline bint must_answer_replace(const GameState* s, const Rules* r) noexcept nogil:
    return r.no_tile == REPLACE_HAND and not s.replaced and hand_count(s, s.current) != 0


cdef inline int check_pass(const GameState* s, const Rules* r) noexcept nogil:
    """Return the verdict on passing (R11). A hidden hand is believed at an open table, and shown first at a sealed one."""
    if s.phase != P_PLACE or s.placed:
        return WRONG_PHASE
    if s.playable or (r.rounds and not r.sealed):
        return MUST_PLACE
    if r.rounds:
        return OK if s.round.showing >> s.current & 1 else MUST_SHOW
    if hand_is_public(s, r, s.current):
        return OK
    return MUST_SHOW if r.sealed or must_answer_replace(s, r) else OK


cdef inline int check_stop(const GameState* s, const Rules* r) noexcept nogil:
    if s.phase == P_TRADE2:
        return OK
    if s.phase != P_PLACE or s.placed == 0:
        return WRONG_PHASE
    if not r.play4_mandatory:
        return OK
    if s.playable:
        return MUST_PLACE
    return MUST_SHOW if r.sealed else OK             # K6; a shown hand is not asked


cdef inline int check_dispose(const GameState* s, const Act* a) noexcept nogil:
    cdef int shares
    if s.phase != P_DISPOSE:
        return WRONG_PHASE
    shares = byte_of(s.rows[s.decider], s.dying)
    if a.hold + a.sell + a.trade != shares:
        return DISPOSAL_MISCOUNTS
    if a.trade & 1:
        return TRADE_IS_ODD
    if a.trade // 2 > byte_of(s.bank, s.survivor):
        return TRADE_EXCEEDS_MARKET
    return OK


cdef inline int check_buy(const GameState* s, const Rules* r, uint64_t buys, uint64_t sells) noexcept nogil:
    """Return the verdict on a purchase (R37, S3, V1, V3). A row has at most 25 shares in all, so bytes cannot overflow."""
    cdef int bought = bytes_sum(buys), sold = bytes_sum(sells)
    cdef uint32_t kinds = tops_mask(some(buys)), sold_kinds = tops_mask(some(sells))
    cdef bint founder = (r.founder_buys_four and bought == 4 and not several(kinds) and sold == 0
                         and s.power != FREE3 and kinds & s.founded & s.active)
    if sold and (not r.sell_shares or s.power == FREE3):
        return SELLING_NOT_ALLOWED
    if bought + sold > purchase_limit(s, r) and not founder:
        return OVER_THE_LIMIT
    if kinds & sold_kinds:
        return BUYS_AND_SELLS
    if sold_kinds & ~s.active:
        return CHAIN_NOT_ACTIVE
    if tops_mask(at_least(s.rows[s.current], sells)) != 0xFF:
        return NOTHING_TO_SELL
    if kinds & ~tops_mask(some(s.price)) or (s.power == FREE3 and kinds & ~s.active):
        return CHAIN_NOT_FOR_SALE
    if r.same_kind and several(kinds) and s.power != FREE3:
        return KINDS_ARE_MIXED
    if tops_mask(at_least(s.bank, buys)) != 0xFF:
        return MARKET_IS_SHORT
    if s.power != FREE3 and worth(s, buys) > s.cash[s.current] + worth(s, sells):
        return CASH_IS_SHORT
    return OK


cdef inline int check_power(const GameState* s, int power) noexcept nogil:
    if s.phase != P_POWER_START and s.phase != P_POWER_BUY:
        return WRONG_PHASE
    if power == NO_POWER:
        return OK
    if (power == TAKE5 or power == PLAY4) != (s.phase == P_POWER_START):
        return POWER_NOT_NOW
    return POWER_NOT_LEFT if s.powers[s.current] >> power & 1 else OK


cdef inline int check_trade2(const GameState* s, int give, int get) noexcept nogil:
    if s.phase != P_TRADE2:
        return WRONG_PHASE
    if give == get:
        return SAME_CHAIN
    if not s.active >> give & 1 or not s.active >> get & 1:
        return CHAIN_NOT_ACTIVE
    if byte_of(s.rows[s.current], give) < 2:
        return TOO_FEW_TO_TRADE
    return OK if byte_of(s.bank, get) else MARKET_IS_SHORT


cdef inline int count_known(const GameState* s, int seat, const Act* a) noexcept nogil:
    """Return how many of the named tiles are known ones of this hand; -1 if a tile is named twice."""
    cdef int i, j, known = 0
    for i in range(a.count):
        for j in range(i):
            if a.squares[i] == a.squares[j]:
                return -1
        known += slot_of(s, seat, a.squares[i]) >= 0
    return known


cdef inline int check_show(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    cdef int seat = s.current, known, i
    if s.phase != P_PLACE or hand_is_public(s, r, seat):
        return WRONG_PHASE
    if r.rounds and s.round.showing >> seat & 1:
        return WRONG_PHASE
    known = count_known(s, seat, a)
    if known < 0:
        return TILE_REPEATED
    for i in range(a.count):
        if slot_of(s, seat, a.squares[i]) < 0 and (s.hidden[seat] == 0 or bag_index(s, a.squares[i]) < 0):
            return TILE_NOT_IN_HAND
    if known != s.known[seat] or a.count != hand_count(s, seat):
        return SHOW_IS_INCOMPLETE
    for i in range(a.count):
        if spot(s, r, a.squares[i]) <= MERGES:
            return SHOW_IS_PLAYABLE
    return OK


cdef inline int check_discard(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    cdef int seat = s.current, known, i, dead = 0
    if s.phase != P_DISCARD:
        return WRONG_PHASE
    known = count_known(s, seat, a)
    if known < 0:
        return TILE_REPEATED
    if a.count - known > s.hidden[seat]:
        return TILE_NOT_IN_HAND
    for i in range(a.count):
        if slot_of(s, seat, a.squares[i]) < 0 and bag_index(s, a.squares[i]) < 0:
            return TILE_NOT_IN_HAND
        if not is_dead(s, r, a.squares[i]):
            return TILE_NOT_DEAD
    if r.dead_policy == DEAD_AUTO:
        for i in range(s.known[seat]):
            dead += is_dead(s, r, s.hand[seat][i])
        if dead > known:
            return DEAD_TILE_KEPT
    return OK


cdef inline void carry_out(GameState* s, const Rules* r, const Act* a, EventList* events) noexcept nogil:
    """Carry out an action that `check` found legal."""
    if r.rounds:
        if is_answer(s, r, a):
            keep_answer(s, a)
        elif s.round.concerned and a.kind == A_SHOW:
            show_at_once(s, a, events)
        else:
            carry_out_now(s, r, a, events)
        go_on(s, r, events)
        return
    carry_out_now(s, r, a, events)


cdef inline bint is_answer(const GameState* s, const Rules* r, const Act* a) noexcept nogil:
    """Return True for an answer of a sealed step, which waits for the others.

    Leaving does not wait, nor does a hand that is shown at an open table (K60)."""
    return s.round.concerned and a.kind != A_RETIRE and (r.sealed or a.kind != A_SHOW)


cdef inline void show_at_once(GameState* s, const Act* a, EventList* events) noexcept nogil:
    """Show a hand of which a view of an open table did not know that nothing in it can be placed; its seat is not asked (M2)."""
    cdef int i
    for i in range(a.count):
        if slot_of(s, a.seat, a.squares[i]) < 0:
            reveal(s, a.seat, a.squares[i])
    show_hand(s, a.seat, events)
    s.round.chosen[a.seat] = 0
    s.round.concerned &= <uint8_t>~(1 << a.seat)
    s.round.answered &= s.round.concerned


cdef inline void keep_answer(GameState* s, const Act* a) noexcept nogil:
    """Keep an answer of a sealed step until the last is in. A hidden tile that it names is known to this game object from now on,
    and to the table when the answers are opened."""
    cdef int chain, i
    cdef uint32_t shares = 0
    if a.kind == A_SHOW:
        for i in range(a.count):
            if slot_of(s, a.seat, a.squares[i]) < 0:
                reveal(s, a.seat, a.squares[i])
        s.round.showing |= <uint8_t>(1 << a.seat)
        s.round.answered &= <uint8_t>~(1 << a.seat)      # it was a tile before, and `pass` is still to come
        s.round.chosen[a.seat] = 0
        return
    s.round.answered |= <uint8_t>(1 << a.seat)
    if a.kind == A_PASS:
        return
    if a.kind == A_PLACE:
        if slot_of(s, a.seat, a.square) < 0:
            reveal(s, a.seat, a.square)
        s.round.chosen[a.seat] = a.square
    elif a.kind == A_BID:
        s.round.bids[a.seat] = a.units
    elif a.kind == A_DISPOSE:
        s.round.orders[a.seat] = a.sell | <uint32_t>(a.trade // 2) << 8
    elif a.kind == A_DECLARE:
        s.round.orders[a.seat] = a.other
    else:
        for chain in range(CHAINS):
            shares |= <uint32_t>byte_of(a.buys, chain) << (4 * chain)
        s.round.orders[a.seat] = shares


cdef inline void kept_answer(const GameState* s, int seat, Act* a) noexcept nogil:
    """Fill `a` with the answer of a seat that waits for the others."""
    cdef int chain
    memset(a, 0, sizeof(Act))
    a.seat = <int8_t>seat
    a.chain = NO_CHAIN
    if s.phase == P_PLACE:
        a.kind = A_PASS if s.round.showing >> seat & 1 else A_PLACE
        a.square = s.round.chosen[seat]
    elif s.phase == P_BID:
        a.kind = A_BID
        a.units = <uint16_t>s.round.bids[seat]
    elif s.phase == P_DISPOSE:
        a.kind = A_DISPOSE
        a.sell = <uint8_t>(s.round.orders[seat] & 0xFF)
        a.trade = <uint8_t>(2 * (s.round.orders[seat] >> 8))
        a.hold = <uint8_t>(byte_of(s.rows[seat], s.dying) - a.sell - a.trade)
    elif s.phase == P_DECLARE_END:
        a.kind = A_DECLARE
        a.other = <uint8_t>s.round.orders[seat]
    else:
        a.kind = A_BUY
        for chain in range(CHAINS):
            a.buys |= <uint64_t>ordered(s, seat, chain) << (8 * chain)


cdef inline void shown_hand(const GameState* s, int seat, Act* a) noexcept nogil:
    """Fill `a` with the hand that a seat shows in a sealed step."""
    memset(a, 0, sizeof(Act))
    a.seat = <int8_t>seat
    a.kind = A_SHOW
    a.count = <uint8_t>sorted_hand(s, seat, a.squares)


cdef inline void hide_answers(GameState* s, const Rules* r, int viewer) noexcept nogil:
    """Take out what the others have answered in the step that is asked, and put the question to the viewer if it has one."""
    cdef int seat
    for seat in range(r.seats):
        if seat != viewer and s.round.concerned >> seat & 1:
            if s.phase == P_PLACE:
                s.round.chosen[seat] = 0
            elif s.phase == P_BID:
                s.round.bids[seat] = 0
            else:
                s.round.orders[seat] = 0
    s.round.answered &= <uint8_t>(1 << viewer if viewer >= 0 else 0)
    s.round.showing &= <uint8_t>(1 << viewer if viewer >= 0 else 0)
    if viewer >= 0 and s.round.concerned >> viewer & 1:
        turn_to(s, r, viewer)
    elif s.round.concerned:
        s.playable = 0


cdef inline void carry_out_now(GameState* s, const Rules* r, const Act* a, EventList* events) noexcept nogil:
    """Carry out an action of which nothing is sealed, up to where a round would go on by itself."""
    if a.kind == A_PLACE:
        place_square(s, r, a.square, events)
    elif a.kind == A_BUY:
        do_buy(s, r, a.buys, a.sells, 0 if s.power == FREE3 else worth(s, a.buys) - worth(s, a.sells), events)
    elif a.kind == A_DRAW:
        do_draw(s, r, bag_index(s, a.square) if a.square else -1, events)
    elif a.kind == A_DISPOSE:
        do_dispose(s, r, a.sell, a.trade // 2, events)
    elif a.kind == A_FOUND:
        do_found(s, r, a.chain, events)
    elif a.kind == A_SURVIVOR:
        do_survivor(s, r, a.chain, events)
    elif a.kind == A_NEXT:
        do_next_defunct(s, r, a.chain, events)
    elif a.kind == A_DECLARE:
        do_declare(s, r, a.other, events)
    elif a.kind == A_PASS:
        do_pass(s, r, events)
    elif a.kind == A_STOP:
        do_stop(s, r, events)
    elif a.kind == A_MARKET:
        do_market_tile(s, r, a.square, events)
    elif a.kind == A_START:
        do_start_tile(s, r, bag_index(s, a.square), events)
    elif a.kind == A_PICK:
        do_draw(s, r, bag_index(s, a.square), events)
    elif a.kind == A_DISCARD:
        do_discard(s, r, a.squares, a.count, events)
    elif a.kind == A_REPLACE:
        do_replace_hand(s, r, a.other, events)
    elif a.kind == A_SHOW:
        do_show(s, r, a.squares, a.count, events)
    elif a.kind == A_POWER:
        do_power(s, r, a.other, events)
    elif a.kind == A_TRADE2:
        do_trade2(s, r, a.chain, a.other, events)
    elif a.kind == A_RETIRE:
        do_retire(s, r, a.seat, events)


cdef inline void place_square(GameState* s, const Rules* r, int square, EventList* events) noexcept nogil:
    cdef int slot = slot_of(s, s.current, square)
    if slot < 0:
        reveal(s, s.current, square)
        slot = s.known[s.current] - 1
    do_place(s, r, slot, events)
