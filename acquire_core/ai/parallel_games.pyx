"""Many games at once for programs that learn: random games in bulk, games played in lock step, positions as numbers.

This is the compiled half of acquire_core/batch.py, and knows nothing of NumPy: whatever it fills is a contiguous buffer of its
caller, checked for the size of its items and its length. Loops run without the GIL, and results depend on seeds alone.
"""

from operator import index

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from acquire_core.ai.features cimport *
from acquire_core.engine.codes cimport *
from acquire_core.engine.deck cimport Deck, drop_from_deck, shuffle_deck, shuffled_square
from acquire_core.engine.game cimport Observation, RuleTable, refused, run_random, seed_number, table_for
from acquire_core.engine.legality cimport *
from acquire_core.engine.playout cimport Rng
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.transition cimport enter_game, set_up

from acquire_core.engine.game import MAX_RANDOM_TURNS, PHASES

list_purchases()                             # the table of purchases exists once in each compiled module

# Dollars of the bids that have a code here: a few of those that the rules allow, none above what a seat may bid.
BIDS = (0, 100, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 6000)
cdef enum:
    BIDS_THERE_ARE = 16
    CODES_IN_ROUNDS = CODES + BIDS_THERE_ARE
cdef uint16_t[BIDS_THERE_ARE] bid_units
for _number in range(BIDS_THERE_ARE):
    bid_units[_number] = BIDS[_number] // 100

CODE_COUNT_IN_ROUNDS = CODES_IN_ROUNDS
FEATURE_COUNT = FEATURES
FEATURE_COUNT_IN_ROUNDS = FEATURES_IN_ROUNDS
LAYOUT_VERSION = LAYOUT_NUMBER
MAX_GAMES = 1 << 24                         # of one batch: ten gigabytes of states

# (name, where it begins, what a number was divided by, the highest it can be): each block lasts up to the next.
cdef double MAX_DOLLARS = 0x7FFFFFFF / 10_000.0
BLOCKS_OF_FEATURES = (
    ("loose", AT_LOOSE, 1, 1.0), ("chains", AT_CHAINS, 1, 1.0), ("unsettled", AT_UNSETTLED, 1, 1.0), ("hand", AT_HAND, 1, 1.0),
    ("shown", AT_SHOWN, 1, 1.0), ("laid_away", AT_LAID_AWAY, 1, 1.0), ("unseen", AT_UNSEEN, 1, 1.0), ("bag", AT_BAG, 1, 1.0),
    ("slots", AT_SLOTS, 1, 1.0),
    ("sizes", AT_SIZES, 41, 108 / 41.0), ("active", AT_ACTIVE, 1, 1.0), ("safe", AT_SAFE, 1, 1.0),
    ("prices", AT_PRICES, 1000, 1.2), ("market", AT_MARKET, 25, 1.0), ("survivor", AT_SURVIVOR, 1, 1.0),
    ("dying", AT_DYING, 1, 1.0), ("defunct", AT_DEFUNCT, 1, 1.0), ("founded", AT_FOUNDED, 1, 1.0),
    ("seats", AT_SEATS, 1, 1.0), ("retired", AT_RETIRED, 1, 1.0), ("current", AT_CURRENT, 1, 1.0), ("asked", AT_ASKED, 1, 1.0),
    ("to_dispose", AT_TO_DISPOSE, 1, 1.0), ("cash", AT_CASH, 10_000, MAX_DOLLARS),
    ("wealth", AT_WEALTH, 10_000, MAX_DOLLARS), ("blocks", AT_BLOCKS, 25, 1.0), ("hand_sizes", AT_HAND_SIZES, 6, 11 / 6.0),
    ("powers_left", AT_POWERS_LEFT, 1, 1.0),
    ("phase", AT_PHASE, 1, 1.0), ("power", AT_POWER, 1, 1.0), ("declared", AT_DECLARED, 1, 1.0),
    ("replaced", AT_REPLACED, 1, 1.0), ("placed", AT_PLACED, 4, 1.0), ("trades", AT_TRADES, 3, 1.0), ("due", AT_DUE, 11, 1.0),
    ("bag_count", AT_BAG_COUNT, 108, 1.0), ("turn", AT_TURN, 100, 0xFFFFFFFF / 100.0),
    ("idle_turns", AT_IDLE_TURNS, 6, 255 / 6.0),
    ("rules", AT_RULES, 1, 1.0),
)
# The same of what only rounds have.
BLOCKS_IN_ROUNDS = (
    ("step", AT_STEP, 1, 1.0), ("chosen", AT_CHOSEN, 1, 1.0), ("group", AT_GROUP, 1, 1.0), ("rivals", AT_RIVALS, 1, 1.0),
    ("pledged", AT_PLEDGED, 10_000, MAX_DOLLARS), ("ordered", AT_ORDERED, 25, 1.0), ("traded", AT_TRADED, 25, 1.0),
    ("bid_limit", AT_LIMIT, 10_000, 100.0),
)

