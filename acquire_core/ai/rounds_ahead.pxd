"""Look ahead in a round of simultaneous play, where the others answer at the same time.

Nobody knows what the others have answered in the step that is asked, so nothing here looks at it: a look ahead takes their
answers out first and lets them answer by rules of thumb. Others place nothing then, because their tiles are unknown; in a search
imagined hands place theirs. Bids are priced by what the order is worth: a position is settled with a seat first in its order and
with it last.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from acquire_core.ai.option_evaluation cimport edge
from acquire_core.engine.bits cimport byte_of, lowest
from acquire_core.engine.board cimport largest
from acquire_core.engine.codes cimport *
from acquire_core.engine.legality cimport *
from acquire_core.engine.merger cimport most_pairs
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.transition cimport *

cdef enum:
    MAX_BIDS = 12            # bids that are compared
    SCENARIOS = 8            # guesses at what the others bid, for each of them


cdef inline void answer_by_thumb(GameState* s, const Rules* r) noexcept nogil:
    """Let the seat that is asked answer without much thought: no tile, bid 0, buy nothing, go on.

    It founds the dearest chain, keeps the chain of which it holds most, trades where two old shares buy a dearer new one, and
    sells the rest.
    """
    cdef Act act
    cdef int chain, shares
    cdef uint32_t mask
    memset(&act, 0, sizeof(Act))
    act.seat = s.decider
    act.chain = NO_CHAIN
    act.kind = A_PASS
    if s.phase == P_DISPOSE:
        act.kind = A_DISPOSE
        shares = byte_of(s.rows[s.decider], s.dying)
        if byte_of(s.price, s.survivor) >= 2 * byte_of(s.price, s.dying):
            act.trade = <uint8_t>(2 * most_pairs(s))
        act.sell = <uint8_t>(shares - act.trade)
    elif s.phase == P_FOUND:
        act.kind = A_FOUND
        for chain in range(CHAINS):
            if not s.active >> chain & 1 and (act.chain == NO_CHAIN
                                              or r.price_units[chain][2] >= r.price_units[act.chain][2]):
                act.chain = <uint8_t>chain
    elif s.phase == P_SURVIVOR or s.phase == P_NEXT_DEFUNCT:
        act.kind = A_SURVIVOR if s.phase == P_SURVIVOR else A_NEXT
        mask = largest(s, s.defunct)
        act.chain = <uint8_t>lowest(mask)
        while mask:
            chain = lowest(mask)
            mask &= mask - 1
            if byte_of(s.rows[s.decider], chain) > byte_of(s.rows[s.decider], act.chain):
                act.chain = <uint8_t>chain
    elif s.phase == P_BID:
        act.kind = A_BID
    carry_out(s, r, &act, NULL)


cdef inline void go_on_by_thumb(GameState* s, const Rules* r, int seat) noexcept nogil:
    """Go on until `seat` is asked, all buy, or the round is over but for its draws; with seat -1 all answer by rules of thumb."""
    cdef uint32_t turn = s.turn
    while s.decider != CHANCE_SEAT and s.turn == turn and s.phase not in (P_DECLARE_END, P_DISCARD):
        if s.phase != P_BID and seat >= 0 and s.round.concerned >> seat & 1 and not s.round.answered >> seat & 1:
            turn_to(s, r, seat)
            return
        if s.phase == P_BUY or (s.decider == seat and s.round.concerned == 0):
            return
        answer_by_thumb(s, r)


cdef inline void look_ahead_in_round(GameState* next, const GameState* s, const Rules* r, int code) noexcept nogil:
    """Write the position after a legal code into `next`, without what the others have answered: they answer by rules of thumb."""
    cdef Act act
    cdef int seat = s.decider
    copy_state(next, s, r.state_bytes)
    hide_answers(next, r, seat)
    decode(next, code, &act)
    carry_out(next, r, &act, NULL)
    go_on_by_thumb(next, r, seat)


cdef inline void look_ahead_in_game(GameState* next, const GameState* s, const Rules* r, int code) noexcept nogil:
    """Write the position after a legal code into `next`, in a round the one in which its seat is asked again or all buy."""
    if r.rounds:
        look_ahead_in_round(next, s, r, code)
    else:
        look_ahead(next, s, r, code)


# --- bids -------------------------------------------------------------------------------------------------------------

cdef inline void open_bids(GameState* next, const GameState* s, const Rules* r, const int32_t* bids, int seat) noexcept nogil:
    """Write the position after these bids into `next`, as far as `go_on_by_thumb` goes."""
    cdef int other
    copy_state(next, s, r.state_bytes)
    for other in range(r.seats):
        next.round.bids[other] = bids[other] if next.round.concerned >> other & 1 else 0
    next.round.answered = next.round.concerned
    go_on(next, r, NULL)
    go_on_by_thumb(next, r, seat)


cdef inline void open_extremes(GameState* first, GameState* last, const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Write the positions in which a bidder comes first in its order, for one unit, and in which it comes last."""
    cdef int32_t bids[6]
    cdef int other
    memset(bids, 0, sizeof(bids))
    bids[seat] = 1
    open_bids(first, s, r, bids, -1)
    for other in range(r.seats):
        bids[other] = other != seat
    open_bids(last, s, r, bids, -1)


