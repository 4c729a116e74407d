"""Random play. The policy is a uniform playable tile, chain and tie; uniform pairs traded, then uniform sales; up to the
limit of single purchases, each uniform over {affordable chains, stop}; the end announced whenever it may be; every dead
tile laid away; any other choice uniform. Nothing is sold outside mergers, and founder_buys_four is not used.

One policy and two ways to run it: `choose` answers the question that is asked (for stepping through the phase
machine), `play_turn` runs a turn with its common answers inlined. Both consume the generator alike, so one checksum
proves that they agree. Chance is imagined: tiles come from the unseen ones by swapping with the last.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport byte_of, lowest, one, popcount8, select_bit, some, tops_mask
from acquire_core.engine.bits cimport TOPS
from acquire_core.engine.board cimport is_dead, largest
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport purchase_limit
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.transition cimport *

cdef struct Rng:
    uint64_t state


cdef inline uint64_t next64(Rng* g) noexcept nogil:
    """splitmix64: the state is a counter, so draws do not wait for one another."""
    cdef uint64_t z
    g.state += <uint64_t>0x9E3779B97F4A7C15
    z = g.state
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int below(Rng* g, uint32_t n) noexcept nogil:
    """Uniform in 0 .. n-1, n small."""
    return <int>(((next64(g) >> 32) * n) >> 32)


cdef inline int nth_bit(uint32_t mask, int k) noexcept nogil:
    while k:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


cdef inline int count_bits(uint32_t mask) noexcept nogil:
    return popcount8(mask & 0xFF) + popcount8(mask >> 8 & 0xFF)


cdef inline int random_slot(const GameState* s, Rng* g) noexcept nogil:
    """A playable slot of the hand whose turn it is; there is one."""
    cdef int known = s.known[s.current]
    if s.playable == (1 << known) - 1:
        return below(g, known)
    return nth_bit(s.playable, below(g, count_bits(s.playable)))


cdef inline uint64_t random_purchase(const GameState* s, const Rules* r, Rng* g, int32_t* dollars) noexcept nogil:
    """A row of blocks and its price; one draw of the generator serves up to four blocks."""
    cdef uint64_t x = next64(g), buys = 0, bank = s.bank, price = s.price, have = some(price), can
    cdef int32_t units = s.cash[s.current] // 100, spent = 0, left
    cdef int i, chain, k, n, limit = r.max_buy
    cdef uint32_t mask
    if s.power:
        limit = purchase_limit(s, r)
        if s.power == FREE3:                         # active chains only, for nothing
            for chain in range(CHAINS):
                if not s.active >> chain & 1:
                    have &= ~(<uint64_t>0x80 << (8 * chain))
            price = 0
    for i in range(limit):
        left = units - spent
        if left > 127:
            left = 127
        can = have & some(bank) & ((<uint64_t>left * <uint64_t>0x0101010101010101 | TOPS) - price)
        mask = tops_mask(can)
        n = popcount8(mask)
        if i == 4:
            x = next64(g)
        k = <int>(((x & 0xFFFF) * (n + 1)) >> 16)
        x >>= 16
        if k == n:
            break
        chain = select_bit(mask, k)
        bank -= one(chain)
        buys += one(chain)
        spent += byte_of(price, chain)
        if r.same_kind and s.power != FREE3:
            have = <uint64_t>0x80 << (8 * chain)
    dollars[0] = 100 * spent
    return buys


cdef inline void random_disposal(const GameState* s, Rng* g, int* sell, int* pairs) noexcept nogil:
    cdef int blocks = byte_of(s.rows[s.decider], s.dying), most = byte_of(s.bank, s.survivor)
    cdef uint64_t x = next64(g)
    if most > blocks // 2:
        most = blocks // 2
    pairs[0] = <int>(((x >> 32) * (most + 1)) >> 32)
    sell[0] = <int>((<uint64_t><uint32_t>x * (blocks - 2 * pairs[0] + 1)) >> 32)


cdef inline int market_square(const GameState* s, Rng* g) noexcept nogil:
    """Any tile of the bag; with an empty bag any of the 108 (K22)."""
    return s.bag[below(g, s.unseen)] if s.unseen else square_of(below(g, TILES))


cdef inline void choose(const GameState* s, const Rules* r, Rng* g, Act* a) noexcept nogil:
    """The policy's answer to whatever is asked, chance included. No hand may be hidden."""
    cdef int phase = s.phase, i, j, n, sell, pairs, seat = s.current
    cdef int32_t dollars
    cdef uint32_t mask
    memset(a, 0, sizeof(Act))
    a.seat = s.decider
    a.chain = NO_CHAIN
    if phase == P_PLACE:
        if s.playable == 0:
            a.kind = A_PASS if s.placed == 0 else A_STOP
            if not hand_is_public(s, r, seat):
                a.kind = A_SHOW
                a.count = s.known[seat]
                for i in range(a.count):
                    a.squares[i] = s.hand[seat][i]
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
    elif phase == P_FOUND:
        a.kind = A_FOUND
        mask = ~s.active & (ALL_CHAINS | (1 << NO_CHAIN if r.found_optional else 0))
        a.chain = <uint8_t>nth_bit(mask, below(g, popcount8(mask)))
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
        for i in range(s.known[seat]):
            if is_dead(s, r, s.hand[seat][i]):
                a.squares[a.count] = s.hand[seat][i]
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
    """One step by the phase machine, for all that is not worth inlining."""
    cdef Act act
    choose(s, r, g, &act)
    carry_out(s, r, &act, NULL)


cdef inline void imagine(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Give every hidden tile a value, uniformly from the unseen ones."""
    cdef int seat, index
    for seat in range(r.seats):
        while s.hidden[seat]:
            index = below(g, s.unseen)
            s.hand[seat][s.known[seat]] = s.bag[index]
            s.known[seat] += 1
            s.hidden[seat] -= 1
            take_from_bag(s, index)
    if s.phase == P_PLACE:
        s.playable = playable_slots(s, r, s.current)


cdef inline bint play_turn(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Play to the next turn or to the end; False when the game is over."""
    cdef int turn = s.turn, sell, pairs
    cdef int32_t dollars
    cdef uint64_t buys
    while s.phase != P_OVER and s.turn == turn:
        if s.phase == P_PLACE and s.playable and s.placed == 0:
            do_place(s, r, random_slot(s, g), NULL)
        if s.phase == P_BUY:
            buys = random_purchase(s, r, g, &dollars)
            do_buy(s, r, buys, 0, dollars, NULL)
            if s.phase == P_DRAW and s.turn == turn:
                do_draw(s, r, below(g, s.unseen), NULL)
        elif s.phase == P_DISPOSE:
            random_disposal(s, g, &sell, &pairs)
            do_dispose(s, r, sell, pairs, NULL)
        elif s.phase != P_PLACE or s.playable == 0 or s.placed:
            answer(s, r, g)
    return s.phase != P_OVER


cdef inline void play_out(GameState* s, const Rules* r, Rng* g, int turns) noexcept nogil:
    """Play to the end, or through that many turns."""
    while turns and play_turn(s, r, g):
        turns -= 1
