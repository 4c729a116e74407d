"""What other compiled modules of the core may see of the door: observations, playouts, rule tables and refusals."""

from libc.stdint cimport uint8_t, uint16_t

from acquire_core.engine.legality cimport Act
from acquire_core.engine.playout cimport Rng
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport GameState

ctypedef void (*RunFunction)(GameState*, const Rules*, Rng*, int) noexcept nogil

cdef RunFunction run_random                  # the random player of the CPU variant in use


cdef struct Glimpse:
    # The position in which a rival placed a tile, as this observer saw it: all hands but the observer's own are counts.
    GameState state
    uint8_t square                           # the tile that was placed then
    uint8_t turns_ago                        # counted in placements of this rival


cdef class RuleTable:
    """A ruleset at a table of so many seats, in the form the engine reads. Never changed once made."""

    cdef Rules r
    cdef object ruleset
    cdef tuple names
    cdef dict numbers


cdef class History:
    """All actions of a game, append-only and shared between copies: each game owns the first `length` items."""

    cdef GameState start
    cdef RuleTable table
    cdef bint from_start
    cdef uint16_t* items
    cdef int count
    cdef int room

    cdef int append(self, uint16_t item) except -1
    cdef History fork(self, int length)


cdef class Observation:
    cdef GameState s
    cdef RuleTable table
    cdef History past
    cdef int length
    cdef int viewer
    cdef int asked                           # who is asked; in `s`, this observer where a sealed step concerns it
    cdef bint bag_is_open

    cdef int list_choices(self, uint16_t* codes) noexcept nogil
    cdef int decisions_since(self, Observation earlier, uint16_t* codes, int most) noexcept
    cdef int look_back(self, int most, Glimpse* glimpses, GameState* refilled) noexcept


cdef RuleTable table_for(object ruleset, object players, bint sealed)
cdef object refused(const Act* a, int verdict, tuple names, str detail)
cdef object seed_number(object seed)
