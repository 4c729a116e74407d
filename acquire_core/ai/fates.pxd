"""What came of options in imagined worlds, world by world, with the decisions on the way.

The worlds of a turn are numbered, and all its decisions are tried in the same ones. In one world everybody always decides alike.
So where an option is one step of a world that an earlier decision of the turn has tried, its outcome is known already, and it is
exact; a search tree could remember no more. The main line of an option is what followed it in most worlds.
"""

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    STEPS = 16               # decisions noted behind an option
    LINE = 8                 # the longest main line
    MAX_FATES = 1024         # worlds remembered of an option; only a search that ends by the clock tries more
    LIKELY_ELSEWHERE = 8     # worlds that must agree on what others do after the turn, because their tiles are imagined


cdef struct Fate:
    double reward
    double wins[6]           # by seat, and so is money
    double money[6]
    uint16_t path[STEPS]     # codes of what was decided after the option, from `first` to `steps`
    uint8_t first
    uint8_t steps
    uint8_t this_turn        # where the path leaves the turn
    uint8_t known


cdef inline void note_step(Fate* fate, int code, bint this_turn) noexcept nogil:
    """Add a decision to the path while there is room."""
    if fate.steps < STEPS:
        fate.path[fate.steps] = <uint16_t>code
        fate.steps += 1
        if this_turn:
            fate.this_turn = fate.steps


cdef inline bint begins_with(const Fate* fate, const uint16_t* codes, int count) noexcept nogil:
    """Return True if the path begins with these decisions."""
    cdef int i
    if not fate.known or fate.steps - fate.first < count:
        return False
    for i in range(count):
        if fate.path[fate.first + i] != codes[i]:
            return False
    return True


cdef inline bint can_begin_at(const Fate* fate, int first) noexcept nogil:
    """Return True if enough of the path is left after this step for a whole main line."""
    return fate.steps < STEPS or first + LINE <= STEPS


cdef inline int main_line(const Fate* fates, int count, uint16_t* line) noexcept nogil:
    """Write the decisions that followed in more than half of the worlds tried into `line`, and return how many there are.

    After the turn it ends where fewer than LIKELY_ELSEWHERE worlds agree.
    """
    cdef int i, n = 0, tried = 0, votes, code, agreed, own
    for i in range(count):
        tried += fates[i].known
    while n < LINE:
        # If any code has a majority, it is the one that is left when pairs of different codes cancel each other.
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
