"""What all minds share: what a position is worth as things stand, the gain of purchases, and the options worth looking at.

The functions look at states and never change them. Nothing here is learnt; what is learnt is in value.pxd. The edge of a seat
is its wealth if the game ended now, less a part of the rivals' mean, in dollars: crude, fast, and never silly. In teams a seat
counts its partner's money as its own.
"""

from libc.stdint cimport int32_t, uint16_t, uint64_t

from acquire_core.engine.bits cimport byte_of, one
from acquire_core.engine.codes cimport *
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport pay_bonuses, score_chain
from acquire_core.engine.merger cimport most_pairs
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *

cdef enum:
    MAX_OPTIONS = 128

cdef extern from *:
    """
    /* How much a rival's wealth hurts. Measured, a casual player against three beginners: 47 % with 1, 53 % with 0.3. */
    #define ACQ_RIVALS_WEIGHT 0.3
    """
    const double RIVALS_WEIGHT "ACQ_RIVALS_WEIGHT"


cdef inline void wealth_now(const GameState* s, const Rules* r, int32_t* wealth) noexcept nogil:
    """Fill `wealth` with each seat's money if the game ended now, without the market's tiles; in a merger the old sizes count."""
    cdef GameState end
    cdef int chain, seat
    copy_state(&end, s, r.state_bytes)
    for chain in range(CHAINS):
        if end.active >> chain & 1:
            score_chain(&end, r, chain, 0, NULL)
    for seat in range(r.seats):
        wealth[seat] = end.cash[seat]


cdef inline double edge_of(const Rules* r, const int32_t* wealth, int seat) noexcept nogil:
    """Return the own wealth less a part of the rivals' mean."""
    cdef double own = 0, others = 0
    cdef int other, rivals = 0, friends = 0
    for other in range(r.seats):
        if same_side(r, seat, other):
            own += wealth[other]
            friends += 1
        else:
            others += wealth[other]
            rivals += 1
    return own / friends - RIVALS_WEIGHT * others / rivals


cdef inline double edge(const GameState* s, const Rules* r, int seat) noexcept nogil:
    cdef int32_t wealth[6]
    wealth_now(s, r, wealth)
    return edge_of(r, wealth, seat)


cdef inline int hope(int size) noexcept nogil:
    """Return the dollars that a share of a chain may yet gain by its growth."""
    return 150 if size < 6 else 80 if size < 11 else 30 if size < 31 else 0


cdef inline void purchase_gains(const GameState* s, const Rules* r, int seat, double gains[7][6]) noexcept nogil:
    """Fill `gains` with what k more shares of each chain do to the edge. Wealth is a sum over chains, so purchases add up.

    A share costs what it is worth, so only bonuses count, and some hope for growth in small chains.
    """
    cdef GameState probe
    cdef int chain, k, other, units
    cdef double before
    copy_state(&probe, s, r.state_bytes)
    for chain in range(CHAINS):
        units = byte_of(s.price, chain)
        before = 0
        for k in range(6):
            gains[chain][k] = -1e9
            if k > byte_of(s.bank, chain) or units == 0:
                break
            for other in range(r.seats):
                probe.cash[other] = 0
            probe.rows[seat] = s.rows[seat] + k * one(chain)
            if s.active >> chain & 1:
                pay_bonuses(&probe, r, chain, units, 0, NULL)
            gains[chain][k] = edge_of(r, probe.cash, seat) - before
            if k == 0:
                before = gains[chain][0]
                gains[chain][0] = 0
            elif s.active >> chain & 1:
                gains[chain][k] += k * hope(s.size[chain])
            else:
                gains[chain][k] -= 100 * k * units   # a chain off the board may never come back
            if s.power == FREE3:
                gains[chain][k] += 100 * k * units
        probe.rows[seat] = s.rows[seat]


cdef inline double purchase_gain(const double gains[7][6], uint64_t buys, uint64_t sells) noexcept nogil:
    cdef double gain = 0
    cdef int chain
    for chain in range(CHAINS):
        if byte_of(buys, chain):
            gain += gains[chain][byte_of(buys, chain)]
        if byte_of(sells, chain):
            gain -= 150 * byte_of(sells, chain)      # selling is for need only; a search may find that there is one
    return gain


cdef inline int list_options(const GameState* s, const Rules* r, uint16_t* codes, uint16_t* scratch) noexcept nogil:
    """List the choices worth looking at, and return how many: all, but of disposals and discards only sensible ones.

    `scratch` has room for CODES, `codes` too where a purchase may be asked; other questions have fewer than 128 options.
    """
    cdef int n = 0, shares, most
    if s.phase == P_DISPOSE:
        shares = byte_of(s.rows[s.decider], s.dying)
        most = most_pairs(s)
        n = add_splits(codes, n, shares, 0)
        n = add_splits(codes, n, shares, most)
        return add_splits(codes, n, shares, most // 2)
    if s.phase == P_DISCARD:
        n = list_codes(s, r, scratch)
        codes[0] = scratch[0]
        codes[1] = scratch[n - 1]
        return 2 if n > 1 else 1
    return list_codes(s, r, codes)


cdef inline int add_splits(uint16_t* codes, int n, int shares, int pairs) noexcept nogil:
    """Add the disposals that trade so many pairs and sell all, nothing or half of the rest; return the new count."""
    cdef int rest = shares - 2 * pairs
    n = add_code(codes, n, C_DISPOSE + rank_of_disposal(pairs, rest))
    n = add_code(codes, n, C_DISPOSE + rank_of_disposal(pairs, 0))
    return add_code(codes, n, C_DISPOSE + rank_of_disposal(pairs, rest // 2))


cdef inline int add_code(uint16_t* codes, int n, int code) noexcept nogil:
    cdef int i
    for i in range(n):
        if codes[i] == code:
            return n
    codes[n] = <uint16_t>code
    return n + 1
