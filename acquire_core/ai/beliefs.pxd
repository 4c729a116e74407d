"""What rivals' hands may hold, judged by what they did: a weight for each unseen tile and each rival.

Uniform over the unseen tiles is the exact prior. A tile that was dead when a rival last drew is not in its hand, where
dead tiles go at once. And a seat that placed one tile probably had no better one: a tile that would have been worth more to
it then is less likely to be there.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from acquire_core.ai.by_value cimport *
from acquire_core.engine.board cimport MERGES, is_dead, spot
from acquire_core.engine.game cimport Glimpse
from acquire_core.engine.legality cimport *
from acquire_core.engine.playout cimport Rng, next64
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport playable_slots, reveal_at

cdef enum:
    LOOK_BACK = 3            # placements of each of six seats; where there are fewer rivals, more of each


cdef struct Beliefs:
    bint any                 # else all hands are equally likely
    float weight[6][144]     # by seat and square


cdef extern from *:
    """
    /* By how much the values of two tiles must differ before a rival's choice between them says much; and the part of a choice
       that has reasons unknown to us. */
    #define ACQ_CHOICE_SPREAD 0.02f
    #define ACQ_UNKNOWN 0.15f
    """
    const float CHOICE_SPREAD "ACQ_CHOICE_SPREAD"
    const float UNKNOWN "ACQ_UNKNOWN"


cdef inline void form_beliefs(const Net* net, const GameState* s, const Rules* r, const Glimpse* glimpses, int count,
                              const GameState* refilled, float win_weight, Beliefs* beliefs) noexcept nogil:
    """Fill `beliefs` from what rivals placed (`glimpses`), and from the position in which each last drew (`refilled`; its turn is
    0 where a rival never did)."""
    cdef GameState next
    cdef const GameState* then
    cdef float chosen, kept, drawn_since
    cdef int seat, i, j
    cdef uint8_t square
    beliefs.any = True
    for seat in range(r.seats):
        for i in range(s.unseen):
            square = s.bag[i]
            beliefs.weight[seat][square] = 1
            if r.dead_policy == DEAD_AUTO and r.dead_repeat and refilled[seat].turn and is_dead(&refilled[seat], r, square):
                beliefs.weight[seat][square] = 0
    for j in range(count):
        then = &glimpses[j].state
        seat = then.current
        drawn_since = 1
        for i in range(glimpses[j].turns_ago + 1):
            drawn_since *= <float>(5.0 / 6.0)
        drawn_since = 1 - drawn_since                # how likely it is that a tile of today's hand was drawn after that
        chosen = value_of_placing(net, then, r, seat, glimpses[j].square, win_weight, &next)
        for i in range(s.unseen):
            square = s.bag[i]
            if beliefs.weight[seat][square] == 0 or spot(then, r, square) > MERGES:
                continue
            kept = 1 - logistic((value_of_placing(net, then, r, seat, square, win_weight, &next) - chosen) / CHOICE_SPREAD)
            kept = UNKNOWN + (1 - UNKNOWN) * 2 * kept
            beliefs.weight[seat][square] *= drawn_since + (1 - drawn_since) * kept


cdef inline float value_of_placing(const Net* net, const GameState* then, const Rules* r, int seat, int square, float win_weight,
                                   GameState* next) noexcept nogil:
    """Return what a seat reached by placing this tile then, or would have reached; 0 where it could not place it."""
    cdef Act act
    cdef ValueStyle value_style
    memset(&act, 0, sizeof(Act))
    act.kind = A_PLACE
    act.seat = <int8_t>seat
    act.square = <uint8_t>square
    copy_state(next, then, r.state_bytes)
    if check(next, r, &act) != OK:
        return 0
    carry_out(next, r, &act, NULL)
    value_style.win_weight = win_weight
    value_style.noise = 0
    return own_best(net, next, r, seat, &value_style, OWN_STEPS, False)


cdef inline void deal_by_belief(GameState* s, const Rules* r, Rng* g, const Beliefs* beliefs) noexcept nogil:
    """Give every hidden tile of a hand a value, by the weights; an impossible hand falls back to any."""
    cdef int seat, i, index
    cdef float total, left
    for seat in range(r.seats):
        while s.hidden[seat]:
            total = 0
            for i in range(s.unseen):
                total += beliefs.weight[seat][s.bag[i]]
            left = total * <float>((next64(g) >> 40) / 16777216.0)
            index = 0
            for i in range(s.unseen):
                if beliefs.weight[seat][s.bag[i]] > 0 or total <= 0:
                    index = i
                left -= beliefs.weight[seat][s.bag[i]] if total > 0 else 0
                if left < 0:
                    break
            reveal_at(s, seat, index)
    if s.phase == P_PLACE:
        s.playable = playable_slots(s, r, s.current, False)
