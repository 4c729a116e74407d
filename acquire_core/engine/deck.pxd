"""The tiles still to come, in their order: what `ShuffledBag` and `ScriptedBag` are once a game has read them.

A deck is not part of the state: the rules get their tiles from outside. The order of `ShuffledBag(seed)` is written here to be
fast and in tile_source.py to be read.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from acquire_core.engine.playout cimport Rng, below, market_square
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport sort_squares

cdef struct Deck:
    uint8_t order[168]                               # MAX_DRAWS of tile_source.py
    uint8_t first
    uint8_t count
    int market_used
    Rng rng


cdef inline void shuffle_deck(Deck* deck, const GameState* s, uint64_t seed) noexcept nogil:
    """Fill an empty deck in the order of ShuffledBag(seed), without the tiles that are not in the bag of this position."""
    cdef uint8_t order[108]
    cdef uint8_t in_bag[144]
    cdef int i, j
    cdef uint8_t square
    deck.rng.state = seed
    for i in range(TILES):
        order[i] = <uint8_t>square_of(i)
    for i in range(TILES - 1, 0, -1):
        j = below(&deck.rng, i + 1)
        square = order[i]
        order[i] = order[j]
        order[j] = square
    memset(in_bag, 0, sizeof(in_bag))
    for i in range(s.unseen):
        in_bag[s.bag[i]] = 1
    for i in range(TILES):
        if in_bag[order[i]]:
            deck.order[deck.count] = order[i]
            deck.count += 1


cdef inline int next_of_deck(Deck* deck) noexcept nogil:
    """Take the next tile of the order; return its square, or -1 when there is none."""
    if deck.first == deck.count:
        return -1
    deck.first += 1
    return deck.order[deck.first - 1]


cdef inline int shuffled_square(Deck* deck, const GameState* s) noexcept nogil:
    """Take the tile that a shuffled bag gives to the open question; return its square, or -1. A market tile goes back."""
    return market_square(s, &deck.rng) if s.phase == P_MARKET_DRAW else next_of_deck(deck)


cdef inline void drop_from_deck(Deck* deck, int square) noexcept nogil:
    """Take a tile that left the bag out of turn (open pick) out of the order as well, where it comes up first."""
    cdef int i, found = deck.first
    while found < deck.count and deck.order[found] != square:
        found += 1
    if found < deck.count:
        deck.count -= 1
        for i in range(found, deck.count):
            deck.order[i] = deck.order[i + 1]


cdef inline void mix_deck(Deck* deck, const GameState* s) noexcept nogil:
    """Put all undrawn tiles into a new order (L2); for a shuffled bag without hidden hands."""
    cdef int i, j
    cdef uint8_t square
    deck.first = 0
    deck.count = s.unseen
    memcpy(deck.order, s.bag, s.unseen)
    sort_squares(deck.order, s.unseen)               # so that the new order depends on the seed and the tiles alone
    for i in range(deck.count - 1, 0, -1):
        j = below(&deck.rng, i + 1)
        square = deck.order[i]
        deck.order[i] = deck.order[j]
        deck.order[j] = square
