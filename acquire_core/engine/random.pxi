# Random play from Python: the CPU variants of the playout, a player to step with, whole games in bulk. Included by game.pyx.

cdef extern from * nogil:
    """
    /* Whether this CPU, and the system, can run the wide playout: each feature that setup.py lets the compiler use for it. */
    #if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
    #include <cpuid.h>
    /* Not every compiler knows "lzcnt" by name. Without it the instruction is read as bsr, and counts wrongly in silence. */
    static int acq_cpu_has_lzcnt(void) {
        unsigned int a, b, c, d;
        return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & (1u << 5));
    }
    static int acq_cpu_is_wide(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("popcnt") && acq_cpu_has_lzcnt()
            /* The first two Zens do pext and pdep in microcode, slower than the portable way. */
            && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    #elif defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    static int acq_cpu_is_wide(void) {
        int id[4];
        __cpuid(id, (int)0x80000000u);
        if ((unsigned int)id[0] < 0x80000001u) return 0;
        __cpuid(id, (int)0x80000001u);
        if (!(id[2] & (1 << 5))) return 0;                                 /* lzcnt */
        __cpuid(id, 0);
        if (id[0] < 7) return 0;
        __cpuid(id, 1);
        if (!(id[2] & (1 << 12)) || !(id[2] & (1 << 22))) return 0;        /* fma and movbe, which /arch:AVX2 allows as well */
        /* The system keeps wide registers (osxsave), popcnt. */
        if (!(id[2] & (1 << 27)) || !(id[2] & (1 << 23)) || (_xgetbv(0) & 6) != 6) return 0;
        __cpuidex(id, 7, 0);
        return (id[1] & (1 << 5)) && (id[1] & (1 << 3)) && (id[1] & (1 << 8)); /* avx2, bmi, bmi2 */
    }
    #else
    static int acq_cpu_is_wide(void) { return 0; }
    #endif
    """
    int cpu_is_wide "acq_cpu_is_wide"()

cdef extern from * nogil:
    """
    static void *volatile acq_reader;
    #define ACQ_KEEP(p) (acq_reader = (p), (void)acq_reader)
    """
    void keep "ACQ_KEEP"(void* p)

run_random = NULL
cdef str variant_in_use = "portable"


def cpu_variants():
    """Return the playout builds that can run here, best last; the one in use is `cpu_variant()`."""
    found = ["portable"]
    if cpu_is_wide():
        try:
            importlib.import_module("acquire_core.engine.playout_wide")
            found.append("wide")
        except ImportError:
            pass  # not an x86-64 build, or a sanitized one
    return tuple(found)


def cpu_variant():
    """Return the playout build in use: `portable` or `wide`."""
    return variant_in_use


def use_cpu_variant(name):
    """Choose a playout build by name; games are the same with each."""
    global run_random, variant_in_use
    if name not in cpu_variants():
        raise ValueError(f"no CPU variant {name!r} here; there are {', '.join(cpu_variants())}")
    module = importlib.import_module(f"acquire_core.engine.playout_{name}")
    run_random = <RunFunction>PyCapsule_GetPointer(module.RUN, "acquire_core.run")
    variant_in_use = name


use_cpu_variant("portable")


cdef class RandomPlayer:
    """The random policy of playout.pxd with a generator of its own, for stepping and for whole turns.

    >>> game, player = Game("classic", players=2), RandomPlayer(seed=1)
    >>> while not game.over:
    ...     game.apply_code(player.code(game))
    """

    cdef Rng rng

    def __init__(self, seed):
        self.rng.state = seed_number(seed)

    def code(self, Game game not None):
        """Return the policy's choice as a code; chance is imagined too."""
        cdef Act act
        if game.s.phase == P_OVER:
            raise ValueError("the game is over")
        if game.s.concealed:
            raise ValueError("a game with hidden tiles is played on by play_random, which imagines them")
        choose(&game.s, &game.table.r, &self.rng, &act)
        return INTEGERS[encode(&game.s, &act)]

    def turn(self, Game game not None):
        """Play one turn without history or tile source; return False when the game is over."""
        if game.history is not None or game.s.concealed:
            game.run(run_random, &self.rng, 1)
        else:
            run_random(&game.s, &game.table.r, &self.rng, 1)
        return game.s.phase != P_OVER


def random_games(ruleset, players, seed, count):
    """Play `count` whole games at random without the GIL; return (checksum, turns, games that ended by themselves).

    Game i has the seed `seed + i`. The checksum covers every final cash, holding, chain size and turn number, so two builds that
    agree in it play the same games.
    """
    cdef RuleTable table = table_for(ruleset, players, False)
    cdef const Rules* r = &table.r
    cdef GameState empty, s
    cdef Rng rng
    cdef uint64_t checksum = 0, first = seed_number(seed)
    cdef int64_t turns = 0, ended = 0, games, i
    cdef int limit = -1 if r.stall_end else ENDLESS_TURNS
    if not 0 <= index(count) <= 0x7FFFFFFFFFFFFFFF:
        raise ValueError(f"a number of games is not {count}")
    games = count
    set_up(&empty, r)
    enter_game(&empty, r, NULL)
    with nogil:
        for i in range(games):
            copy_state(&s, &empty, r.state_bytes)
            rng.state = first + <uint64_t>i
            next64(&rng)                             # neighbouring seeds must not begin alike
            run_random(&s, r, &rng, limit)
            checksum = mix_state(checksum, &s)
            turns += s.turn
            ended += s.phase == P_OVER
    return checksum, turns, ended


cdef uint64_t mix_state(uint64_t sum, const GameState* s) noexcept nogil:
    """Return `sum` mixed with a final state, as a checksum; it is not cryptographic."""
    cdef int i
    cdef uint64_t sizes = 0
    for i in range(CHAINS):
        sizes |= <uint64_t>s.size[i] << (8 * i)
    sum = fold(sum ^ s.bank ^ <uint64_t>s.turn << 57, <uint64_t>0x8EBC6AF09C88C6E3 ^ sizes ^ <uint64_t>s.end_reason << 60)
    for i in range(MAX_SEATS):
        sum = fold(sum ^ s.rows[i], <uint64_t>0x589965CC75374CC3 ^ <uint64_t>s.cash[i])
    return sum


def state_checksum(Game game not None):
    """Return the checksum of one game's state, to compare two ways of playing."""
    return mix_state(0, &game.s)


def copy_benchmark(Game game not None, long count):
    """Copy the state `count` times in C; `keep` hides the reader from the compiler, so that it must make every copy."""
    cdef GameState pool[16]
    cdef const Rules* r = &game.table.r
    cdef long i
    with nogil:
        for i in range(count):
            copy_state(&pool[i & 15], &game.s, r.state_bytes)
            keep(pool)
    return pool[0].bank if count > 0 else 0