if len(PHASES) != PHASES_THERE_ARE:
    raise ImportError("a phase was added: the layout of ai/features.pxd needs a place for it")


# --- buffers ----------------------------------------------------------------------------------------------------------

cdef class Buffers:
    """Buffers of the caller, held until this object goes."""

    cdef Py_buffer views[8]
    cdef int count

    def __dealloc__(self):
        while self.count:
            self.count -= 1
            PyBuffer_Release(&self.views[self.count])

    cdef void* take(self, object array, Py_ssize_t items, Py_ssize_t item_bytes, bint writable) except? NULL:
        """Return the memory of an array, and refuse one that has not exactly so many items."""
        cdef Py_buffer* view = &self.views[self.count]
        PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | (PyBUF_WRITABLE if writable else 0))
        self.count += 1
        if view.itemsize != item_bytes or view.len != items * item_bytes:
            raise ValueError(f"expected an array of {items} items of {item_bytes} bytes, not one of {view.len} bytes "
                             f"in items of {view.itemsize}")
        return view.buf


cdef struct Columns:
    # What is known of finished games, a row each.
    int32_t* money
    uint8_t* ranks
    double* win_shares
    int32_t* turns
    uint8_t* end_reasons
    uint8_t* sizes


cdef Columns columns_of(Buffers held, tuple arrays, Py_ssize_t games, int seats) except *:
    cdef Columns to
    money, ranks, win_shares, turns, end_reasons, sizes = arrays
    to.money = <int32_t*>held.take(money, games * seats, 4, True)
    to.ranks = <uint8_t*>held.take(ranks, games * seats, 1, True)
    to.win_shares = <double*>held.take(win_shares, games * seats, 8, True)
    to.turns = <int32_t*>held.take(turns, games, 4, True)
    to.end_reasons = <uint8_t*>held.take(end_reasons, games, 1, True)
    to.sizes = <uint8_t*>held.take(sizes, games * CHAINS, 1, True)
    return to


cdef void write_result(const GameState* s, const Rules* r, Columns* to, Py_ssize_t row) noexcept nogil:
    """Write money by seat, and rank and part of the win; in team play those of the seat's team, as in the arena."""
    cdef int32_t side[6]
    cdef int seat, other, rank, winners = 0, seats = r.seats
    for seat in range(seats):
        side[seat] = s.cash[seat]
        if r.teams:
            side[seat] += s.cash[seat ^ 2]
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            # A rival team counts once: by the first of its two seats.
            rank += side[other] > side[seat] and not (r.teams and other >= 2)
        to.money[seats * row + seat] = s.cash[seat]
        to.ranks[seats * row + seat] = <uint8_t>rank
        winners += rank == 1
    for seat in range(seats):
        to.win_shares[seats * row + seat] = 1.0 / winners if to.ranks[seats * row + seat] == 1 else 0
    to.turns[row] = <int32_t>s.turn
    to.end_reasons[row] = s.end_reason if s.phase == P_OVER else NOT_ENDED
    for seat in range(CHAINS):
        to.sizes[CHAINS * row + seat] = s.size[seat]


# --- random games -----------------------------------------------------------------------------------------------------

def random_batch(ruleset, players, seed, Py_ssize_t games, tuple arrays):
    """Play random games and write their results, a row each; game i is `Game(ruleset, players).play_random(seed + i)`."""
    cdef RuleTable table = table_for(ruleset, players, False)
    cdef const Rules* r = &table.r
    cdef Buffers held = Buffers()
    cdef Columns to = columns_of(held, arrays, games, r.seats)
    cdef GameState empty, s
    cdef Rng rng
    cdef uint64_t first = seed_number(seed)
    cdef int limit = -1 if r.stall_end else MAX_RANDOM_TURNS
    cdef Py_ssize_t i
    set_up(&empty, r)
    enter_game(&empty, r, NULL)
    with nogil:
        for i in range(games):
            copy_state(&s, &empty, r.state_bytes)
            rng.state = first + <uint64_t>i
            run_random(&s, r, &rng, limit)
            write_result(&s, r, &to, i)


