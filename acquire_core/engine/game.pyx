"""The one door between Python and the compiled kernel: `Game`, `Observation` and `RandomPlayer`.

Everything that comes in is checked here (convert.pxi); what goes out is immutable or made for the caller. A refused action
has changed nothing. Chance is an action: with a tile source a game plays it by itself, without one it waits for it.
"""

import hashlib
import importlib

cimport cython

from cpython.list cimport PyList_New, PyList_SetItem
from cpython.pycapsule cimport PyCapsule_GetPointer
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

from acquire_core.engine.bits cimport byte_of, one
from acquire_core.engine.board cimport label, set_size
from acquire_core.engine.codes cimport *
from acquire_core.engine.deck cimport *
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport BONUS_FINAL, BONUS_SOLE, pay_bonuses, score_chain
from acquire_core.engine.playout cimport Rng, choose, fold, imagine, next64
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport bag_index, playable_slots, sort_squares, sorted_hand, take_from_bag
from acquire_core.engine.transition cimport clockwise, enter_game, enter_turn, go_on, leave_round, owing, set_up, turn_to

include "convert.pxi"
include "table.pxi"
include "snapshot.pxi"
include "observation.pxi"
include "position.pxi"
include "random.pxi"

list_purchases()
cdef list INTEGERS = list(range(ALL_CODES))      # made once, so that a list of codes costs references only
cdef PyObject* INTEGER[20045]
for _code in range(ALL_CODES):
    INTEGER[_code] = <PyObject*>INTEGERS[_code]
cdef enum:
    ENDLESS_TURNS = 10_000

MAX_RANDOM_TURNS = ENDLESS_TURNS            # where random play gives up on a ruleset without the stall end (K36)
MAX_TURNS = GIVEN_UP_TURNS
STATE_BYTES = TURN_BYTES
CODE_COUNT = CODES


cdef tuple SEALED_STEPS = ("place", "order", "dispose", "trade", "buy", "stock", "end")
cdef object record_maker = None


def set_record_maker(maker):
    """Set the function that `Game.record` calls. Records are built on games, so the package, which knows both, joins them."""
    global record_maker
    record_maker = maker


cdef list to_list(const uint16_t* codes, int count):
    cdef list out = PyList_New(count)
    cdef int i
    for i in range(count):
        Py_INCREF(<object>INTEGER[codes[i]])
        PyList_SetItem(out, i, <object>INTEGER[codes[i]])
    return out


