"""Tiles and chains on the board: what a square would do, founding, growth, absorption (R12-R17, R34, R40)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from acquire_core.engine.bits cimport lowest, several
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport (ALL_CHAINS, COLUMN, FIRST_SQUARE, GameState, LOOSE, SQUARES, E_SAFE, EventList,
                                        add_tile, emit)

cdef enum Spot:
    ISOLATED, FOUNDS, GROWS, MERGES, DEAD, NO_EIGHTH, MIXED


cdef inline bint is_dead(const GameState* s, const Rules* r, int square) noexcept nogil:
    """Return True if a tile is unplayable for good: it touches two chains that can never merge (R12, R20, K18)."""
    cdef uint32_t chains = s.near[square] & ALL_CHAINS
    cdef uint32_t safe = chains & s.safe
    if r.any_safe:
        return safe != 0 and several(chains)
    return several(safe)


cdef inline int spot(const GameState* s, const Rules* r, int square) noexcept nogil:
    """Return what a tile would do on this square; from DEAD on it may not be placed."""
    cdef uint32_t near = s.near[square]
    cdef uint32_t chains = near & ALL_CHAINS
    if chains == 0:
        if near == 0:
            return ISOLATED
        if s.active == ALL_CHAINS:
            return ISOLATED if r.eighth_unfounded else NO_EIGHTH
        return FOUNDS
    if several(chains) and is_dead(s, r, square):
        return DEAD
    if r.forbid_mixed and near & LOOSE:
        return MIXED
    return MERGES if several(chains) else GROWS


cdef inline bint must_scan(const GameState* s) noexcept nogil:
    """Return True if any square can be unplayable under ordinary rules; mostly none can, and the search is saved."""
    return several(s.safe) or s.active == ALL_CHAINS


cdef inline bint some_dead(const GameState* s, const Rules* r) noexcept nogil:
    """Return True if any square can be dead at all."""
    return several(s.safe) or (r.any_safe and s.safe != 0)


cdef inline void label(GameState* s, int square, int mark) noexcept nogil:
    """Put `mark` (a chain's bit or LOOSE) on a square, and into `near` of its neighbours."""
    s.cell[square] = <uint8_t>mark
    s.near[square - 1] |= <uint8_t>mark
    s.near[square + 1] |= <uint8_t>mark
    s.near[square - COLUMN] |= <uint8_t>mark
    s.near[square + COLUMN] |= <uint8_t>mark


cdef inline void look_around(GameState* s, int square) noexcept nogil:
    """Compute `near` of a square again after a neighbour stopped being loose. The pads left and right of the board are left out:
    their neighbours lie outside the array, and nobody reads their `near`."""
    if FIRST_SQUARE <= square < FIRST_SQUARE + 12 * COLUMN:
        s.near[square] = (s.cell[square - 1] | s.cell[square + 1]
                          | s.cell[square - COLUMN] | s.cell[square + COLUMN])


cdef inline int take_if_loose(GameState* s, int square, int mark, uint8_t* found, int count) noexcept nogil:
    """Label a loose tile and put it on the list; return the new length. No branch, as a CPU cannot predict what is loose."""
    cdef uint8_t cell = s.cell[square]
    cdef bint loose = cell == LOOSE
    s.cell[square] = <uint8_t>mark if loose else cell
    found[count] = <uint8_t>square
    return count + loose


cdef inline int absorb(GameState* s, int square, int mark, EventList* events) noexcept nogil:
    """Label every loose tile connected to `square` (R17, R34) and count them; `square` itself is not counted."""
    cdef uint8_t found[112]
    cdef int count = 0, done = 0, p = square, i
    if not s.near[square] & LOOSE:
        return 0
    s.cell[square] = <uint8_t>mark                   # until its chain was chosen, this tile lay there as a loose one
    while True:
        count = take_if_loose(s, p - COLUMN, mark, found, count)
        count = take_if_loose(s, p - 1, mark, found, count)
        count = take_if_loose(s, p + 1, mark, found, count)
        count = take_if_loose(s, p + COLUMN, mark, found, count)
        if done == count:
            break
        p = found[done]
        done += 1
    for i in range(count):
        p = found[i]
        look_around(s, p - 1)
        look_around(s, p + 1)
        look_around(s, p - COLUMN)
        look_around(s, p + COLUMN)
    if events != NULL:
        for i in range(count):
            add_tile(events, found[i])
    return count


cdef inline void set_size(GameState* s, const Rules* r, int chain, int size) noexcept nogil:
    """Set a chain's size and what follows from it: price, safety, and whether it may end the game."""
    cdef int shift = 8 * chain
    s.size[chain] = <uint8_t>size
    s.price = s.price & ~(<uint64_t>0xFF << shift) | <uint64_t>r.price_units[chain][size] << shift
    if size >= r.safe_size:
        s.safe |= <uint8_t>(1 << chain)
    if size >= r.end_size:
        s.huge = 1


cdef inline void tell_if_safe(GameState* s, int chain, bint was_safe, EventList* events) noexcept nogil:
    """Report that a chain has just become safe, if it has."""
    if events != NULL and not was_safe and s.safe >> chain & 1:
        emit(events, E_SAFE, -1).chain = <uint8_t>chain


cdef inline void vanish(GameState* s, const Rules* r, int chain) noexcept nogil:
    """Take a chain off the board; `relabel` gives its squares to another."""
    cdef int shift = 8 * chain
    s.size[chain] = 0
    s.price = s.price & ~(<uint64_t>0xFF << shift) | <uint64_t>r.price_units[chain][0] << shift
    s.active &= <uint8_t>~(1 << chain)
    s.safe &= <uint8_t>~(1 << chain)


cdef inline void relabel(GameState* s, int old_chains, int mark) noexcept nogil:
    """Put `mark` on every square of the chains in `old_chains`, by loops that compilers turn into vector code."""
    cdef int i
    cdef uint8_t keep = <uint8_t>~old_chains, old = <uint8_t>old_chains, new = <uint8_t>mark, c
    for i in range(SQUARES):
        c = s.cell[i]
        s.cell[i] = <uint8_t>((c & keep) | (new if c & old else 0))
    for i in range(SQUARES):
        c = s.near[i]
        s.near[i] = <uint8_t>((c & keep) | (new if c & old else 0))


cdef inline int largest(const GameState* s, uint32_t chains) noexcept nogil:
    """Return the mask of the largest chains among `chains`; more than one bit is a tie (R22, R23)."""
    cdef int chain, best = 0
    cdef uint32_t tied = 0
    while chains:
        chain = lowest(chains)
        chains &= chains - 1
        if s.size[chain] > best:
            best = s.size[chain]
            tied = 1 << chain
        elif s.size[chain] == best:
            tied |= 1 << chain
    return tied


cdef inline bint may_end(const GameState* s, const Rules* r) noexcept nogil:
    """Return True if the end may be declared (R40): a chain is huge, or there are chains and all are safe (A2, A3)."""
    return s.safe != 0 and (s.huge or (r.end_all_safe and s.active == s.safe))   # a huge chain is safe
