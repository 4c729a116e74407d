"""Random play. The policy is a uniform playable tile, chain and tie; uniform pairs traded, then uniform sales; up to the
limit of single purchases, each uniform over {affordable chains, stop}; the end announced whenever it may be; every dead
tile set aside; any other choice uniform. Nothing is sold outside mergers, and founder_buys_four is not used.

One policy and two ways to run it: `choose` answers the question that is asked (for stepping through the phase
machine), `plain_turn` takes a turn of the usual kind in one go over the same rule functions, and `play_turn` runs the phase
machine with its common answers inlined wherever a turn is of another kind. Both consume the generator alike, so one checksum
proves that they agree. Chance is imagined: tiles come from the unseen ones by swapping with the last.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport byte_of, lowest, nth_bit, pick_shift, popcount8, several, some
from acquire_core.engine.bits cimport ONES, TOPS
from acquire_core.engine.board cimport is_dead, largest
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport purchase_limit
from acquire_core.engine.merger cimport most_pairs
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport *
from acquire_core.engine.transition cimport *

cdef struct Rng:
    uint64_t state


cdef extern from * nogil:
    """
    /* wyrand: a counter and one wide multiplication, so draws do not wait for one another. The same everywhere. */
    ACQ_INLINE uint64_t acq_fold(uint64_t a, uint64_t b) {
    #if defined(__SIZEOF_INT128__)
        unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    #elif defined(_MSC_VER) && defined(_M_X64)
        uint64_t high, low = _umul128(a, b, &high);
        return low ^ high;
    #else
        uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
        uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
        uint64_t middle = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
        uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
        return (a * b) ^ high;
    #endif
    }
    """
    uint64_t fold "acq_fold"(uint64_t a, uint64_t b)


cdef inline uint64_t next64(Rng* g) noexcept nogil:
    g.state += <uint64_t>0xA0761D6478BD642F
    return fold(g.state, g.state ^ <uint64_t>0xE7037ED1A0B428DB)


cdef inline int below(Rng* g, uint32_t n) noexcept nogil:
    """Return a number from 0 to n - 1, all equally likely as long as n is small."""
    return <int>(((next64(g) >> 32) * n) >> 32)


cdef inline int count_bits(uint32_t mask) noexcept nogil:
    return popcount8(mask & 0xFF) + popcount8(mask >> 8 & 0xFF)


cdef inline int nth_slot(uint32_t mask, int k) noexcept nogil:
    while k:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


cdef inline int random_slot(const GameState* s, Rng* g) noexcept nogil:
    """Return a playable slot of the hand whose turn it is; there must be one."""
    if s.playable < 256:
        return nth_bit(s.playable, below(g, popcount8(s.playable)))
    return nth_slot(s.playable, below(g, count_bits(s.playable)))


cdef inline uint64_t draw_shares(const GameState* s, Rng* g, int32_t* dollars, uint64_t price, uint64_t have, int limit,
                                 bint one_kind) noexcept nogil:
    """Return a row of up to `limit` single draws from {affordable chains of `have`, stop}, and put its price into `dollars`.

    One number of the generator serves four draws.
    """
    cdef uint64_t x = next64(g), buys = 0, margin
    cdef uint64_t stock = (s.bank & (have >> 7) * 0xFF) + <uint64_t>0x7F7F7F7F7F7F7F7F   # top bits: the market has some
    cdef int32_t units = s.cash[s.current] // 100, first
    cdef int i, shift
    if units > 127:                                  # more than five shares can cost
        units = 127
    first = units
    margin = (<uint64_t>units * ONES | TOPS) - price                     # top bits: the cash allows one
    for i in range(limit):
        if i == 4:
            x = next64(g)
        # Byte 7 is not a chain: drawing it is "stop", which empties `margin`, so that the loop needs no branch.
        shift = pick_shift(stock & margin & TOPS | <uint64_t>0x80 << 56, <uint16_t>x)
        x >>= 16
        stock -= <uint64_t>1 << shift
        buys += <uint64_t>1 << shift
        units -= <int32_t>(price >> shift & 0xFF)
        margin -= (price >> shift & 0xFF) * ONES
        margin &= <uint64_t>(<int64_t>(shift - 56) >> 63)
        if one_kind:
            margin &= <uint64_t>0x80 << shift
    buys &= ~(<uint64_t>0xFF << 56)
    dollars[0] = 100 * (first - units)
    return buys


cdef inline uint64_t random_purchase(const GameState* s, const Rules* r, Rng* g, int32_t* dollars) noexcept nogil:
    """Return a row of shares to buy, and put its price into `dollars`."""
    cdef uint64_t have = some(s.price)
    cdef int chain
    if s.power == FREE3:                             # active chains only, for nothing
        for chain in range(CHAINS):
            if not s.active >> chain & 1:
                have &= ~(<uint64_t>0x80 << (8 * chain))
        return draw_shares(s, g, dollars, 0, have, 3, False)
    return draw_shares(s, g, dollars, s.price, have, purchase_limit(s, r), r.same_kind)


cdef inline void random_disposal(const GameState* s, Rng* g, int* sell, int* pairs) noexcept nogil:
    cdef int shares = byte_of(s.rows[s.decider], s.dying), most = most_pairs(s)
    cdef uint64_t x = next64(g)
    pairs[0] = <int>(((x >> 32) * (most + 1)) >> 32)
    sell[0] = <int>((<uint64_t><uint32_t>x * (shares - 2 * pairs[0] + 1)) >> 32)


cdef inline int random_chain(const GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Return a chain that can be founded, or NO_CHAIN where that may be declined."""
    cdef uint32_t mask = ~s.active & (ALL_CHAINS | (1 << NO_CHAIN if r.found_optional else 0))
    return nth_bit(mask, below(g, popcount8(mask)))