cdef class Game:
    """One game of Acquire, or one peer's view of it.

    >>> game = Game("classic", players=4, tiles=ShuffledBag(seed=7))
    >>> game.phase, game.to_move == game.owed()[0]
    ('place', True)
    """

    cdef GameState s
    cdef RuleTable table
    cdef History history                     # None after play_random, which keeps none
    cdef int length
    cdef int source_kind
    cdef Deck deck
    cdef object source
    cdef object __weakref__

    def __cinit__(self):
        self.table = NOBODYS_TABLE                   # so that even an object made by __new__ alone is safe
        self.s.phase = P_OVER
        self.s.decider = CHANCE_SEAT

    def __init__(self, ruleset="classic", players=4, tiles=None, sealed=False):
        self.table = table_for(ruleset, players, bool(sealed))
        set_up(&self.s, &self.table.r)
        enter_game(&self.s, &self.table.r, NULL)
        self.begin(tiles, True)

    cdef int begin(self, object tiles, bint from_start) except -1:
        """Begin the history here, and play the first tiles from the source."""
        self.history = History.__new__(History)
        self.history.start = self.s
        self.history.table = self.table
        self.history.from_start = from_start
        self.length = 0
        self.take_source(tiles)
        if self.source_kind != NO_SOURCE:
            self.play_chance(NULL, None)
        return 0

    cdef int take_source(self, object tiles) except -1:
        cdef int i, square
        self.source = tiles
        memset(&self.deck, 0, sizeof(Deck))
        if tiles is None:
            self.source_kind = NO_SOURCE
        elif type(tiles) is ShuffledBag or type(tiles) is ScriptedBag:
            self.source_kind = SHUFFLED if type(tiles) is ShuffledBag else SCRIPTED
            if self.source_kind == SHUFFLED:
                shuffle_deck(&self.deck, &self.s, tiles.seed)
                return 0
            for tile in tiles.order:
                square = square_named(tile)
                if self.s.cell[square] == 0:
                    self.deck.order[self.deck.count] = <uint8_t>square
                    self.deck.count += 1
                else:
                    raise ValueError(f"the script draws {tile}, which lies on the board of this position")
        elif hasattr(tiles, "draw") and hasattr(tiles, "market"):
            self.source_kind = FOREIGN
        else:
            raise TypeError(f"expected a tile source (ShuffledBag, ScriptedBag, or one with draw and market), not {tiles!r}")
        return 0

    # --- chance ---

    cdef int next_square(self) except -2:
        """Return the square that the source gives for the tile now due; -1 when it gives none."""
        cdef GameState* s = &self.s
        cdef Deck* deck = &self.deck
        cdef int square
        if self.source_kind == SHUFFLED:
            return shuffled_square(deck, s)
        if self.source_kind == SCRIPTED:
            if s.phase != P_MARKET_DRAW:
                return next_of_deck(deck)
            if deck.market_used == len(self.source.market):
                return -1
            square = square_named(self.source.market[deck.market_used])
            deck.market_used += 1
            return square
        bag = self.bag_tiles() if bag_count(s) else TILE_NAMES
        tile = self.source.market(bag) if s.phase == P_MARKET_DRAW else self.source.draw(s.target, bag)
        if tile is None:
            return -1
        square = square_named(tile)
        if square == 0:
            raise ValueError(f"the tile source answered {tile!r}, which is not a tile")
        return square

    cdef int play_chance(self, EventList* events, list reported) except -1:
        """Play what chance owes, as far as the source goes."""
        cdef Act act
        cdef int square, verdict
        while self.s.decider == CHANCE_SEAT and self.s.phase != P_OVER:
            square = self.next_square()
            if square < 0:
                return 0
            memset(&act, 0, sizeof(Act))
            act.seat = CHANCE_SEAT
            act.kind = A_MARKET if self.s.phase == P_MARKET_DRAW else A_START if self.s.phase == P_START else A_DRAW
            act.target = self.s.target
            act.square = <uint8_t>square
            verdict = check(&self.s, &self.table.r, &act)
            if verdict != OK:
                raise refused(&act, verdict, self.table.names, "it came from the tile source")
            self.step(&act, events, reported)
        return 0

    cdef tuple bag_tiles(self):
        cdef int i
        squares = sorted([self.s.bag[i] for i in range(self.s.unseen)])
        return tuple([TILE_OF_SQUARE[square] for square in squares])

    # --- playing ---

    cdef int step(self, const Act* act, EventList* events, list reported) except -1:
        """Carry out a legal action: history first, because its code is written in terms of the state before."""
        cdef int i
        if self.table.r.rounds and self.s.round.concerned:
            self.remember_sealed(act)
        else:
            self.remember(act)
        if events != NULL:
            events.count = 0
            events.tile_count = 0
        carry_out(&self.s, &self.table.r, act, events)
        if act.kind == A_PICK and self.source_kind in (SHUFFLED, SCRIPTED):
            drop_from_deck(&self.deck, act.square)
        elif act.kind == A_RETIRE and self.source_kind == SHUFFLED:
            mix_deck(&self.deck, &self.s)
        if events != NULL:
            events_module()
            for i in range(events.count):
                reported.append(write_event(&events.items[i], events, self.table.names))
            if self.s.phase == P_OVER:
                reported.extend([_e.FinalRank(*row) for row in self.standings()])
        return 0

    cdef int remember_sealed(self, const Act* act) except -1:
        """Add the answers of a sealed step to the history in table order, when the last is in (M13).

        What an answer means does not depend on those before it, nor on a seat that leaves, so this is what happened.
        """
        cdef GameState after
        cdef Act kept
        cdef const Rules* r = &self.table.r
        cdef int seat = self.s.round.leader, i
        copy_state(&after, &self.s, r.state_bytes)
        if act.kind == A_RETIRE:
            self.remember(act)
            leave_round(&after, r, act.seat)
            if after.live <= 2 and not (after.phase == P_DISPOSE or after.round.step == S_TRADE_BID):
                return 0                             # one seat is left, and the game ends
        elif is_answer(&after, r, act):
            keep_answer(&after, act)
        else:
            self.remember(act)
            show_at_once(&after, act, NULL)
        if owing(&after):
            return 0
        for i in range(r.seats):                     # hands that are shown come first (M2)
            if after.round.showing >> seat & 1:
                self.remember_shown_hand(&after, seat)
            seat = clockwise(r, seat)
        for i in range(r.seats):
            if after.round.answered & ~after.round.showing & 1 << seat:
                kept_answer(&after, seat, &kept)
                self.remember(&kept)
            seat = clockwise(r, seat)
        return 0

    cdef int remember_shown_hand(self, const GameState* after, int seat) except -1:
        """Add a hand that is shown in a sealed step, and its pass, to the history."""
        cdef Act shown
        if self.history is None:
            return 0
        shown_hand(after, seat, &shown)
        self.remember(&shown)
        self.history.append(<uint16_t>(H_PASS + seat))
        self.length += 1
        return 0

    cdef int remember(self, const Act* act) except -1:
        cdef int code, i
        if self.history is None:
            return 0
        if self.history.count != self.length:        # a copy has gone on from here already
            self.history = self.history.fork(self.length)
        if act.kind == A_SHOW or act.kind == A_DISCARD:
            code = H_SHOW if act.kind == A_SHOW else H_DISCARD
            if self.table.r.rounds and self.s.round.concerned:
                code += 16 * (act.seat + 1)
            self.history.append(<uint16_t>(code + act.count))
            for i in range(act.count):
                self.history.append(<uint16_t>tile_of(act.squares[i]))
            self.length += 1 + act.count
        else:
            code = encode(&self.s, act)
            self.history.append(<uint16_t>code)
            self.length += 1
        return 0

    cdef int take(self, const Act* act, EventList* events, list reported) except -1:
        """Carry out a checked action and the chance after it. Where the source may fail, put the game back as it was."""
        cdef GameState before
        cdef Deck deck_before
        cdef int length_before
        if self.source_kind == NO_SOURCE or self.source_kind == SHUFFLED:
            self.step(act, events, reported)
            if self.source_kind == SHUFFLED and self.s.decider == CHANCE_SEAT:
                self.play_chance(events, reported)
            return 0
        before = self.s
        deck_before = self.deck
        length_before = self.length
        try:
            self.step(act, events, reported)
            self.play_chance(events, reported)
        except BaseException:
            self.s = before
            self.deck = deck_before
            self.length = length_before
            if self.history is not None:
                self.history = self.history.fork(length_before)
            raise
        return 0

    cdef int read(self, object action, Act* act) except -1:
        """Fill `act` with an action, and return the verdict on it."""
        cdef int verdict = read_action(action, self.table.numbers, self.s.decider, act)
        if verdict != OK:
            return verdict
        return check(&self.s, &self.table.r, act)

    def apply(self, action, events=True):
        """Carry out an action and the chance after it; return the events, or () with `events=False`.

        IllegalAction(action, reason) leaves the game untouched.
        """
        cdef Act act
        cdef EventList list_of_events
        cdef int verdict = self.read(action, &act)
        if verdict != OK:
            raise IllegalAction(action, REASONS[verdict], self.detail(verdict))
        if not events:
            self.take(&act, NULL, None)
            return ()
        reported = []
        self.take(&act, &list_of_events, reported)
        return tuple(reported)

    cdef str detail(self, int verdict):
        if verdict in (WRONG_SEAT, WRONG_PHASE) and self.s.decider >= 0:
            return f"seat {self.s.decider} decides: {PHASE_WORDS[self.s.phase]}"
        return ""

    def refusal(self, action):
        """Return the Reason for which an action would be refused, or None; change nothing."""
        cdef Act act
        return REASONS[self.read(action, &act)]

    def play(self, line, events=True):
        """Apply an action in notation, as in `game.play("0 place 5E")`. Without a seat the decider is meant."""
        from acquire_core.notation import parse_action

        return self.apply(parse_action(line, self.table.names), events)

    cdef int ask(self, object seat, GameState* asked) except -1:
        """Copy the state into `asked`, with the question put to a seat; return 0 where it has nothing to answer."""
        copy_state(asked, &self.s, self.table.r.state_bytes)
        if seat is None:
            return 1
        if type(seat) is not int or not 0 <= seat < self.table.r.seats:
            raise ValueError(f"seats run from 0 to {self.table.r.seats - 1}, not {seat!r}")
        if concerns(&self.s, &self.table.r, seat):
            turn_to(asked, &self.table.r, seat)
            return 1
        return seat == self.s.decider

    def legal_actions(self, seat=None):
        """Return everything that may be done now, each once, in the order of the codes; `retire` is never listed.

        With a seat: what it may answer. In a sealed step of simultaneous play several have choices, also after an answer.

        Where a hidden hand is asked to show tiles or to set tiles aside, the sets of unknown tiles are too many to list:
        the empty discard and those of known tiles stand here, and `apply` accepts every consistent set.
        """
        cdef uint16_t codes[CODES]
        cdef Act act
        cdef GameState asked
        cdef int count, i
        if not self.ask(seat, &asked):
            return []
        count = list_codes(&asked, &self.table.r, codes)
        out = []
        for i in range(count):
            decode(&asked, codes[i], &act)
            out.append(write_action(&act, self.table.names))
        return out

    def legal_codes(self):
        """Return the legal actions as integers (codes.pxd), ascending."""
        cdef uint16_t codes[CODES]
        return to_list(codes, list_codes(&self.s, &self.table.r, codes))

    def apply_code(self, code):
        """Carry out the action of a code, without events."""
        cdef Act act
        cdef int verdict
        decode(&self.s, code_number(code, self.table.r.rounds), &act)
        verdict = check(&self.s, &self.table.r, &act)
        if verdict != OK:
            raise refused(&act, verdict, self.table.names, self.detail(verdict))
        self.take(&act, NULL, None)

    def action_of(self, code):
        """Return the action that a code means now."""
        cdef Act act
        decode(&self.s, code_number(code, self.table.r.rounds), &act)
        return write_action(&act, self.table.names)

    def code_of(self, action):
        """Return the code of an action of the seat that is asked; None where it has none: hidden tiles, impossible values."""
        cdef Act act, same
        cdef int code
        if read_action(action, self.table.numbers, self.s.decider, &act) != OK:
            return None
        code = encode(&self.s, &act)
        if not 0 <= code < (ALL_CODES if self.table.r.rounds else CODES):
            return None
        # The code must mean exactly this action, not one like it. Where chance is asked, the action may be any seat's.
        decode(&self.s, code, &same)
        if self.s.decider == CHANCE_SEAT:
            same.seat = act.seat
        if self.s.phase != P_DISPOSE:
            same.hold = act.hold
        return code if memcmp(&act, &same, sizeof(Act)) == 0 else None

    def play_random(self, seed, turns=-1):
        """Play at random to the end, or through `turns` turns: decisions and chance both from the seed.

        Chance is imagined, so the tile source is left aside, hidden tiles included, and no history is kept. A ruleset without
        the stall end may leave the game unfinished after MAX_RANDOM_TURNS.
        """
        cdef Rng rng
        rng.state = seed_number(seed)
        self.run(run_random, &rng, bounded(turns))

    cdef int run(self, RunFunction function, Rng* rng, int turns) except -1:
        # On a copy: other threads may look at this game, or play it on, while the GIL is released.
        cdef RuleTable table = self.table
        cdef const Rules* r = &table.r
        cdef GameState own = self.s
        if not r.stall_end and (turns < 0 or turns > ENDLESS_TURNS):
            turns = ENDLESS_TURNS
        self.history = None
        self.source_kind = NO_SOURCE
        with nogil:
            imagine(&own, r, rng)
            function(&own, r, rng, turns)
        self.s = own
        return 0

    # --- what is known ---

    @property
    def ruleset(self):
        return self.table.ruleset

    @property
    def players(self):
        return self.table.r.seats

    @property
    def sealed(self):
        return self.table.r.sealed != 0

    @property
    def tiles(self):
        """Return the tile source, or None."""
        return self.source

    @property
    def from_start(self):
        """Return True if the game began with an empty board; such a game has a record."""
        return self.history is not None and self.history.from_start

    @property
    def to_move(self):
        """Return the seat that is asked, CHANCE (-1) when a tile is due, None when the game is over."""
        return None if self.s.phase == P_OVER else self.s.decider

    @property
    def phase(self):
        return PHASE_WORDS[self.s.phase]

    @property
    def over(self):
        return self.s.phase == P_OVER

    @property
    def current(self):
        """Return the seat whose turn it is; in simultaneous play the one that leads the round."""
        return self.s.round.leader if self.table.r.rounds and self.s.turn else self.s.current

    @property
    def turn(self):
        """Return the number of the turn, from 1 on; 0 is the set-up."""
        return self.s.turn

    @property
    def end_reason(self):
        return END_REASONS[self.s.end_reason]

    @property
    def retired(self):
        cdef int seat
        return tuple([seat for seat in range(self.table.r.seats) if self.s.retired >> seat & 1])

    def owed(self):
        """Return the seats that owe a decision, for programs that loop until there is none."""
        if not (self.table.r.rounds and self.s.round.concerned):
            return () if self.s.decider < 0 else (self.s.decider,)
        return tuple(self.seats_of_round(owing(&self.s)))

    cdef list seats_of_round(self, uint32_t chosen):
        """Return some seats in table order, which begins with the seat that leads the round."""
        cdef int seat, leader = self.s.round.leader
        return [seat for seat in [*range(leader, self.table.r.seats), *range(leader)] if chosen >> seat & 1]

    @property
    def sealed_step(self):
        """Return the name of the sealed step that is asked, which no other step of the game has; None where none is.

        It follows from what everybody knows: `3 place`, or `3 dispose tower 5E` where that merger settles this chain.
        """
        cdef int step = self.s.round.step
        if not (self.table.r.rounds and self.s.round.concerned):
            return None
        name = f"{self.s.turn} {SEALED_STEPS[step - S_PLACE]}"
        if step in (S_DISPOSE, S_TRADE_BID):
            return f"{name} {self.table.names[self.s.dying]} {TILE_OF_SQUARE[self.s.tile]}"
        return f"{name} {self.table.names[self.s.dying]}" if step == S_STOCK_BID else name

    def waiting(self):
        """Return the answers that wait for others in a sealed step of simultaneous play, in table order.

        They are in no history, record or observation of another seat until the last answer is in. `apply` takes them back in.
        """
        cdef int seat
        cdef Act act
        found = []
        if self.table.r.rounds and self.s.round.concerned:
            for seat in self.seats_of_round(self.s.round.answered | self.s.round.showing):
                if self.s.round.showing >> <int>seat & 1:
                    shown_hand(&self.s, seat, &act)
                    found.append(write_action(&act, self.table.names))
                if self.s.round.answered >> <int>seat & 1:
                    kept_answer(&self.s, seat, &act)
                    found.append(write_action(&act, self.table.names))
        return found

    def observe(self, seat):
        """Return what one seat may know; None is the public."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.table.r.seats):
            raise ValueError(f"seats run from 0 to {self.table.r.seats - 1}, or None for the public, not {seat!r}")
        return observation_of(self.table, &self.s, self.history, self.length, -1 if seat is None else seat)

    def snapshot(self):
        """Return everything that this game object knows, as a canonical dict for JSON."""
        return snapshot_of(self.table, &self.s)

    def digest_fields(self):
        """Return what the digest covers beside the snapshot, in the numbers of docs/developers/record-format.md, section 7."""
        return digest_fields_of(&self.s)

    def digest(self):
        """Return 32 bytes over the public state, equal on every peer of a table."""
        return digest_of(self.table, &self.s)

    def standings(self):
        """Return [(rank, seat or team, money)], best first; before the end by the cash of the moment."""
        return standings_of(self.table, &self.s)

    def actions(self, since=0):
        """Return the history as actions, chance included, without the first `since` of them, which the caller has already."""
        cdef int left_out = bounded(since)
        if left_out < 0:
            raise ValueError("how many actions are left out cannot be negative")
        return actions_in(self.history, self.length, -2, left_out)

    def record(self, seats=None):
        """Return the record of this game (record.py); `seats` are (name, kind) pairs."""
        return record_maker(self, seats)

    def copy(self):
        """Return an independent game in the same state; the history so far is shared, and so is a foreign tile source."""
        cdef Game other = Game.__new__(Game)
        copy_state(&other.s, &self.s, self.table.r.state_bytes)
        other.table = self.table
        other.history = self.history
        other.length = self.length
        other.source_kind = self.source_kind
        other.deck = self.deck
        other.source = self.source
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a game is saved as a record: game.record().text()")

    def __repr__(self):
        return (f"<Game {self.table.ruleset.name}, {self.players} players, turn {self.turn}, "
                f"{self.phase}{'' if self.over else f', to move {self.to_move}'}>")

    @cython.binding(True)                        # the stable ABI has no other class methods
    @classmethod
    def from_position(cls, ruleset, players, *, board, hands, cash=None, shares=None, current=0, discard=(), tiles=None,
                      sealed=False):
        """Return a game that begins with the turn of `current` in a given position.

        `board` is nine rows of twelve squares, spaces ignored: `.` empty, `o` loose, else a chain's initial.
        """
        cdef Game game = cls.__new__(cls)
        game.table = table_for(ruleset, players, bool(sealed))
        set_up(&game.s, &game.table.r)
        arrange(game.table, &game.s, board, hands, cash, shares, current, discard)
        enter_turn(&game.s, &game.table.r, current, NULL)
        if game.table.r.rounds:
            go_on(&game.s, &game.table.r, NULL)
        game.begin(tiles, False)
        return game
