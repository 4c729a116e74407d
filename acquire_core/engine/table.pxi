# What a game shares with its copies: the rules in numbers and the history. Included by game.pyx.

from acquire_core.ruleset import Ruleset, RulesetError, find_ruleset
from acquire_core.tile_source import ScriptedBag, ShuffledBag


cdef GameState PROBE
TURN_BYTES = <char*>&PROBE.round - <char*>&PROBE         # of a state, without what only rounds need


cdef class RuleTable:
    """A ruleset at a table of so many seats, in the form the engine reads. Never changed once made."""

    def __cinit__(self, ruleset, int seats, bint sealed):
        cdef Rules* r = &self.r
        cdef int chain, size, units
        memset(r, 0, sizeof(Rules))
        self.ruleset = ruleset
        self.names = ruleset.chain_names
        self.numbers = {name: number for number, name in enumerate(self.names)}
        for chain in range(CHAINS):
            for size in range(2, TILES + 1):
                r.price_units[chain][size] = <uint8_t><int>(ruleset.price(chain, size) // 100)
            units = ruleset.price(chain, 0) // 100
            r.price_units[chain][0] = <uint8_t>(units if ruleset.buy_inactive else 0)
            r.score_units_at_zero[chain] = <uint8_t>(units if ruleset.score_inactive else 0)
        for units in range(2, 13):
            for place, dollars in enumerate(ruleset.bonuses(100 * units)):
                r.bonus_dollars[units][<int>place] = dollars
        r.rounds = ruleset.simultaneous
        r.state_bytes = sizeof(GameState) if r.rounds else TURN_BYTES
        r.start_cash = ruleset.start_cash
        r.merger_bonus = ruleset.merger_bonus
        r.seats = <uint8_t>seats
        r.sealed = sealed
        r.places = ruleset.bonus_places
        r.max_buy = ruleset.max_buy
        r.safe_size = ruleset.safe_size
        r.end_size = ruleset.end_size
        r.end_all_safe = ruleset.end_all_safe
        r.end_mode = ("anytime", "end_of_turn", "auto").index(ruleset.end_mode)
        r.end_on_bag = ("never", "last_drawn", "cannot_refill").index(ruleset.end_on_bag)
        r.no_tile = ("skip", "replace_hand", "end").index(ruleset.no_tile)
        r.dead_policy = ("auto", "choice", "never").index(ruleset.dead_policy)
        r.start_rule = ("lowest_number", "topmost_row", "closest_1A", "closest_1A_manhattan", "seat0").index(ruleset.start_rule)
        r.starting_tiles = ruleset.starting_tiles
        r.same_kind = ruleset.same_kind
        r.buy_inactive = ruleset.buy_inactive
        r.any_safe = ruleset.safe_merge == "any_safe"
        r.round_to_dollar = ruleset.tie_rounding == "nearest_1"
        r.no_disposal = ruleset.disposal == "none"
        r.majority_first = ruleset.disposal_order == "majority"
        r.discard_first = ruleset.dead_timing == "before_draw"
        r.dead_repeat = ruleset.dead_repeat
        r.forbid_mixed = ruleset.mixed_growth == "forbid"
        r.eighth_unfounded = ruleset.eighth_chain == "unfounded"
        r.found_optional = ruleset.found_optional
        r.market_competes = ruleset.two_player_market and seats == 2
        r.market_full_set = ruleset.market_empty_bag == "full_set"
        r.score_inactive = ruleset.score_inactive
        r.stall_end = ruleset.stall_end
        r.special_powers = ruleset.special_powers
        r.play4_mandatory = ruleset.play4_mandatory
        r.founder_buys_four = ruleset.founder_buys_four
        r.sell_shares = ruleset.sell_shares
        r.teams = ruleset.teams
        r.open_pick = ruleset.open_pick
        r.always_scan = r.any_safe or r.forbid_mixed
        r.plain = not r.special_powers and not r.open_pick and not r.rounds
        r.common = ((r.plain or r.rounds) and r.max_buy == 3 and not r.same_kind and not r.always_scan and not r.eighth_unfounded
                    and r.dead_policy == DEAD_AUTO and not r.discard_first)


cdef dict TABLES = {}                        # rule tables by ruleset, seats, sealed; a handful in any process


cdef RuleTable table_for(object ruleset, object players, bint sealed):
    cdef tuple key = (ruleset, players, sealed)
    if isinstance(ruleset, (str, Ruleset)) and type(players) is int:
        table = TABLES.get(key)
        if table is not None:
            return table
    if isinstance(ruleset, str):
        ruleset = find_ruleset(ruleset)
    elif not isinstance(ruleset, Ruleset):
        raise TypeError(f"expected a Ruleset or the name of one, not {ruleset!r}")
    if type(players) is not int or not 2 <= players <= MAX_SEATS:
        raise ValueError(f"Acquire is for 2 to 6 players, not {players!r}")
    if ruleset.teams and players != 4:
        raise RulesetError(f"teams needs four players, two in each team, not {players}")
    if len(TABLES) >= 256:
        TABLES.clear()
    table = TABLES.get((ruleset, players, sealed))
    if table is None:
        table = TABLES[(ruleset, players, sealed)] = RuleTable(ruleset, players, sealed)
    TABLES[key] = table
    return table


cdef RuleTable NOBODYS_TABLE = table_for("classic", 2, False)


cdef enum:
    # A history item is a code, or one of these plus a count, with that many tile numbers behind it. In a sealed step hands
    # that are shown stand before the other answers, so who shows is in the item: 16 times (seat + 1), and 0 is who is asked.
    H_SHOW = 0xF000
    H_DISCARD = 0xF100
    H_PASS = 0xF200                              # plus a seat: the pass of a hand that was shown in a sealed step


cdef class History:
    """All actions of a game, append-only and shared between copies: each game owns the first `length` items."""

    def __dealloc__(self):
        free(self.items)

    cdef int append(self, uint16_t item) except -1:
        cdef uint16_t* more
        if self.count == self.room:
            more = <uint16_t*>realloc(self.items, (2 * self.room + 256) * sizeof(uint16_t))
            if more == NULL:
                raise MemoryError("the history of the game does not fit into memory")
            self.items = more
            self.room = 2 * self.room + 256
        self.items[self.count] = item
        self.count += 1
        return 0

    cdef History fork(self, int length):
        """Return a history of its own with the first `length` items, for a game that goes another way than its copy."""
        cdef History other = History.__new__(History)
        other.start = self.start
        other.table = self.table
        other.from_start = self.from_start
        other.items = <uint16_t*>malloc((length + 256) * sizeof(uint16_t))
        if other.items == NULL:
            raise MemoryError("the history of the game does not fit into memory")
        memcpy(other.items, self.items, length * sizeof(uint16_t))
        other.count = length
        other.room = length + 256
        return other


cdef int read_item(const GameState* s, const uint16_t* items, Act* a) noexcept nogil:
    """Fill `a` with the action at the head of a history, read in the state before it; return how many items it takes."""
    cdef int code = items[0], i
    if code < H_SHOW:
        decode(s, code, a)
        return 1
    memset(a, 0, sizeof(Act))
    a.seat = s.decider
    if code & 0xFF00 == H_PASS:
        a.kind = A_PASS
        a.chain = NO_CHAIN
        a.seat = <int8_t>(code & 0xFF)
        return 1
    a.kind = A_SHOW if code & 0xFF00 == H_SHOW else A_DISCARD
    if code & 0xF0:
        a.seat = <int8_t>((code >> 4 & 0xF) - 1)
    a.count = code & 0xF
    for i in range(a.count):
        a.squares[i] = <uint8_t>square_of(items[1 + i])
    return 1 + a.count


cdef enum SourceKind:
    NO_SOURCE, SHUFFLED, SCRIPTED, FOREIGN
