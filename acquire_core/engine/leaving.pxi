# A seat leaves for good (docs/spec/rules.md, section 7, K30 to K33). Part of transition.pxd.

cdef inline void do_retire(GameState* s, const Rules* r, int seat, EventList* events) noexcept nogil:
    """Put the seat's tiles back into the bag (L2), then settle by L4 whatever the seat owes."""
    cdef int slot, square
    cdef bint settling = s.phase in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_MARKET_DRAW, P_DISPOSE)
    if r.rounds:
        settling = settling or s.round.step == S_TRADE_BID
        leave_round(s, r, seat)
    if events != NULL:
        emit(events, E_RETIRED, seat).a = <uint8_t>hand_count(s, seat)
    s.retired |= <uint8_t>(1 << seat)
    s.live -= 1
    s.idle_turns = 0                                 # its tiles are in the bag again, so R44 counts anew
    for slot in range(s.known[seat]):
        square = s.hand[seat][slot]
        set_shown(s, square, False)
        s.bag[s.unseen] = <uint8_t>square
        s.unseen += 1
    s.known[seat] = 0
    s.concealed -= s.hidden[seat]
    s.hidden[seat] = 0
    if s.end_reason:
        return                                       # only the market's tiles are still due
    if s.live <= 1 and not settling:
        if r.rounds:
            end_step(s)
        enter_end(s, r, R_RETIRED, events)
    elif r.rounds and S_PLACE <= s.round.step <= S_END:
        return                                       # go_on opens the answers, if the last is in
    elif s.phase == P_DRAW and s.purpose == FOR_DEAL:
        if s.target == seat:                         # K30: the deal goes on without it
            next_hand(s, r, events)
    elif s.phase == P_DISPOSE and s.decider == seat:
        enter_dispose(s, r, events)
    elif s.current == seat and s.phase != P_START:
        settle_for_absent(s, r, events)


cdef inline void settle_for_absent(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Answer for a seat that left in its own turn (L4): choose the first chain, skip any other step (K31)."""
    if s.phase == P_FOUND:
        do_found(s, r, lowest(~s.active & ALL_CHAINS), events)
    elif s.phase == P_SURVIVOR:
        do_survivor(s, r, lowest(largest(s, s.defunct)), events)
    elif s.phase == P_NEXT_DEFUNCT:
        do_next_defunct(s, r, lowest(largest(s, s.defunct)), events)
    elif s.phase in (P_DECLARE_END, P_DISCARD, P_PICK, P_DRAW):
        if s.phase == P_DRAW and s.purpose != FOR_REFILL:
            after_purchase(s, r, events)
        else:
            enter_next_turn(s, r, events)
    elif s.phase in (P_DECLARE_BEFORE, P_POWER_START, P_REPLACE_HAND, P_PLACE, P_POWER_BUY, P_TRADE2, P_BUY):
        after_purchase(s, r, events)
