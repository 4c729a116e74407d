"""The compiled minds: random and greedy players, players by trained value, and a search that tries options in imagined
worlds.

Everything here works from an `Observation`, that is from a state whose other hands are numbers of tiles. The loops run
without the GIL. A search can spread over threads: its worlds fall into lanes that add up by themselves and are joined
in order, so what comes out does not depend on the number of threads.
"""

import struct
from concurrent.futures import Executor, wait

from acquire_core.cpu import cpu_variant
from acquire_core.tile_source import TILE_NAMES

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from acquire_core.ai.greedy cimport greedy
from acquire_core.ai.blunder_filter cimport BAG_IS_OUT, THIS_TURN, how_it_will_end, how_the_round_ends
from acquire_core.ai.worlds cimport *
from acquire_core.engine.game cimport Observation
from acquire_core.engine.playout cimport fold, random_bid


list_purchases()                             # the table of purchases exists once in each compiled module
wide_layers = cpu_variant() == "wide"        # and so does this flag of value.pxd

cdef enum:
    TRIES_OF_ONE = 30        # worlds for an only option: enough to say what it brings
    MAX_WORLDS = 1 << 30
    FIRST_PASS = 64          # worlds of the first pass of a search that only the clock ends
    TRIES_UNHEARD = 2000     # options tried, some hundredths of a second, before a lane listens for Ctrl-C

STYLE_FIELDS = ("founding", "merging", "saving", "small_chains", "large_chains", "contest", "follow", "holding", "trading")


cdef Style style_from(numbers):
    """The weights of a personality, in the order of STYLE_FIELDS."""
    cdef Style style
    (style.founding, style.merging, style.saving, style.small_chains, style.large_chains, style.contest, style.follow,
     style.holding, style.trading) = numbers
    return style


# --- the trained value ------------------------------------------------------------------------------------------------

