"""Tiles in hands and in the bag: taking, setting aside, revealing; and which of a hand can be placed or are dead.

`bag` holds the unseen squares from its front and those set aside from its back. A hand is its known tiles and a count
of hidden ones; hidden tiles are among the unseen.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from acquire_core.engine.bits cimport ONES, TOPS, some, tops_mask
from acquire_core.engine.board cimport MERGES, is_dead, must_scan, spot
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport *


cdef inline void take_from_hand(GameState* s, int seat, int slot) noexcept nogil:
    """Take the tile of a slot out of a hand. The slot is filled from the end, so a hand has no order."""
    s.known[seat] -= 1
    s.hand[seat][slot] = s.hand[seat][s.known[seat]]


cdef inline int slot_of(const GameState* s, int seat, int square) noexcept nogil:
    """Return the slot in which a known hand holds `square`, or -1."""
    cdef int slot
    for slot in range(s.known[seat]):
        if s.hand[seat][slot] == square:
            return slot
    return -1


cdef inline int sorted_hand(const GameState* s, int seat, uint8_t* squares) noexcept nogil:
    """Write the known tiles of a hand into `squares` in board order; return how many there are."""
    cdef int count = s.known[seat], i, j
    cdef uint8_t square
    for i in range(count):
        square = s.hand[seat][i]
        j = i
        while j and squares[j - 1] > square:
            squares[j] = squares[j - 1]
            j -= 1
        squares[j] = square
    return count


cdef inline void sort_squares(uint8_t* squares, int count) noexcept nogil:
    """Sort squares in place, by insertion: there are at most 108, and mostly they are in order already."""
    cdef int i, j
    cdef uint8_t square
    for i in range(1, count):
        square = squares[i]
        j = i
        while j and squares[j - 1] > square:
            squares[j] = squares[j - 1]
            j -= 1
        squares[j] = square


cdef inline int bag_index(const GameState* s, int square) noexcept nogil:
    """Return the place of `square` among the unseen ones, or -1."""
    cdef int i
    for i in range(s.unseen):
        if s.bag[i] == square:
            return i
    return -1


cdef inline void take_from_bag(GameState* s, int index) noexcept nogil:
    s.unseen -= 1
    s.bag[index] = s.bag[s.unseen]


cdef inline void lay_away(GameState* s, int seat, int square, EventList* events) noexcept nogil:
    """Take a tile that has left its hand out of the game, for everybody to see."""
    s.laid_away += 1
    s.bag[TILES - s.laid_away] = <uint8_t>square
    set_shown(s, square, False)
    s.busy = 1
    if events != NULL:
        emit(events, E_LAID_AWAY, seat).square = <uint8_t>square


cdef inline void reveal_at(GameState* s, int seat, int index) noexcept nogil:
    """Make a hidden tile of a hand known: it is the unseen one at this index."""
    s.hand[seat][s.known[seat]] = s.bag[index]
    s.known[seat] += 1
    s.hidden[seat] -= 1
    s.concealed -= 1
    take_from_bag(s, index)


cdef inline void reveal(GameState* s, int seat, int square) noexcept nogil:
    reveal_at(s, seat, bag_index(s, square))


cdef inline bint hand_is_public(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return True if a hand hides nothing: from the whole table if it is sealed, from this game object otherwise."""
    cdef int slot
    if s.hidden[seat]:
        return False
    if r.sealed:
        for slot in range(s.known[seat]):
            if not is_shown(s, s.hand[seat][slot]):
                return False
    return True


cdef inline uint64_t hand_near(const GameState* s, int seat, int known) noexcept nogil:
    """Return `near` of the tiles of a hand, a byte each; for hands of at most eight."""
    cdef const uint8_t* hand = s.hand[seat]
    cdef uint64_t row = 0
    cdef int slot
    if known == HAND:
        return (s.near[hand[0]] | <uint64_t>s.near[hand[1]] << 8 | <uint64_t>s.near[hand[2]] << 16
                | <uint64_t>s.near[hand[3]] << 24 | <uint64_t>s.near[hand[4]] << 32 | <uint64_t>s.near[hand[5]] << 40)
    for slot in range(known):
        row |= <uint64_t>s.near[hand[slot]] << (8 * slot)
    return row


cdef inline uint64_t touch_two(uint64_t near, uint32_t chains) noexcept nogil:
    """Return a row with the top bit set in each byte of `near` that has two or more of the bits of `chains`."""
    cdef uint64_t row = near & chains * ONES
    return some(row & ((row | TOPS) - ONES) & ~TOPS)


cdef inline uint32_t dead_slots(const GameState* s, const Rules* r, int seat, bint common) noexcept nogil:
    """Return the slots of the known hand whose tile is dead. `common` is a constant and leaves out rare options (playout.pxd)."""
    cdef int slot, known = s.known[seat]
    cdef uint32_t slots = 0
    if common or (not r.any_safe and known <= 8):
        return tops_mask(touch_two(hand_near(s, seat, known), s.safe))
    for slot in range(known):
        slots |= <uint32_t>is_dead(s, r, s.hand[seat][slot]) << slot
    return slots


cdef inline uint16_t playable_slots(const GameState* s, const Rules* r, int seat, bint common) noexcept nogil:
    """Return the slots of the known hand whose tile may be placed."""
    cdef int slot, known = s.known[seat]
    cdef uint32_t slots = (<uint32_t>1 << known) - 1
    cdef uint64_t near, bad
    if not common and (r.always_scan or known > 8):
        for slot in range(known):
            if spot(s, r, s.hand[seat][slot]) > MERGES:
                slots &= ~(<uint32_t>1 << slot)
    elif must_scan(s):
        # The same as spot() for ordinary rules, for all tiles at once.
        near = hand_near(s, seat, known)
        bad = touch_two(near, s.safe)
        if s.active == ALL_CHAINS and (common or not r.eighth_unfounded):
            bad |= near & ~some(near & ~TOPS)        # loose tiles and no chain
        slots &= ~tops_mask(bad)
    return <uint16_t>slots


cdef inline bint unseen_dead_tile(const GameState* s, const Rules* r) noexcept nogil:
    """Return True if, by what everybody knows, a hidden tile of a hand may be dead (docs/spec/protocol.md, section 1)."""
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
