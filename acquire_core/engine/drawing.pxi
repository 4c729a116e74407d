# Drawing at the end of a turn and dead tiles (R39, K8 to K11). Part of transition.pxd.

cdef inline void enter_end_of_turn_draw(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Fill the hand up to six, with dead tiles set aside before or after (R39, K8)."""
    cdef int count = hand_count(s, s.current)
    if s.retired >> s.current & 1:
        enter_next_turn(s, r, events)                # K31
        return
    s.due = <uint8_t>(HAND - count if count < HAND else 0)
    s.rounds = FIRST_ROUND
    if r.discard_first and r.dead_policy != DEAD_NEVER:
        s.rounds = BEFORE_DEAL
        if lay_dead_away(s, r, events):
            return
        s.rounds = NEXT_ROUND
    enter_draw(s, r, FOR_REFILL, s.due, events)


cdef inline void enter_draw(GameState* s, const Rules* r, int purpose, int due, EventList* events) noexcept nogil:
    """Ask for the next tile of the seat whose turn it is, while tiles are due and the bag has any."""
    s.purpose = <uint8_t>purpose
    s.due = <uint8_t>due
    s.target = s.current
    if s.due and bag_count(s):
        if purpose == FOR_REFILL and r.open_pick:
            ask(s, P_PICK)
        else:
            ask_chance(s, P_DRAW)
    elif s.due and purpose == FOR_REFILL and r.end_on_bag == CANNOT_REFILL:
        enter_end(s, r, R_CANNOT_REFILL, events)     # K11
    else:
        after_draw(s, r, events)


cdef inline void do_draw(GameState* s, const Rules* r, int index, EventList* events) noexcept nogil:
    """Draw the tile at place `index` of the unseen ones; -1 is a tile that this game object does not know."""
    cdef int seat = s.target, square = 0
    if index < 0:
        s.hidden[seat] += 1
        s.concealed += 1
    else:
        square = s.bag[index]
        take_from_bag(s, index)
        s.hand[seat][s.known[seat]] = <uint8_t>square
        s.known[seat] += 1
        if s.phase == P_PICK:
            set_shown(s, square, True)               # taken openly
    s.busy = 1
    if events != NULL:
        emit(events, E_PICKED if s.phase == P_PICK else E_DRAWN, seat).square = <uint8_t>square
    s.due -= 1
    if s.purpose != FOR_DEAL:
        if bag_count(s) == 0:
            if r.end_on_bag == LAST_DRAWN:
                enter_end(s, r, R_LAST_DRAWN, events)    # K10
                return
            if s.due:
                enter_draw(s, r, s.purpose, s.due, events)
                return
        if s.due == 0:
            after_draw(s, r, events)
    elif s.due == 0:
        next_hand(s, r, events)


cdef inline void next_hand(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Deal six tiles to the next seat, or begin the first turn (R9)."""
    s.target = <uint8_t>next_live(s, r, s.target)
    s.due = HAND
    if hand_count(s, s.target):                      # once round
        s.due = 0
        enter_turn(s, r, next_live(s, r, s.current) if s.retired >> s.current & 1 else s.current, events)


cdef inline void after_draw(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Go on when all due tiles are drawn: place from a new hand, or set dead tiles aside and end the turn."""
    s.due = 0
    if s.purpose != FOR_REFILL:
        enter_place(s, r, events)
        return
    if r.dead_policy != DEAD_NEVER and (s.rounds == FIRST_ROUND or (r.dead_repeat and s.rounds == NEXT_ROUND)):
        s.rounds = NEXT_ROUND
        if lay_dead_away(s, r, events):
            return
        if s.due:
            enter_draw(s, r, FOR_REFILL, s.due, events)
            return
    enter_next_turn(s, r, events)


cdef inline bint lay_dead_away(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Go through one round of dead tiles: return True if their owner is asked, else set aside those that go without a question.

    `due` grows by one for each tile set aside. At a table where the hand is not common knowledge the owner is asked
    whenever an unseen tile is dead; under `auto`, tiles that everybody knows to be dead go without a question.
    """
    cdef int seat = s.current, slot, square
    cdef uint32_t dead
    cdef bint public, open_question = False, held = False
    if not some_dead(s, r) or hand_count(s, seat) == 0:
        return False
    public = hand_is_public(s, r, seat)
    if not public:
        open_question = unseen_dead_tile(s, r)
    if r.dead_policy == DEAD_CHOICE and not open_question:
        for slot in range(s.known[seat]):
            square = s.hand[seat][slot]
            if (public or not r.sealed or is_shown(s, square)) and is_dead(s, r, square):
                held = True
    if open_question or held:
        ask(s, P_DISCARD)
        return True
    if r.dead_policy == DEAD_AUTO:
        # From the last slot down, because an emptied slot is filled from the end.
        dead = dead_slots(s, r, seat, False)
        for slot in range(s.known[seat] - 1, -1, -1):
            square = s.hand[seat][slot]
            if dead >> slot & 1 and (public or not r.sealed or is_shown(s, square)):
                take_from_hand(s, seat, slot)
                lay_away(s, seat, square, events)
                s.due += 1
    return False


cdef inline void do_discard(GameState* s, const Rules* r, const uint8_t* squares, int count, EventList* events) noexcept nogil:
    """Set aside the tiles that their owner names; an empty answer after tiles were drawn ends the rounds (K9)."""
    cdef int seat = s.current, i, slot
    for i in range(count):
        slot = slot_of(s, seat, squares[i])
        if slot < 0:
            reveal(s, seat, squares[i])
            slot = s.known[seat] - 1
        take_from_hand(s, seat, slot)
        lay_away(s, seat, squares[i], events)
        s.due += 1
    if s.rounds == BEFORE_DEAL:
        s.rounds = NEXT_ROUND                        # whatever the answer, the tiles drawn next may be dead too
    elif count == 0:
        s.rounds = LAST_ROUND
    if s.due:
        enter_draw(s, r, FOR_REFILL, s.due, events)
    else:
        s.purpose = FOR_REFILL
        after_draw(s, r, events)


cdef inline void enter_next_turn(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Begin the turn of the next player, unless too many turns went by without a change (R44)."""
    if r.rounds:
        s.round.step = S_NEXT_DRAW
        return
    if s.busy:
        s.idle_turns = 0
    elif not s.retired >> s.current & 1:             # a turn that was cut short is not counted (K12)
        s.idle_turns += s.idle_turns < 255
        if r.stall_end and s.idle_turns >= s.live:
            enter_end(s, r, R_STALL, events)
            return
    enter_turn(s, r, next_live(s, r, s.current), events)