cdef class Weights:
    """The numbers of a trained value; see weights.py for how they are kept. A search never changes them."""

    def __init__(self, numbers=None, seed=0):
        """Take bytes of little-endian float32, or small random numbers to begin a training with."""
        cdef Rng rng
        cdef float* w = <float*>&self.net
        cdef int i
        memset(&self.net, 0, sizeof(Net))
        if numbers is None:
            rng.state = seed
            for i in range(CHAIN_INPUTS * CHAIN_HIDDEN):
                w[i] = <float>(0.2 * bell(&rng))
            for i in range(JOINED * WHOLE_HIDDEN):
                self.net.whole_weight[i // WHOLE_HIDDEN][i % WHOLE_HIDDEN] = <float>(0.12 * bell(&rng))
            for i in range(WHOLE_HIDDEN * HEADS):
                self.net.head_weight[i // HEADS][i % HEADS] = <float>(0.15 * bell(&rng))
            return
        values = bytes(numbers)
        if len(values) != 4 * NET_FLOATS:
            raise ValueError(f"weights are {4 * NET_FLOATS} bytes, not {len(values)}")
        for i, (value,) in enumerate(struct.iter_unpack("<f", values)):
            if not abs(value) < 1e6:
                raise ValueError("a weight is not a number of usual size")
            w[i] = value

    def __bytes__(self):
        cdef float* w = <float*>&self.net
        return struct.pack(f"<{NET_FLOATS}f", *[w[i] for i in range(NET_FLOATS)])


# --- the search -------------------------------------------------------------------------------------------------------

cdef class Mind
cdef class Search


cdef class Lane:
    """Scratch room and sums of one lane."""

    cdef Scratch scratch
    cdef Option tally[MAX_OPTIONS]
    cdef Fate fate                                   # for worlds that the search does not remember


cdef class Memory:
    """What a mind has found out in this turn about the option that it took last, for its next decisions in the turn.

    It saves time and changes no decision: the next search would find the same in the same worlds.
    """

    cdef Fate* fates                                 # of the search that runs: `room` for each of its options
    cdef Fate* kept                                  # of the option that was taken
    cdef int room
    cdef int most_fates
    cdef int kept_room
    cdef int kept_count
    cdef int remembered                              # worlds that the running search need not try
    cdef Observation seen                            # in which the option was chosen; None where nothing is kept
    cdef int code                                    # of the option that was taken
    cdef tuple terms                                 # how worlds were played

    def __dealloc__(self):
        free(self.fates)
        free(self.kept)

    cdef int begin(self, Search search, int worlds, tuple terms) except -1:
        """Make room for what a search will find, and put what is known already into it."""
        cdef uint16_t codes[STEPS]
        cdef int i, k, following, steps = -1, rows = search.count
        cdef Fate* grown
        self.room = worlds if worlds < MAX_FATES else MAX_FATES
        if rows * self.room > self.most_fates:
            grown = <Fate*>realloc(self.fates, rows * self.room * sizeof(Fate))
            if grown == NULL:
                raise MemoryError("what a search finds does not fit into memory")
            self.fates = grown
            self.most_fates = rows * self.room
        for i in range(rows * self.room):
            self.fates[i].known = False
        self.remembered = 0
        if self.seen is not None and self.terms == terms:
            steps = search.seen.decisions_since(self.seen, codes, STEPS)
        if steps < 1 or codes[0] != self.code:
            return 0
        for k in range(min(self.kept_count, self.room)):
            following = self.kept[k].first + steps
            if (begins_with(&self.kept[k], codes + 1, steps - 1) and following <= self.kept[k].steps
                    and can_begin_at(&self.kept[k], following)):
                for i in range(rows):
                    if search.options[i].code == self.kept[k].path[following - 1]:
                        grown = &self.fates[i * self.room + k]
                        grown[0] = self.kept[k]
                        grown.first = <uint8_t>following
                        self.remembered += 1
        return 0

    cdef int keep(self, Search search, tuple terms) except -1:
        """Remember what a search found out about its best option."""
        cdef Fate* grown
        self.seen = None
        if search.count == 0 or self.room == 0:
            return 0
        if self.room > self.kept_room:
            grown = <Fate*>realloc(self.kept, self.room * sizeof(Fate))
            if grown == NULL:
                raise MemoryError("what a search found does not fit into memory")
            self.kept = grown
            self.kept_room = self.room
        self.kept_count = self.room
        memcpy(self.kept, self.fates + search.options[0].row * self.room, self.room * sizeof(Fate))
        self.seen = search.seen
        self.code = search.options[0].code
        self.terms = terms
        return 0


cdef class Search:
    """One decision being thought about: options, best first, and the question they answer."""

    cdef Question question
    cdef Option options[MAX_OPTIONS]
    cdef int count
    cdef double prior_weight
    cdef Observation seen                            # kept alive because the question points into it,
    cdef Weights weights                             # into these,
    cdef Mind mind                                   # and to the stop flag of this
    cdef Memory memory
    cdef list lanes
    cdef int left                                    # options that this round tries
    cdef int first                                   # the number of its first world
    cdef int tries
    cdef uint64_t seed                               # of all worlds of this turn

    cdef void begin_round(self, int left, int tries):
        self.first += self.tries
        self.left = left
        self.tries = tries

    cdef inline Fate* fate_in(self, Lane lane, int i, int number) noexcept nogil:
        """Return where the fate of an option in a world is noted."""
        if number < self.memory.room:
            return &self.memory.fates[self.options[i].row * self.memory.room + number]
        lane.fate.known = False
        return &lane.fate

    def run_lane(self, int number):
        """Try the options in this lane's worlds."""
        cdef Lane lane = self.lanes[number]
        cdef int i, j, step = len(self.lanes), tried
        cdef uint64_t numbered
        cdef bint more = True
        cdef Fate* fate
        cdef Rng world
        for i in range(self.left):
            memset(&lane.tally[i], 0, sizeof(Option))
        j = number
        while more:
            tried = 0
            with nogil:
                while tried < TRIES_UNHEARD:
                    more = j < self.tries and (j == 0 or not is_set(self.question.stop))     # world 0 is always tried: an answer
                    if not more:
                        break
                    for i in range(self.left):
                        if j and is_set(self.question.stop):
                            break                    # even within a world, because one of many options takes milliseconds
                        fate = self.fate_in(lane, i, self.first + j)
                        if not fate.known:
                            numbered = self.seed + <uint64_t>(self.first + j) * <uint64_t>0x9E3779B97F4A7C15
                            world.state = fold(numbered, self.seed ^ <uint64_t>0xD1B54A32D192ED03)
                            try_option(&self.question, &world, &lane.scratch, self.options[i].code, fate)
                        add_fate(&lane.tally[i], fate, self.question.r.seats)
                    tried += self.left
                    j += step
            if more:
                PyErr_CheckSignals()                 # only the main thread gets signals

    cdef int run_lanes(self, object executor) except -1:
        """Run all lanes, each in a thread of the executor or in this one, which takes every lane that no thread has begun.

        So an answer never waits for threads that are busy with another search, or that are gone, as in a forked process. An
        exception in this thread leaves only after the running lanes have ended, because they write into memory that the bot's
        next search uses.
        """
        cdef int i, lanes = len(self.lanes)
        begun = []
        try:
            if executor is not None:
                try:
                    for i in range(1, lanes):
                        begun.append(executor.submit(self.run_lane, i))
                except RuntimeError:                 # the interpreter is about to end, and starts no more threads
                    pass
            self.run_lane(0)
            for i in range(lanes - 1, 0, -1):
                if i > len(begun) or begun[i - 1].cancel():
                    self.run_lane(i)
                else:
                    begun[i - 1].result()
        except BaseException:
            self.mind.stop_flag = 1
            for future in begun:
                future.cancel()
            wait([future for future in begun if not future.cancelled()])
            raise
        return 0

    cdef void end_round(self):
        """Join what the lanes found, in their order."""
        cdef Lane lane
        cdef int i, seat
        for lane in self.lanes:
            for i in range(self.left):
                self.options[i].visits += lane.tally[i].visits
                self.options[i].reward += lane.tally[i].reward
                self.options[i].squares += lane.tally[i].squares
                for seat in range(6):
                    self.options[i].wins[seat] += lane.tally[i].wins[seat]
                    self.options[i].money[seat] += lane.tally[i].money[seat]
        sort_options(self.options, self.left, self.prior_weight)

    cdef list found(self):
        cdef int i, j, moves = 0, room = self.memory.room, seat, seats = self.question.r.seats
        cdef Option* option
        cdef uint16_t line[LINE + 1]
        out = []
        for i in range(self.count):
            option = &self.options[i]
            visits = max(1, option.visits)
            reward = mean_reward(option, self.prior_weight)
            if room:
                moves = main_line(self.memory.fates + option.row * room, min(option.visits, room), line)
            out.append((option.code, option.visits, reward, tuple([option.wins[seat] / visits for seat in range(seats)]),
                        tuple([option.money[seat] / visits for seat in range(seats)]), tuple([line[j] for j in range(moves)])))
        return out


cdef inline int turns_of_table(int turns, const Rules* r) noexcept nogil:
    """Return how far to look ahead in what a table counts: a round is a turn of every seat."""
    return turns // r.seats if r.rounds else turns


cdef class Mind:
    """One bot's generator and the algorithms that it runs. It is deterministic: equal observations give equal codes."""

    cdef Rng rng
    cdef Scratch scratch
    cdef int stop_flag
    cdef uint64_t seed
    cdef Memory memory
    cdef list lanes
    cdef Glimpse glimpses[6 * LOOK_BACK]
    cdef GameState refilled[6]

    def __init__(self, seed):
        if type(seed) is not int or not 0 <= seed <= 0xFFFFFFFFFFFFFFFF:
            raise ValueError(f"a seed is a whole number from 0 to {0xFFFFFFFFFFFFFFFF}, not {seed!r}")
        self.rng.state = seed
        self.seed = seed
        self.memory = Memory.__new__(Memory)
        self.lanes = []

    def stop(self):
        """End the search that runs now in another thread; it answers with the best it has."""
        self.stop_flag = 1

    def start(self):
        """Forget an earlier stop."""
        self.stop_flag = 0

    @property
    def remembered(self):
        """Return how many worlds the last search did not have to try, because the decision before it in the turn had."""
        return self.memory.remembered

    def random_code(self, Observation seen not None):
        """Return any legal code, all equally likely; -1 where there are none, as in all these methods."""
        cdef int n
        if seen.s.phase == P_BID and seen.s.decider == seen.viewer:
            return C_BID + random_bid(&seen.s, &seen.table.r, &self.rng, seen.viewer)
        n = seen.list_choices(self.scratch.root)
        return -1 if n == 0 else self.scratch.root[below(&self.rng, n)]

    def greedy_code(self, Observation seen not None, double blur, int depth):
        """Return the code of the best turn as if the game ended after it; with depth 0 and much blur, that of a beginner."""
        cdef int code
        with nogil:
            code = greedy(&seen.s, &seen.table.r, &self.rng, seen.bag_is_open, blur, depth, &self.scratch)
        return -1 if code == NO_CODE else code

    def value_code(self, Observation seen not None, Weights weights not None, double win_weight, double noise, style=None):
        """Return the code of the option with the best trained value, after `noise` and what a style adds."""
        cdef ValueStyle value_style
        cdef Style liked
        cdef double worth, top = -1e18
        cdef int code = -1, n, i, ending
        cdef bint has_style = style is not None
        if has_style:
            liked = style_from(style)
        value_style.win_weight = <float>win_weight
        value_style.noise = 0
        ending = how_the_round_ends(&seen.s, &seen.table.r) if seen.table.r.rounds else how_it_will_end(&seen.s, &seen.table.r)
        if ending == THIS_TURN or ending == BAG_IS_OUT:
            return self.greedy_code(seen, 0, OWN_STEPS)      # the money of the last turn can be counted, so no value is needed
        with nogil:
            n = rate_options(&weights.net, &seen.s, &seen.table.r, seen.bag_is_open, &value_style, &self.scratch)
            for i in range(n):
                worth = self.scratch.worth[i] + (noise * bell(&self.rng) if noise > 0 else 0)
                if has_style:
                    worth += style_of(&seen.s, &seen.table.r, self.scratch.root[i], &liked)
                if worth > top:
                    top = worth
                    code = self.scratch.root[i]
        return code

    def values(self, Observation seen not None, Weights weights not None, double win_weight):
        """Return [(code, trained value), …] of the options looked at, best first; 0 for a purchase that is not rated."""
        cdef Option options[MAX_OPTIONS]
        cdef ValueStyle value_style
        cdef int i, n
        value_style.win_weight = <float>win_weight
        value_style.noise = 0
        with nogil:
            n = rated_options(&weights.net, &seen.s, &seen.table.r, seen.bag_is_open, &value_style, MAX_OPTIONS, &self.scratch,
                              options)
        return [(options[i].code, options[i].prior) for i in range(n)]

    def outlook(self, Observation seen not None, Weights weights not None):
        """Return each seat's (win chance, share of all money) by the trained value, which sees only what this observer does."""
        cdef Inputs inputs
        cdef NetLayers t
        cdef int seat
        out = []
        for seat in range(seen.table.r.seats):
            if seen.s.phase == P_OVER:
                out.append((winners_share(&seen.s, &seen.table.r, seat), money_share(&seen.s, &seen.table.r, seat)))
                continue
            take_inputs(&seen.s, &seen.table.r, seat, &inputs)
            evaluate_net(&weights.net, &inputs, &t)
            out.append((logistic(t.head[0]), logistic(t.head[1])))
        return out

    def beliefs(self, Observation seen not None, Weights weights not None, double win_weight):
        """Return by seat {tile: weight} of the unseen tiles; 1 says nothing, 0 says that the seat cannot hold the tile."""
        cdef Beliefs beliefs
        cdef int seat, i
        self.believe(seen, weights, <float>win_weight, &beliefs)
        return [{TILE_NAMES[tile_of(seen.s.bag[i])]: beliefs.weight[seat][seen.s.bag[i]] for i in range(seen.s.unseen)}
                for seat in range(seen.table.r.seats)]

    cdef void believe(self, Observation seen, Weights weights, float win_weight, Beliefs* beliefs):
        cdef int glimpsed = seen.look_back(LOOK_BACK, self.glimpses, self.refilled)
        with nogil:
            form_beliefs(&weights.net, &seen.s, &seen.table.r, self.glimpses, glimpsed, self.refilled, win_weight, beliefs)

    def search(self, Observation seen not None, Weights weights, worlds, int turns, double win_weight, int most,
               double prior_weight=0, style=None, int lanes=1, executor: Executor | None = None, bint believes=False,
               bint explain=False):
        """Return [(code, visits, mean reward, win chance by seat, mean money by seat, codes of its main line), …], best first.

        Sequential halving: each round tries the options that are left in the same worlds, then the worse half goes. With
        `worlds` None, passes follow each other, each of twice as many worlds, until one option leads clearly or the search is
        stopped. Without weights, worlds are played at random to their end; with weights, by value for some `turns`. The trained
        value of an option counts as much as `prior_weight` worlds. The worlds depend on the mind's seed and the turn. Trying an
        only answer does not help to choose, so it is tried only if `explain` asks for its figures.
        """
        cdef Search search = Search.__new__(Search)
        cdef Style liked
        cdef Rng turn
        cdef int i, left, rounds = 0
        if not 1 <= most <= MAX_OPTIONS:
            raise ValueError(f"a search looks at 1 to {MAX_OPTIONS} options, not {most}")
        if not 1 <= lanes <= 64:
            raise ValueError(f"a search has 1 to 64 lanes, not {lanes}")
        if worlds is not None and not 0 <= worlds <= MAX_WORLDS:
            raise ValueError(f"a search has up to {MAX_WORLDS} worlds, not {worlds}")
        while len(self.lanes) < lanes:
            self.lanes.append(Lane.__new__(Lane))
        search.lanes = self.lanes[:lanes]
        search.mind = self
        search.memory = self.memory
        search.seen = seen
        search.weights = weights
        search.prior_weight = prior_weight
        search.question.root = &seen.s
        search.question.r = &seen.table.r
        search.question.net = NULL if weights is None else &weights.net
        search.question.stop = &self.stop_flag
        search.question.bag_is_open = seen.bag_is_open
        search.question.turns = turns_of_table(turns, &seen.table.r)
        search.question.value_style.win_weight = <float>win_weight
        search.question.value_style.noise = 0
        search.question.beliefs.any = False
        if believes and weights is not None and seen.s.concealed and not seen.table.r.rounds:
            self.believe(seen, weights, search.question.value_style.win_weight, &search.question.beliefs)
        with nogil:
            if search.question.net == NULL:
                search.count = plain_options(&seen.s, &seen.table.r, seen.bag_is_open, most, &self.scratch, search.options)
            else:
                search.count = rated_options(search.question.net, &seen.s, &seen.table.r, seen.bag_is_open,
                                             &search.question.value_style, most, &self.scratch, search.options)
        if style is not None:
            liked = style_from(style)
            for i in range(search.count):
                search.options[i].style = style_of(&seen.s, &seen.table.r, search.options[i].code, &liked)
        for i in range(search.count):
            search.options[i].row = i
        turn.state = self.seed + <uint64_t>seen.s.turn * <uint64_t>0x9E3779B97F4A7C15
        search.seed = next64(&turn)
        while 1 << rounds < search.count:
            rounds += 1
        budget = FIRST_PASS if worlds is None else worlds
        terms = (weights, turns, win_weight, believes)
        remembers = weights is not None and not seen.table.r.rounds      # in a round others have answered in between
        self.memory.begin(search, 0 if not remembers else MAX_FATES if worlds is None else min(worlds, MAX_FATES), terms)
        if search.count == 1 and (explain or list_options(&seen.s, &seen.table.r, self.scratch.root, self.scratch.leaf) > 1):
            search.begin_round(1, TRIES_OF_ONE if explain else min(budget, TRIES_OF_ONE))
            search.run_lanes(None)
            search.end_round()
        while search.count > 1:
            left = search.count
            while left > 1:
                search.begin_round(left, max(1, budget // (rounds * left)))
                search.run_lanes(executor)
                search.end_round()
                left = 1 if self.stop_flag else (left + 1) // 2
            if worlds is not None or self.stop_flag or settled(search.options, search.count, prior_weight):
                break
            budget *= 2
        self.memory.keep(search, terms)
        return search.found()

    def estimate(self, Observation seen not None, int playouts, Weights weights=None, int turns=0):
        """Return (win chance, mean money, mean square of the win chance, share of all money at the end, its mean square), each by
        seat, in imagined games from here.

        The games are played at random to the end, or by value for some turns. By value, the turn is always finished, and money
        is what each seat would have if the game ended then; chance and share are those of the trained value, and partners have
        the same. A round counts as a turn of every seat.
        """
        cdef GameState world
        cdef Question question
        cdef Option total
        cdef Fate fate
        cdef Rng* g = &self.rng
        cdef double shares[6]
        cdef double share_sums[6]
        cdef double share_squares[6]
        cdef int i, seat, done
        memset(&total, 0, sizeof(total))
        for seat in range(6):
            share_sums[seat] = share_squares[seat] = 0
        question.root = &seen.s
        question.r = &seen.table.r
        question.net = NULL if weights is None else &weights.net
        question.value_style.win_weight = 1
        question.value_style.noise = 0
        with nogil:
            for i in range(playouts):
                if i and is_set(&self.stop_flag):
                    break
                copy_state(&world, &seen.s, seen.table.r.state_bytes)
                deal_unseen(&world, &seen.table.r, g, seen.bag_is_open, NULL)
                if seen.table.r.rounds and owing(&world):    # an observer that has answered is still shown the question
                    turn_to(&world, &seen.table.r, first_of(&world, &seen.table.r, owing(&world)))
                memset(&fate, 0, sizeof(Fate))
                finish_world(&question, &world, seen.s.turn + turns_of_table(turns, &seen.table.r), g, &self.scratch, 0, &fate,
                             shares)
                add_fate(&total, &fate, seen.table.r.seats)
                for seat in range(seen.table.r.seats):
                    share_sums[seat] += shares[seat]
                    share_squares[seat] += shares[seat] * shares[seat]
        done = max(1, total.visits)
        seats = seen.table.r.seats
        return (tuple([total.wins[seat] / done for seat in range(seats)]),
                tuple([total.money[seat] / done for seat in range(seats)]),
                tuple([total.win_squares[seat] / done for seat in range(seats)]),
                tuple([share_sums[seat] / done for seat in range(seats)]),
                tuple([share_squares[seat] / done for seat in range(seats)]))