# --- positions as numbers ---------------------------------------------------------------------------------------------

def observe_into(Observation seen not None, out):
    """Write what a seat may know into FEATURE_COUNT floats, or FEATURE_COUNT_IN_ROUNDS."""
    cdef Buffers held = Buffers()
    cdef float* numbers = <float*>held.take(out, count_features(&seen.table.r), 4, True)
    if seen.viewer < 0:
        raise ValueError("the public has no seat: the numbers are one seat's view")
    with nogil:
        write_features(&seen.s, &seen.table.r, seen.viewer, seen.bag_is_open, numbers)


# --- codes ------------------------------------------------------------------------------------------------------------

cdef inline int count_codes(const Rules* r) noexcept nogil:
    return CODES_IN_ROUNDS if r.rounds else CODES


cdef inline int code_in_game(int code) noexcept nogil:
    """Return the code that `Game` has for a code of a batch; they differ for bids alone."""
    return code if code < CODES else C_BID + bid_units[code - CODES]


cdef inline int list_batch_codes(const GameState* s, const Rules* r, uint16_t* codes) noexcept nogil:
    """List the legal codes of a batch in ascending order; return how many there are."""
    cdef int32_t limit
    cdef int n = 0
    if s.phase != P_BID:
        return list_codes(s, r, codes)
    limit = bid_limit(s, r, s.decider)
    while n < BIDS_THERE_ARE and bid_units[n] <= limit:
        codes[n] = <uint16_t>(CODES + n)
        n += 1
    return n


# --- lock step --------------------------------------------------------------------------------------------------------