cdef inline int random_bid(const GameState* s, const Rules* r, Rng* g, int seat) noexcept nogil:
    """Return a bid from $0 to $1,000 within the limit, in units."""
    cdef int32_t limit = bid_limit(s, r, seat)
    return below(g, <uint32_t>(limit if limit < 10 else 10) + 1)


cdef inline int market_square(const GameState* s, Rng* g) noexcept nogil:
    """Return the square of any tile of the bag; with an empty bag of any of the 108 (K22)."""
    return s.bag[below(g, s.unseen)] if s.unseen else square_of(below(g, TILES))


cdef inline void choose(const GameState* s, const Rules* r, Rng* g, Act* a) noexcept nogil:
    """Fill `a` with the policy's answer to whatever is asked, chance included. No hand may be hidden."""
    cdef int phase = s.phase, i, j, n, sell, pairs, seat = s.current
    cdef int32_t dollars
    cdef uint32_t mask
    cdef uint8_t[11] hand
    memset(a, 0, sizeof(Act))
    a.seat = s.decider
    a.chain = NO_CHAIN
    if phase == P_PLACE:
        if s.playable == 0:
            a.kind = A_PASS if s.placed == 0 else A_STOP
            if not (hand_is_public(s, r, seat) or (r.rounds and s.round.showing >> seat & 1)):
                a.kind = A_SHOW
                a.count = <uint8_t>sorted_hand(s, seat, a.squares)
        elif s.placed and not r.play4_mandatory and below(g, 4) == 0:
            a.kind = A_STOP
        else:
            a.kind = A_PLACE
            a.square = s.hand[seat][random_slot(s, g)]
    elif phase == P_BUY:
        a.kind = A_BUY
        a.buys = random_purchase(s, r, g, &dollars)
    elif phase == P_DRAW:
        a.kind = A_DRAW
        a.seat = CHANCE_SEAT
        a.target = s.target
        a.square = s.bag[below(g, s.unseen)]
    elif phase == P_DISPOSE:
        a.kind = A_DISPOSE
        random_disposal(s, g, &sell, &pairs)
        a.sell = <uint8_t>sell
        a.trade = <uint8_t>(2 * pairs)
        a.hold = <uint8_t>(byte_of(s.rows[s.decider], s.dying) - sell - 2 * pairs)
    elif phase == P_BID:
        a.kind = A_BID
        a.units = <uint16_t>random_bid(s, r, g, s.decider)
    elif phase == P_FOUND:
        a.kind = A_FOUND
        a.chain = <uint8_t>random_chain(s, r, g)
    elif phase == P_SURVIVOR or phase == P_NEXT_DEFUNCT:
        a.kind = A_SURVIVOR if phase == P_SURVIVOR else A_NEXT
        mask = largest(s, s.defunct)
        a.chain = <uint8_t>nth_bit(mask, below(g, popcount8(mask)))
    elif phase == P_DECLARE_BEFORE or phase == P_DECLARE_END:
        a.kind = A_DECLARE
        a.other = 1
    elif phase == P_MARKET_DRAW:
        a.kind = A_MARKET
        a.seat = CHANCE_SEAT
        a.square = <uint8_t>market_square(s, g)
    elif phase == P_DISCARD:
        a.kind = A_DISCARD
        n = sorted_hand(s, seat, hand)
        for i in range(n):
            if is_dead(s, r, hand[i]):
                a.squares[a.count] = hand[i]
                a.count += 1
    elif phase == P_REPLACE_HAND:
        a.kind = A_REPLACE
        a.other = <uint8_t>below(g, 2)
    elif phase == P_POWER_START or phase == P_POWER_BUY:
        a.kind = A_POWER
        mask = 1                                     # none
        for i in range(1, 6):
            if check_power(s, i) == OK:
                mask |= 1 << i
        a.other = <uint8_t>nth_bit(mask, below(g, popcount8(mask)))
    elif phase == P_TRADE2:
        a.kind = A_STOP
        n = 0
        for i in range(CHAINS):
            for j in range(CHAINS):
                n += check_trade2(s, i, j) == OK
        n = below(g, n + 1)
        for i in range(CHAINS):
            for j in range(CHAINS):
                if check_trade2(s, i, j) == OK:
                    n -= 1
                    if n == -1:
                        a.kind = A_TRADE2
                        a.chain = <uint8_t>i
                        a.other = <uint8_t>j
    elif phase == P_PICK:
        a.kind = A_PICK
        a.square = s.bag[below(g, s.unseen)]
    elif phase == P_START:
        a.kind = A_START
        a.seat = CHANCE_SEAT
        a.target = s.target
        a.square = s.bag[below(g, s.unseen)]


