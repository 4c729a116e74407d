"""What came of options in imagined worlds, world by world, with the decisions on the way.

A turn has its worlds: they are numbered, and all decisions of one turn are thought about in the same ones. So what an option
came to is known again where it was one step of a world that an earlier decision of the turn has tried: that is all a tree could
remember here, for nobody wavers in a world, and it is exact. The main line of an option is what followed it in most worlds.
"""

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    STEPS = 16               # decisions noted behind an option
    LINE = 8                 # of them told
    MAX_FATES = 1024        # worlds remembered of an option; only who thinks by the clock has more
    LIKELY_ELSEWHERE = 8     # worlds that must agree on what others do behind the turn: their tiles are imagined


cdef struct Fate:
    double reward
    double wins[6]           # by seat, and so is money
    double money[6]
    uint16_t path[STEPS]     # codes of what was decided behind the option, from `first` to `steps`
    uint8_t first
    uint8_t steps
    uint8_t this_turn        # where the path leaves the turn
    uint8_t known


cdef inline void note_step(Fate* fate, int code, bint this_turn) noexcept nogil:
    if fate.steps < STEPS:
        fate.path[fate.steps] = <uint16_t>code
        fate.steps += 1
        if this_turn:
            fate.this_turn = fate.steps


cdef inline bint begins_with(const Fate* fate, const uint16_t* codes, int count) noexcept nogil:
    """Whether these decisions followed first."""
    cdef int i
    if not fate.known or fate.steps - fate.first < count:
        return False
    for i in range(count):
        if fate.path[fate.first + i] != codes[i]:
            return False
    return True


cdef inline bint can_begin_at(const Fate* fate, int first) noexcept nogil:
    """Whether as much of the path is left behind a step as is ever told."""
    return fate.steps < STEPS or first + LINE <= STEPS


cdef inline int main_line(const Fate* fates, int count, uint16_t* line) noexcept nogil:
    """The decisions that followed in more than half of the worlds tried; of those behind the turn, only what many agree on."""
    cdef int i, n = 0, tried = 0, votes, code, agreed, own
    for i in range(count):
        tried += fates[i].known
    while n < LINE:
        # The code that has a majority, if one has: the code that is left when pairs of unlike ones have gone.
        votes = 0
        code = 0
        for i in range(count):
            if begins_with(&fates[i], line, n) and fates[i].first + n < fates[i].steps:
                if votes == 0:
                    code = fates[i].path[fates[i].first + n]
                votes += 1 if fates[i].path[fates[i].first + n] == code else -1
        line[n] = <uint16_t>code
        agreed = 0
        own = 0
        for i in range(count):
            if begins_with(&fates[i], line, n + 1):
                agreed += 1
                own += fates[i].first + n < fates[i].this_turn
        if agreed == 0 or 2 * agreed <= tried or (2 * own <= agreed and agreed < LIKELY_ELSEWHERE):
            return n
        n += 1
    return n
