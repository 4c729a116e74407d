"""What a merger does step by step: who disposes when, what a disposal moves, how the board ends up (R18-R34).

The order of the steps is decided in transition.pxd; the functions here do one thing each.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from acquire_core.engine.bits cimport byte_of, lowest, one
from acquire_core.engine.board cimport absorb, label, relabel, set_size, tell_if_safe, vanish
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport E_DISPOSED, E_MERGED, Event, EventList, GameState, emit


cdef inline uint32_t disposal_queue(const GameState* s, const Rules* r, int chain) noexcept nogil:
    """Return the holders of a defunct chain in the order of R31, or by majority (K23): four bits each, closed by 0xF."""
    cdef uint32_t queue = 0
    cdef int length = 0, i, seat, shares, most = 0, second = 0, ties = 0, rank
    cdef bint asked
    if r.majority_first:
        for seat in range(r.seats):
            shares = byte_of(s.rows[seat], chain)
            if shares > most:
                second = most
                most = shares
                ties = 1
            elif shares == most:
                ties += 1
            elif shares > second:
                second = shares
        if ties > 1:
            second = 0                               # A10: no minority beside a tied majority
    for rank in range(3 if r.majority_first else 1):
        seat = s.current
        for i in range(r.seats):
            shares = byte_of(s.rows[seat], chain)
            asked = shares != 0
            if r.majority_first:
                asked = asked and rank == (0 if shares == most else 1 if shares == second else 2)
            queue |= <uint32_t>(seat * asked) << (4 * length)
            length += asked
            seat = seat + 1 if seat + 1 < r.seats else 0
    return queue | <uint32_t>0xF << (4 * length)


cdef inline int most_pairs(const GameState* s) noexcept nogil:
    """Return how many pairs the disposing seat may trade: those it has, while a share of the survivor is left for each (R33)."""
    cdef int pairs = byte_of(s.rows[s.decider], s.dying) // 2, there = byte_of(s.bank, s.survivor)
    return pairs if pairs < there else there


cdef inline void dispose(GameState* s, int seat, int sell, int pairs, EventList* events) noexcept nogil:
    """Carry out one holder's disposal (R30-R33): sold shares pay the price before the merger, pairs become survivor shares."""
    cdef int chain = s.dying, units = byte_of(s.price, chain)
    cdef uint64_t given = (sell + 2 * pairs) * one(chain), got = pairs * one(s.survivor)
    cdef Event* event
    if events != NULL:
        event = emit(events, E_DISPOSED, seat)
        event.chain = <uint8_t>chain
        event.other = s.survivor
        event.a = <uint8_t>(byte_of(s.rows[seat], chain) - sell - 2 * pairs)
        event.b = <uint8_t>sell
        event.c = <uint8_t>(2 * pairs)
        event.dollars = 100 * units * sell
    s.rows[seat] += got - given
    s.bank += given - got
    s.cash[seat] += 100 * units * sell


cdef inline void complete_merger(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Give the defunct chains, the placed tile and all loose tiles connected to it to the survivor (R34)."""
    cdef int survivor = s.survivor, mark = 1 << survivor, size = s.size[survivor] + 1, chain
    cdef uint32_t gone = s.near[s.tile] & s.active & ~mark, rest = gone
    cdef bint was_safe = s.safe >> survivor & 1
    cdef Event* event = NULL
    while rest:
        chain = lowest(rest)
        rest &= rest - 1
        size += s.size[chain]
        vanish(s, r, chain)
    relabel(s, gone, mark)
    if events != NULL:
        event = emit(events, E_MERGED, s.current)
        event.chain = <uint8_t>survivor
        event.square = s.tile
    size += absorb(s, s.tile, mark, events)
    label(s, s.tile, mark)
    set_size(s, r, survivor, size)
    if event != NULL:
        event.a = s.size[survivor]
    tell_if_safe(s, survivor, was_safe, events)