cdef inline void answer(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Take one step by the phase machine, for all that is not worth inlining."""
    cdef Act act
    choose(s, r, g, &act)
    carry_out(s, r, &act, NULL)


cdef inline void imagine(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Give every hidden tile a value, uniformly from the unseen ones."""
    cdef int seat, index
    for seat in range(r.seats):
        while s.hidden[seat]:
            index = below(g, s.unseen)
            reveal_at(s, seat, index)
    if s.phase == P_PLACE:
        s.playable = playable_slots(s, r, s.current, False)


cdef inline void settle(GameState* s, const Rules* r, Rng* g, uint32_t turn) noexcept nogil:
    """Answer questions until a purchase is asked, the turn is over or the game is."""
    cdef int sell, pairs
    while s.phase != P_BUY and s.turn == turn:
        if s.phase == P_DISPOSE:
            random_disposal(s, g, &sell, &pairs)
            do_dispose(s, r, sell, pairs, NULL)
        elif s.phase == P_DRAW:
            do_draw(s, r, below(g, s.unseen), NULL)
        elif s.phase == P_START:
            do_start_tile(s, r, below(g, s.unseen), NULL)
        elif s.phase == P_OVER:
            return
        else:
            answer(s, r, g)


cdef inline bint plain_turn(GameState* s, const Rules* r, Rng* g, bint common) noexcept nogil:
    """Play a turn of the usual kind, from its tile to the next player's question, by the rule functions alone.

    `common` is a constant of the caller: where it is true the compiler leaves out options that `Rules.common` excludes.

    Return True if the next turn can be played in the same way. Where anything else comes up, enter the phase machine at that
    point and return False, so that it goes on from there.
    """
    cdef int seat = s.current, slot = random_slot(s, g), square = s.hand[seat][slot], chain, known
    cdef uint32_t turn = s.turn
    cdef uint32_t near = s.near[square], chains = near & ALL_CHAINS
    cdef int32_t dollars
    cdef uint64_t buys
    take_from_hand(s, seat, slot)                    # `shown` may keep a placed tile, because only hands are looked up there
    s.tile = <uint8_t>square
    s.busy = 1
    s.placed = 1
    if several(chains):
        s.placed = 0
        s.cell[square] = LOOSE
        enter_merger(s, r, NULL)
        settle(s, r, g, turn)
        if s.phase != P_BUY:
            return False
    elif chains:
        chain = lowest(chains)
        set_size(s, r, chain, s.size[chain] + 1 + absorb(s, square, chains, NULL))
        label(s, square, chains)
    elif near == 0 or s.active == ALL_CHAINS:
        label(s, square, LOOSE)
    else:
        s.placed = 0
        do_found(s, r, random_chain(s, r, g), NULL)
    if common:
        buys = draw_shares(s, g, &dollars, s.price, some(s.price), 3, False)
    else:
        buys = random_purchase(s, r, g, &dollars)
    trade_shares(s, seat, buys, 0, dollars)
    if s.declared or may_end(s, r):
        after_purchase(s, r, NULL)
        return False
    known = s.known[seat]
    if known != HAND - 1 or s.unseen < 2 or (not common and r.discard_first and some_dead(s, r)):
        enter_end_of_turn_draw(s, r, NULL)
        return False
    slot = below(g, s.unseen)
    s.hand[seat][known] = s.bag[slot]
    take_from_bag(s, slot)
    s.known[seat] = HAND
    if (common or r.dead_policy != DEAD_NEVER) and some_dead(s, r) and dead_slots(s, r, seat, common) != 0:
        s.purpose = FOR_REFILL
        s.rounds = FIRST_ROUND
        after_draw(s, r, NULL)
        return False
    s.idle_turns = 0
    s.busy = 0
    s.placed = 0
    s.founded = 0
    s.replaced = 0
    seat = seat + 1 if seat + 1 < r.seats else 0
    s.current = <uint8_t>seat
    s.turn += 1
    s.playable = playable_slots(s, r, seat, common)
    if s.playable == 0:
        enter_place(s, r, NULL)
        return False
    ask(s, P_PLACE)
    return True


cdef inline void play_turn(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Play to the next turn or to the end, by the phase machine."""
    cdef uint32_t turn = s.turn
    cdef int32_t dollars
    cdef uint64_t buys
    while s.turn == turn and s.phase != P_OVER:
        if s.phase == P_BUY:
            buys = random_purchase(s, r, g, &dollars)
            do_buy(s, r, buys, 0, dollars, NULL)
        settle(s, r, g, turn)


include "playout_rounds.pxi"


cdef inline void play_out(GameState* s, const Rules* r, Rng* g, int turns) noexcept nogil:
    """Play to the end, or through that many turns (-1 for all)."""
    cdef Rng own = g[0]                              # a local generator stays in a register
    cdef uint32_t turn
    if r.rounds:
        play_rounds(s, r, g, turns)
        return
    while turns and s.phase != P_OVER:
        turn = s.turn
        if r.plain and s.phase == P_PLACE and s.placed == 0 and s.playable and not s.retired:
            while (plain_turn(s, r, &own, True) if r.common else plain_turn(s, r, &own, False)):
                turn = s.turn
                turns -= 1
                if turns == 0:
                    break
            if turns == 0:
                break
        if s.turn == turn:
            play_turn(s, r, &own)
        turns -= 1
    g[0] = own
