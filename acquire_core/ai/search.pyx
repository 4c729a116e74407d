"""The compiled minds: greedy turns, and a flat search that plays imagined worlds to their end.

Everything here works from an `Observation`, that is from a state whose other hands are numbers of tiles. A world is
imagined by dealing the unseen tiles to those hands. The loops run without the GIL.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.ai.thinking cimport *
from acquire_core.engine.codes cimport *
from acquire_core.engine.game cimport Observation, run_random
from acquire_core.engine.legality cimport *
from acquire_core.engine.playout cimport Rng, below, imagine, next64
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport take_from_bag
from acquire_core.engine.transition cimport *


list_purchases()                             # the table of purchases exists once in each compiled module


cdef extern from * nogil:
    """
    /* Another thread sets the flag while this one searches. */
    static inline int acq_is_set(const int *flag) { return *(const volatile int *)flag; }
    """
    bint is_set "acq_is_set"(const int* flag)


cdef struct Option:
    int code
    int visits
    double reward            # sum over the worlds tried, in visits
    double wins[6]           # by seat, and so is money
    double money[6]


cdef enum:
    MOST_TURNS = 2_000       # of an imagined game under rules by which a game need not end


cdef struct Scratch:
    # What would be too much for the stack of a thread; one mind has one, and uses it for one thing at a time.
    uint16_t root[10044]
    uint16_t leaf[10044]
    double worth[7183]


cdef inline double noise(Rng* g) noexcept nogil:
    """Roughly normal with deviation 1: the sum of four uniform numbers."""
    cdef uint64_t x = next64(g)
    cdef double total = 0
    cdef int i
    for i in range(4):
        total += <double>(x & 0xFFFF) / 65536.0
        x >>= 16
    return (total - 2.0) * 1.7320508


cdef double turn_worth(const GameState* s, const Rules* r, int seat, int depth, Scratch* scratch) noexcept nogil:
    """The edge that `seat` can reach by its own decisions from here; rivals sell what becomes defunct, chance is not asked."""
    cdef GameState next
    cdef uint16_t codes[MOST_OPTIONS]
    cdef Act act
    cdef double best = -1e18, worth
    cdef double gains[7][6]
    cdef int i, n, rank
    if s.phase == P_OVER or s.decider < 0 or depth == 0:
        return edge(s, r, seat)
    if s.decider != seat:
        if s.phase != P_DISPOSE:
            return edge(s, r, seat)
        copy_state(&next, s, r.state_bytes)
        do_dispose(&next, r, byte_of(s.rows[s.decider], s.dying), 0, NULL)
        return turn_worth(&next, r, seat, depth, scratch)
    if s.phase == P_BUY:
        purchase_gains(s, r, seat, gains)
        n = list_codes(s, r, scratch.leaf)
        for i in range(n):
            rank = scratch.leaf[i] - C_BUY
            worth = purchase_gain(gains, s, purchases[rank].buys, purchases[rank].sells)
            best = worth if worth > best else best
        return edge(s, r, seat) + best
    if s.phase not in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE, P_POWER_BUY):
        return edge(s, r, seat)
    n = list_options(s, r, codes, scratch.leaf)
    for i in range(n):
        copy_state(&next, s, r.state_bytes)
        decode(&next, codes[i], &act)
        carry_out(&next, r, &act, NULL)
        worth = turn_worth(&next, r, seat, depth - 1, scratch)
        best = worth if worth > best else best
    return best


cdef int options_of(const GameState* s, const Rules* r, bint bag_is_open, Scratch* scratch) noexcept nogil:
    """The options worth looking at; out of an open bag only what lies in it."""
    cdef GameState bag
    if s.phase != P_PICK or not bag_is_open:
        return list_options(s, r, scratch.root, scratch.leaf)
    copy_state(&bag, s, r.state_bytes)
    bag.unseen = <uint8_t>bag_count(s)
    bag.concealed = 0
    return list_codes(&bag, r, scratch.root)


cdef int greedy(const GameState* s, const Rules* r, Rng* g, bint bag_is_open, double blur, int depth,
                Scratch* scratch) noexcept nogil:
    """The option with the best edge after the own decisions that follow; `blur` dollars of noise make mistakes."""
    cdef GameState next
    cdef uint16_t* codes = scratch.root
    cdef double gains[7][6]
    cdef double best = -1e18, worth
    cdef int32_t wealth[6]
    cdef Act act
    cdef int i, n, chosen, seat = s.decider, other
    if s.phase == P_DECLARE_BEFORE or s.phase == P_DECLARE_END:
        wealth_now(s, r, wealth)
        for other in range(r.seats):
            if not same_side(r, seat, other) and wealth[other] >= wealth[seat]:
                return C_END_NO
        return C_END_YES
    n = options_of(s, r, bag_is_open, scratch)
    if n == 0:
        return -1
    if s.phase == P_PICK:
        return codes[below(g, n)]                    # a tile in hand is worth nothing as if the game ended now
    chosen = codes[0]
    if s.phase == P_BUY:
        purchase_gains(s, r, seat, gains)
    for i in range(n):
        if s.phase == P_BUY:
            worth = purchase_gain(gains, s, purchases[codes[i] - C_BUY].buys, purchases[codes[i] - C_BUY].sells)
        else:
            copy_state(&next, s, r.state_bytes)
            decode(&next, codes[i], &act)
            carry_out(&next, r, &act, NULL)
            worth = turn_worth(&next, r, seat, depth, scratch)
        if blur > 0:
            worth += blur * noise(g)
        if worth > best:
            best = worth
            chosen = codes[i]
    return chosen


cdef void deal_unseen(GameState* s, const Rules* r, Rng* g, bint bag_is_open) noexcept nogil:
    """Imagine the hidden hands. Under an open bag they hold what is unseen and not in it."""
    cdef int in_bag = bag_count(s), seat, index
    if not bag_is_open:
        imagine(s, r, g)
        return
    for seat in range(r.seats):
        while s.hidden[seat]:
            index = in_bag + below(g, s.unseen - in_bag)
            s.hand[seat][s.known[seat]] = s.bag[index]
            s.known[seat] += 1
            s.hidden[seat] -= 1
            s.concealed -= 1
            take_from_bag(s, index)


cdef int choose_options(const GameState* s, const Rules* r, bint bag_is_open, int most, Scratch* scratch,
                        Option* options) noexcept nogil:
    """At most `most` options; of many purchases the ones that look best."""
    cdef uint16_t* codes = scratch.root
    cdef double* worth = scratch.worth
    cdef double gains[7][6]
    cdef double best
    cdef int n = options_of(s, r, bag_is_open, scratch), i, kept = 0, top
    if s.phase == P_BUY and n > most:
        purchase_gains(s, r, s.decider, gains)
        for i in range(n):
            worth[i] = purchase_gain(gains, s, purchases[codes[i] - C_BUY].buys, purchases[codes[i] - C_BUY].sells)
        worth[0] = 1e17                              # buying nothing is always looked at
        while kept < most:
            top = 0
            best = -1e18
            for i in range(n):
                if worth[i] > best:
                    best = worth[i]
                    top = i
            options[kept].code = codes[top]
            worth[top] = -2e18
            kept += 1
        return kept
    for i in range(n if n < most else most):
        options[i].code = codes[i]
    return n if n < most else most


cdef void try_option(const GameState* s, const Rules* r, Rng* g, bint bag_is_open, double win_weight, Option* option) noexcept nogil:
    """One imagined world, played at random to its end after the option."""
    cdef GameState world
    cdef Act act
    cdef int seat = s.decider, other
    cdef double total = 0, own = 0, win = 0, won
    copy_state(&world, s, r.state_bytes)
    deal_unseen(&world, r, g, bag_is_open)
    decode(&world, option.code, &act)
    option.visits += 1
    if check(&world, r, &act) != OK:                 # a world in which a hidden tile lies where the option needs it
        option.reward += 0.5 / r.seats
        return
    carry_out(&world, r, &act, NULL)
    run_random(&world, r, g, -1 if r.stall_end else MOST_TURNS)
    for other in range(r.seats):
        total += world.cash[other]
        option.money[other] += world.cash[other]
        won = winners_share(&world, r, other)
        option.wins[other] += won
        if other == seat:
            win = won
        if same_side(r, seat, other):
            own += world.cash[other]
    option.reward += win_weight * win + (1 - win_weight) * (own / total if total > 0 else 0)


cdef int flat(const GameState* s, const Rules* r, Rng* g, bint bag_is_open, int playouts, double win_weight, int most,
              Scratch* scratch, Option* options, const int* stop) noexcept nogil:
    """Sequential halving: in each round every option that is left is tried in the same worlds, then the worse half goes.

    The same worlds, because luck that all options share cannot decide between them. Returns the number of options, best
    first; each has been tried at least once, however early the search was stopped.
    """
    cdef Option held
    cdef Rng world
    cdef uint64_t seed
    cdef int count, left, rounds = 0, rounds_done = 0, tries, i, j
    count = choose_options(s, r, bag_is_open, most, scratch, options)
    for i in range(count):
        memset(&options[i].visits, 0, sizeof(int))
        options[i].reward = 0
        for j in range(6):
            options[i].wins[j] = 0
            options[i].money[j] = 0
    left = count
    while left > 1:
        rounds += 1
        left = (left + 1) // 2
    left = count
    while left > 1:
        tries = playouts // (rounds * left)
        if tries < 1:
            tries = 1
        for j in range(tries):
            if rounds_done + j and is_set(stop):
                break
            seed = next64(g)
            for i in range(left):
                world.state = seed
                try_option(s, r, &world, bag_is_open, win_weight, &options[i])
        for i in range(1, left):                     # insertion sort by mean reward, stable
            held = options[i]
            j = i
            while j and options[j - 1].reward * held.visits < held.reward * options[j - 1].visits:
                options[j] = options[j - 1]
                j -= 1
            options[j] = held
        rounds_done += 1
        left = 1 if is_set(stop) else (left + 1) // 2
    return count


cdef double winners_share(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """1 for winning alone, a part of it for sharing the first place, 0 else."""
    cdef int32_t side[6]
    cdef int other, sides = 2 if r.teams else r.seats, mine = seat & 1 if r.teams else seat, equal = 0
    memset(side, 0, sizeof(side))
    for other in range(r.seats):
        side[other & 1 if r.teams else other] += s.cash[other]
    for other in range(sides):
        if side[other] > side[mine]:
            return 0
        equal += side[other] == side[mine]
    return 1.0 / equal


cdef class Mind:
    """One bot's generator and the algorithms that it runs. Deterministic: the same observations in, the same codes out."""

    cdef Rng rng
    cdef Scratch scratch
    cdef int stop_flag

    def __init__(self, seed):
        if type(seed) is not int or not 0 <= seed <= 0xFFFFFFFFFFFFFFFF:
            raise ValueError(f"a seed is a whole number from 0 to {0xFFFFFFFFFFFFFFFF}, not {seed!r}")
        self.rng.state = seed

    def stop(self):
        """End the search that runs now in another thread; it answers with the best it has."""
        self.stop_flag = 1

    def start(self):
        """Forget an earlier stop."""
        self.stop_flag = 0

    def random_code(self, Observation seen not None):
        """Uniform over the legal codes; -1 where there are none, as in all these methods."""
        cdef int n = seen.list_choices(self.scratch.root)
        return -1 if n == 0 else self.scratch.root[below(&self.rng, n)]

    def greedy_code(self, Observation seen not None, double blur, int depth):
        """Level 1 (depth 0, much blur) and level 2."""
        cdef int code
        with nogil:
            code = greedy(&seen.s, &seen.table.r, &self.rng, seen.bag_is_open, blur, depth, &self.scratch)
        return code

    def flat_search(self, Observation seen not None, int playouts, double win_weight, int most):
        """[(code, visits, mean reward, win chance by seat, mean money by seat), …], best first."""
        cdef Option options[MOST_OPTIONS]
        cdef int count, i, other
        if not 1 <= most <= MOST_OPTIONS:
            raise ValueError(f"a search looks at 1 to {MOST_OPTIONS} options, not {most}")
        with nogil:
            count = flat(&seen.s, &seen.table.r, &self.rng, seen.bag_is_open, playouts, win_weight, most, &self.scratch, options,
                         &self.stop_flag)
        found = []
        for i in range(count):
            visits = max(1, options[i].visits)
            found.append((options[i].code, options[i].visits, options[i].reward / visits,
                          tuple([options[i].wins[other] / visits for other in range(seen.table.r.seats)]),
                          tuple([options[i].money[other] / visits for other in range(seen.table.r.seats)])))
        return found

    def estimate(self, Observation seen not None, int playouts):
        """(win chance by seat, mean money by seat) over imagined games played at random from here."""
        cdef GameState world
        cdef Option total
        cdef int i, seat, done = 0
        memset(&total, 0, sizeof(total))
        with nogil:
            for i in range(playouts):
                if done and is_set(&self.stop_flag):
                    break
                copy_state(&world, &seen.s, seen.table.r.state_bytes)
                deal_unseen(&world, &seen.table.r, &self.rng, seen.bag_is_open)
                run_random(&world, &seen.table.r, &self.rng, -1 if seen.table.r.stall_end else MOST_TURNS)
                done += 1
                for seat in range(seen.table.r.seats):
                    total.wins[seat] += winners_share(&world, &seen.table.r, seat)
                    total.money[seat] += world.cash[seat]
        done = max(1, done)
        return (tuple([total.wins[seat] / done for seat in range(seen.table.r.seats)]),
                tuple([total.money[seat] / done for seat in range(seen.table.r.seats)]))
