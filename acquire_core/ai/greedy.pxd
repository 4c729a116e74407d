"""Greedy play: the best turn as if the game ended after it. It needs no trained value and looks at no imagined world."""

from libc.stdint cimport int32_t, uint16_t

from acquire_core.ai.blunder_filter cimport lead_now
from acquire_core.ai.rounds_ahead cimport *
from acquire_core.ai.worlds cimport *


cdef inline double turn_worth(const GameState* s, const Rules* r, int seat, int depth, Scratch* scratch) noexcept nogil:
    """Return the edge that `seat` can reach by its own decisions; rivals sell what becomes defunct, and chance is not asked."""
    cdef GameState next
    cdef uint16_t codes[MAX_OPTIONS]
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
            worth = purchase_gain(gains, purchases[rank].buys, purchases[rank].sells)
            best = worth if worth > best else best
        return edge(s, r, seat) + best
    if s.phase not in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE, P_POWER_BUY):
        return edge(s, r, seat)
    n = list_options(s, r, codes, scratch.leaf)
    for i in range(n):
        look_ahead_in_game(&next, s, r, codes[i])
        worth = turn_worth(&next, r, seat, depth - 1, scratch)
        best = worth if worth > best else best
    return best


cdef inline double worth_of_bid(const GameState* s, const Rules* r, int code, const int32_t* highest, int depth,
                                Scratch* scratch) noexcept nogil:
    """Return the mean edge that the asked seat can reach with a bid, over guesses at what the others bid."""
    cdef GameState next
    cdef double sum = 0
    cdef int i, seat = s.decider
    for i in range(SCENARIOS):
        open_scenario(&next, s, r, highest, i, code)
        sum += turn_worth(&next, r, seat, depth, scratch)
    return sum / SCENARIOS


cdef inline int greedy(const GameState* s, const Rules* r, Rng* g, bint bag_is_open, double blur, int depth,
                       Scratch* scratch) noexcept nogil:
    """Return the option with the best edge after the own decisions that follow; `blur` dollars of noise make mistakes."""
    cdef GameState next
    cdef uint16_t* codes = scratch.root
    cdef double gains[7][6]
    cdef int32_t highest[6]
    cdef double best = -1e18, worth
    cdef int i, n, chosen, seat = s.decider
    n = options_of(s, r, bag_is_open, depth > 0, scratch)    # one step ahead nothing is filtered
    if n < 2:
        return codes[0] if n else NO_CODE
    if s.phase == P_DECLARE_BEFORE or s.phase == P_DECLARE_END:
        return C_END_YES if lead_now(s, r) > 0 else C_END_NO
    if s.phase == P_PICK:
        return codes[below(g, n)]                    # if the game ended now, no tile in hand would be worth anything
    chosen = codes[0]
    if s.phase == P_BUY:
        purchase_gains(s, r, seat, gains)
    elif s.phase == P_BID:
        guess_bids(s, r, highest)
    for i in range(n):
        if s.phase == P_BID:
            worth = worth_of_bid(s, r, codes[i], highest, depth, scratch)
        elif s.phase == P_BUY:
            worth = purchase_gain(gains, purchases[codes[i] - C_BUY].buys, purchases[codes[i] - C_BUY].sells)
        else:
            look_ahead_in_game(&next, s, r, codes[i])
            worth = turn_worth(&next, r, seat, depth, scratch)
        if blur > 0:
            worth += blur * bell(g)
        if worth > best:
            best = worth
            chosen = codes[i]
    return chosen