cdef class ParallelGames:
    """Open games from shuffled bags that all take a step at a time. Game i begins with the seed `seed + i`.

    A game is done when it is over, or given up after `most_turns` turns. Another thread that asks while a step runs is refused.
    """

    cdef RuleTable table
    cdef GameState* states
    cdef Deck* decks
    cdef uint64_t* seeds
    cdef uint16_t* chosen                    # a copy of what step() was given, because its caller may go on writing
    cdef uint16_t* codes                     # legal codes of all games, one after the other
    cdef Py_ssize_t room                     # for codes
    cdef Py_ssize_t games
    cdef uint32_t most_turns
    cdef bint busy

    def __cinit__(self, ruleset, players, games, seed, most_turns):
        cdef uint64_t first = seed_number(seed)
        cdef Py_ssize_t i
        self.table = table_for(ruleset, players, False)
        if not 1 <= index(games) <= MAX_GAMES:
            raise ValueError(f"a batch has 1 to {MAX_GAMES} games, not {games}")
        if index(most_turns) < 1:
            raise ValueError("games need at least one turn")
        self.games = games
        self.most_turns = min(index(most_turns), 0xFFFFFFFF)
        self.states = <GameState*>malloc(self.games * sizeof(GameState))
        self.decks = <Deck*>malloc(self.games * sizeof(Deck))
        self.seeds = <uint64_t*>malloc(self.games * sizeof(uint64_t))
        self.chosen = <uint16_t*>malloc(self.games * sizeof(uint16_t))
        if self.states == NULL or self.decks == NULL or self.seeds == NULL or self.chosen == NULL:
            raise MemoryError(f"{games} games do not fit into memory")
        for i in range(self.games):
            self.seeds[i] = first + <uint64_t>i
            self.begin(i)

    def __dealloc__(self):
        free(self.states)
        free(self.decks)
        free(self.seeds)
        free(self.chosen)
        free(self.codes)

    def __reduce__(self):
        raise TypeError("a batch is not pickled; its seeds and codes play the same games again")

    cdef void begin(self, Py_ssize_t i) noexcept nogil:
        cdef GameState* s = &self.states[i]
        set_up(s, &self.table.r)
        memset(&self.decks[i], 0, sizeof(Deck))
        shuffle_deck(&self.decks[i], s, self.seeds[i])
        enter_game(s, &self.table.r, NULL)
        self.play_chance(i)

    cdef void play_chance(self, Py_ssize_t i) noexcept nogil:
        """Play what chance owes. A deck has a tile for each that the rules can ask for, so nothing is checked."""
        cdef GameState* s = &self.states[i]
        cdef Act act
        while s.decider == CHANCE_SEAT and s.phase != P_OVER:
            memset(&act, 0, sizeof(Act))
            act.seat = CHANCE_SEAT
            act.kind = A_MARKET if s.phase == P_MARKET_DRAW else A_START if s.phase == P_START else A_DRAW
            act.target = s.target
            act.square = <uint8_t>shuffled_square(&self.decks[i], s)
            carry_out(s, &self.table.r, &act, NULL)

    cdef inline int asked(self, Py_ssize_t i) noexcept nogil:
        """Return the seat that is asked, -1 in a game that is done."""
        if self.states[i].phase == P_OVER or self.states[i].turn > self.most_turns:
            return -1
        return self.states[i].decider

    cdef int enter(self) except -1:
        if self.busy:
            raise RuntimeError("another thread is at work on this batch")
        self.busy = True
        return 0

    cdef int refuse_strangers(self, const int64_t* numbers, Py_ssize_t count) except -1:
        cdef Py_ssize_t k
        for k in range(count):
            if not 0 <= numbers[k] < self.games:
                raise ValueError(f"there are the games 0 to {self.games - 1}, and no game {numbers[k]}")
        return 0

    def begin_again(self, numbers, seeds=None):
        """Start some games (int64 numbers) anew, with seeds (uint64) or each with the next of its own."""
        cdef Buffers held = Buffers()
        cdef Py_ssize_t count = len(numbers), k, i
        cdef const int64_t* which = <const int64_t*>held.take(numbers, count, 8, False)
        cdef const uint64_t* given = NULL
        if seeds is not None:
            given = <const uint64_t*>held.take(seeds, count, 8, False)
        self.refuse_strangers(which, count)
        self.enter()
        with nogil:
            for k in range(count):
                i = which[k]
                if 0 <= i < self.games:              # checked again, because the caller may have changed the array by now
                    self.seeds[i] = given[k] if given != NULL else self.seeds[i] + <uint64_t>self.games
                    self.begin(i)
        self.busy = False

    def step(self, codes, ended):
        """Carry out one code (int64) in each game that is not done; write into `ended` (bytes) which games that ended.

        An illegal code raises before anything has changed. So does `retire`, which is never listed.
        """
        cdef Buffers held = Buffers()
        cdef const int64_t* given = <const int64_t*>held.take(codes, self.games, 8, False)
        cdef uint8_t* over = <uint8_t*>held.take(ended, self.games, 1, True)
        cdef const Rules* r = &self.table.r
        cdef Act act
        cdef Py_ssize_t i, wrong = -1
        cdef int64_t code = 0
        cdef int verdict = OK
        self.enter()
        with nogil:
            for i in range(self.games):
                if self.asked(i) < 0:
                    continue
                code = given[i]
                if not 0 <= code < count_codes(r):
                    wrong = i
                    break
                self.chosen[i] = <uint16_t>code_in_game(<int>code)
                decode(&self.states[i], self.chosen[i], &act)
                verdict = WRONG_PHASE if act.kind == A_RETIRE else check(&self.states[i], r, &act)
                if verdict != OK:
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.games):
                    over[i] = 0
                    if self.asked(i) < 0:
                        continue
                    decode(&self.states[i], self.chosen[i], &act)
                    carry_out(&self.states[i], r, &act, NULL)
                    if act.kind == A_PICK:
                        drop_from_deck(&self.decks[i], act.square)
                    self.play_chance(i)
                    over[i] = self.asked(i) < 0
        self.busy = False
        if wrong < 0:
            return
        where = f"game {wrong} of the batch, seat {self.states[wrong].decider}: {(*PHASES, 'bid')[self.states[wrong].phase]}"
        if verdict == OK:
            raise ValueError(f"{code} is not an action code ({where}); codes run from 0 to {count_codes(r) - 1}")
        raise refused(&act, verdict, self.table.names, where)

    def observe(self, seats, out):
        """Write each game as a seat (int8) sees it, a row of floats each; without seats, as the seat that is asked sees it.

        A row is zeros where the seat is -1, as it is in games that are done.
        """
        cdef Buffers held = Buffers()
        cdef const int8_t* viewers = NULL
        cdef float* numbers = <float*>held.take(out, self.games * count_features(&self.table.r), 4, True)
        cdef const Rules* r = &self.table.r
        cdef Py_ssize_t i, count = count_features(r)
        cdef int seat
        if seats is not None:
            viewers = <const int8_t*>held.take(seats, self.games, 1, False)
            for i in range(self.games):
                if not -1 <= viewers[i] < r.seats:
                    raise ValueError(f"seats run from 0 to {r.seats - 1}, or -1 for none, not {viewers[i]}")
        self.enter()
        with nogil:
            for i in range(self.games):
                seat = self.asked(i) if viewers == NULL else viewers[i]
                if 0 <= seat < r.seats:
                    write_features(&self.states[i], r, seat, r.open_pick, numbers + i * count)
                else:
                    memset(numbers + i * count, 0, count * sizeof(float))
        self.busy = False

    def masks(self, out):
        """Write a byte for each code, a row a game: 1 where it is legal."""
        cdef Buffers held = Buffers()
        cdef uint8_t* mask = <uint8_t*>held.take(out, self.games * count_codes(&self.table.r), 1, True)
        cdef uint16_t listed[CODES]
        cdef Py_ssize_t i, codes = count_codes(&self.table.r)
        cdef int k, count
        self.enter()
        with nogil:
            memset(mask, 0, self.games * codes)
            for i in range(self.games):
                count = list_batch_codes(&self.states[i], &self.table.r, listed) if self.asked(i) >= 0 else 0
                for k in range(count):
                    mask[i * codes + listed[k]] = 1
        self.busy = False

    def legal(self, starts):
        """Return all legal codes, game after game, as bytes of uint16; game i has those from `starts[i]` to `starts[i + 1]`."""
        cdef Buffers held = Buffers()
        cdef int64_t* first = <int64_t*>held.take(starts, self.games + 1, 8, True)
        cdef Py_ssize_t i, n = 0, room
        cdef uint16_t* more
        cdef bint full = False
        self.enter()
        with nogil:
            for i in range(self.games):
                if n + CODES > self.room:
                    room = 2 * self.room + CODES
                    more = <uint16_t*>realloc(self.codes, room * sizeof(uint16_t))
                    if more == NULL:
                        full = True
                        break
                    self.codes = more
                    self.room = room
                first[i] = n
                if self.asked(i) >= 0:
                    n += list_batch_codes(&self.states[i], &self.table.r, self.codes + n)
            first[self.games] = n
        self.busy = False
        if full:
            raise MemoryError("the legal codes of all games do not fit into memory")
        return (<const char*>self.codes)[:n * sizeof(uint16_t)]

    def results(self, numbers, tuple arrays):
        """Write how some games (int64 numbers) stand or ended, a row each."""
        cdef Buffers held = Buffers()
        cdef Py_ssize_t count = len(numbers), k, i
        cdef const int64_t* which = <const int64_t*>held.take(numbers, count, 8, False)
        cdef Columns to = columns_of(held, arrays, count, self.table.r.seats)
        self.refuse_strangers(which, count)
        self.enter()
        for k in range(count):
            i = which[k]
            if 0 <= i < self.games:
                write_result(&self.states[i], &self.table.r, &to, k)
        self.busy = False

    def heads(self, seats, phases, turns, seeds):
        """Write, for each game, the seat that is asked (int8, -1 when done), phase (uint8), turn (int32) and seed (uint64)."""
        cdef Buffers held = Buffers()
        cdef int8_t* asked = <int8_t*>held.take(seats, self.games, 1, True)
        cdef uint8_t* phase = <uint8_t*>held.take(phases, self.games, 1, True)
        cdef int32_t* turn = <int32_t*>held.take(turns, self.games, 4, True)
        cdef uint64_t* seed = <uint64_t*>held.take(seeds, self.games, 8, True)
        cdef Py_ssize_t i
        self.enter()
        for i in range(self.games):
            asked[i] = <int8_t>self.asked(i)
            phase[i] = self.states[i].phase
            turn[i] = <int32_t>self.states[i].turn
            seed[i] = self.seeds[i]
        self.busy = False