cdef inline double worth_of_coming_first(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return by how many dollars a bidder's edge is higher if it comes first in its order than if it comes last."""
    cdef GameState first, last
    open_extremes(&first, &last, s, r, seat)
    return edge(&first, r, seat) + 100 - edge(&last, r, seat)    # the bid was for this look alone


cdef inline void guess_bids(const GameState* s, const Rules* r, int32_t* highest) noexcept nogil:
    """Fill `highest` with what coming first is worth to each bidder, in units and within its limit: others bid no more."""
    cdef int seat
    for seat in range(r.seats):
        highest[seat] = 0
        if s.round.concerned >> seat & 1:
            highest[seat] = within_limit(s, r, seat, worth_of_coming_first(s, r, seat))


cdef inline int32_t within_limit(const GameState* s, const Rules* r, int seat, double dollars) noexcept nogil:
    """Return a sum as the highest bid that a seat may make for it, in units."""
    cdef int32_t limit = bid_limit(s, r, seat)
    return 0 if dollars < 100 else limit if dollars > 100.0 * limit else <int32_t>(dollars / 100)


cdef inline void guess_scenario(const Rules* r, const int32_t* highest, int number, int32_t* bids) noexcept nogil:
    """Fill `bids` with one of the SCENARIOS, in which each bidder's bids are spread evenly from 0 to its highest."""
    cdef int seat
    for seat in range(r.seats):
        bids[seat] = (highest[seat] + 1) * (2 * ((number * (2 * seat + 1) + seat) % SCENARIOS) + 1) // (2 * SCENARIOS)


cdef inline void open_scenario(GameState* next, const GameState* s, const Rules* r, const int32_t* highest, int number,
                               int code) noexcept nogil:
    """Write the position after a bid of the asked seat into `next`, in one of the SCENARIOS of what the others bid."""
    cdef int32_t bids[6]
    guess_scenario(r, highest, number, bids)
    bids[s.decider] = code - C_BID
    open_bids(next, s, r, bids, s.decider)


cdef inline int list_bids(const GameState* s, const Rules* r, const int32_t* highest, uint16_t* codes) noexcept nogil:
    """List the codes of bids worth looking at, and return how many: from 0 to the own highest, but no more than needed to outbid
    all."""
    cdef int32_t limit = 0
    cdef int seat, n, i
    for seat in range(r.seats):
        if seat != s.decider and s.round.concerned >> seat & 1 and highest[seat] + 1 > limit:
            limit = highest[seat] + 1
    limit = min(limit, highest[s.decider])
    n = limit + 1 if limit < MAX_BIDS else MAX_BIDS
    for i in range(n):
        codes[i] = <uint16_t>(C_BID + (i if n == 1 else limit * i // (n - 1)))
    return n
