# Simultaneous play: what follows what in a round (docs/spec/rules.md, section 4c, K40 to K58). Part of transition.pxd.
#
# A sealed step has seats that it concerns and those that have answered; `go_on` opens the answers when the last is in. The
# functions of turns are used as they are, with `current` as the seat whose tile is settled or who draws; where they would go
# on with a turn they name the next step of the round instead. While a sealed step is asked, `current` is the seat that is asked.

cdef inline int clockwise(const Rules* r, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < r.seats else 0


cdef inline uint32_t live_mask(const GameState* s, const Rules* r) noexcept nogil:
    return ((<uint32_t>1 << r.seats) - 1) & ~s.retired


cdef inline uint32_t owing(const GameState* s) noexcept nogil:
    """Return the seats that owe an answer of a sealed step."""
    return s.round.concerned & ~s.round.answered


cdef inline int first_of(const GameState* s, const Rules* r, uint32_t seats) noexcept nogil:
    """Return the first of some seats in table order; there must be one."""
    cdef int seat = s.round.leader
    while not seats >> seat & 1:
        seat = clockwise(r, seat)
    return seat


cdef inline int ordered(const GameState* s, int seat, int chain) noexcept nogil:
    """Return how many shares of a chain a seat has still on order."""
    return <int>(s.round.orders[seat] >> (4 * chain) & 0xF)


cdef inline int32_t bid_limit(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return the highest bid of a seat, in units (M4, M6, M7, K58)."""
    cdef int32_t units = s.cash[seat] // 100
    cdef int chain
    if s.round.step == S_TRADE_BID:
        units -= s.round.pledged[seat]
    elif s.round.step == S_STOCK_BID:
        for chain in range(CHAINS):
            units -= ordered(s, seat, chain) * byte_of(s.price, chain)
    return units if units < MAX_BID else MAX_BID


cdef inline void turn_to(GameState* s, const Rules* r, int seat) noexcept nogil:
    """Put the question of a sealed step to a seat that it concerns."""
    s.decider = <int8_t>seat
    s.current = <uint8_t>seat
    if s.phase == P_PLACE:
        s.playable = playable_slots(s, r, seat, False)


cdef inline void ask_sealed(GameState* s, int step, int phase, uint32_t concerned) noexcept nogil:
    """Begin a sealed step; `go_on` asks, or goes on at once where nobody is concerned (K40)."""
    s.round.step = <uint8_t>step
    s.phase = <uint8_t>phase
    s.round.concerned = <uint8_t>concerned
    s.round.answered = 0
    if phase == P_BID:
        memset(s.round.bids, 0, sizeof(s.round.bids))
    elif phase != P_PLACE:
        memset(s.round.orders, 0, sizeof(s.round.orders))


cdef inline void go_on(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Go on with the round until a seat, or chance, is asked."""
    cdef int step
    while True:
        step = s.round.step
        if S_PLACE <= step <= S_END:
            if owing(s):
                turn_to(s, r, first_of(s, r, owing(s)))
                return
            open_answers(s, r, events)
        elif step == S_NEW_ROUND:
            begin_round(s, r, events)
        elif step == S_NEXT_TILE:
            next_tile(s, r, events)
        elif step == S_NEXT_DISPOSAL:
            ask_disposals(s, r)
        elif step == S_DELIVER:
            deliver(s, r, events)
        elif step == S_NEXT_DRAW:
            next_draw(s, r, events)
        else:
            return


cdef inline void open_answers(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef int step = s.round.step
    s.round.step = S_OPEN
    s.round.concerned = 0
    s.round.answered = 0
    if step == S_PLACE:
        open_tiles(s, r, events)
    elif step == S_ORDER_BID:
        arrange_tiles(s, r)
    elif step == S_DISPOSE:
        open_disposals(s, r)
        if s.round.step == S_OPEN:
            serve_traders(s, r, events)
    elif step == S_TRADE_BID:
        serve_traders(s, r, events)
    elif step == S_BUY:
        s.dying = 0
        s.round.step = S_DELIVER
    elif step == S_STOCK_BID:
        serve_buyers(s, r, events)
        s.round.step = S_DELIVER
    else:
        open_ends(s, r, events)


# --- placing (M1 to M5) -----------------------------------------------------------------------------------------------

cdef inline void clear_round(GameState* s) noexcept nogil:
    s.turn += 1
    s.busy = 0
    s.placed = 0
    s.founded = 0
    memset(s.round.chosen, 0, sizeof(s.round.chosen))
    memset(s.round.pledged, 0, sizeof(s.round.pledged))
    memset(s.round.bids, 0, sizeof(s.round.bids))
    memset(s.round.groups, 0, sizeof(s.round.groups))
    s.round.bidding = 0
    s.round.showing = 0
    s.round.order = 0


cdef inline void begin_round(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Ask every seat with a playable tile for one; the others show their hands (M2).

    At a sealed table all are asked whose hands are not known to everybody.
    """
    cdef int seat = s.round.leader, i
    cdef uint32_t concerned = 0
    clear_round(s)
    if events != NULL:
        emit(events, E_TURN, seat).dollars = s.turn
    for i in range(r.seats):
        if not hand_is_public(s, r, seat) or playable_slots(s, r, seat, False):
            concerned |= <uint32_t>1 << seat
        else:
            show_hand(s, seat, events)
        seat = clockwise(r, seat)
    ask_sealed(s, S_PLACE, P_PLACE, concerned & live_mask(s, r))


cdef inline bint are_neighbours(int a, int b) noexcept nogil:
    cdef int apart = a - b if a > b else b - a
    return apart == 1 or apart == COLUMN


cdef inline bint touch_one_group(const GameState* s, int a, int b) noexcept nogil:
    """Return True if two squares touch the same connected group of loose tiles."""
    cdef uint8_t found[112]
    cdef uint8_t seen[144]
    cdef int count = 0, done = 0, i, p, q
    cdef uint32_t more = 0
    cdef int[4] steps
    steps[0] = -COLUMN
    steps[1] = -1
    steps[2] = 1
    steps[3] = COLUMN
    for i in range(4):
        if s.cell[a + steps[i]] == LOOSE:
            if are_neighbours(a + steps[i], b):
                return True
            more |= s.near[a + steps[i]]
    if not more & LOOSE:                             # nearly always: loose tiles rarely lie side by side
        return False
    memset(seen, 0, sizeof(seen))
    p = a
    while True:
        for i in range(4):
            q = p + steps[i]
            if s.cell[q] == LOOSE and not seen[q]:
                if are_neighbours(q, b):
                    return True
                seen[q] = 1
                found[count] = <uint8_t>q
                count += 1
        if done == count:
            return False
        p = found[done]
        done += 1


cdef inline void form_groups(GameState* s, const Rules* r) noexcept nogil:
    """Find the tiles in conflict (M3), and which groups bid for their order (M4, K43)."""
    cdef uint8_t[6] seats                            # those with a tile, in table order
    cdef uint8_t[6] links                            # tiles in conflict, as bits of places in `seats`
    cdef uint8_t[6] others                           # the same, without conflicts by a chain alone
    cdef uint8_t[6] chains
    cdef uint32_t chainless = 0, founders = 0, left, group, bits, linked, both
    cdef int count = 0, i, j, a, b, seat = s.round.leader, n = 0
    cdef bint matters, close, link
    for i in range(r.seats):
        if s.round.chosen[seat]:
            seats[count] = <uint8_t>seat
            links[count] = 0
            others[count] = 0
            chains[count] = s.near[s.round.chosen[seat]] & ALL_CHAINS
            if chains[count] == 0:
                chainless |= <uint32_t>1 << count
                if s.near[s.round.chosen[seat]]:
                    founders |= <uint32_t>1 << count
            count += 1
        seat = clockwise(r, seat)
    for i in range(count):
        a = s.round.chosen[seats[i]]
        for j in range(i):
            b = s.round.chosen[seats[j]]
            close = are_neighbours(a, b)
            if close:
                both = <uint32_t>1 << i | <uint32_t>1 << j
                founders |= both if chainless & both == both else 0
            elif s.near[a] & s.near[b] & LOOSE and chains[i] | chains[j]:    # without a chain both can found
                close = touch_one_group(s, a, b)
            link = close or chains[i] & chains[j]
            others[i] |= <uint8_t>(close << j)
            others[j] |= <uint8_t>(close << i)
            links[i] |= <uint8_t>(link << j)
            links[j] |= <uint8_t>(link << i)
    if s.active != ALL_CHAINS and several(founders):
        for i in range(count):
            if founders >> i & 1:
                links[i] |= <uint8_t>(founders & ~(<uint32_t>1 << i))
    s.round.bidding = 0
    left = (<uint32_t>1 << count) - 1
    while left:
        i = lowest(left)
        group = <uint32_t>1 << i
        linked = group
        while linked:
            bits = links[lowest(linked)] & ~group
            linked &= linked - 1
            group |= bits
            linked |= bits
        left &= ~group
        if not several(group):
            s.round.groups[n] = <uint8_t>(1 << seats[i])
            n += 1
            continue
        bits = 0
        matters = several(chains[i]) or chains[i] == 0
        linked = group
        while linked:
            j = lowest(linked)
            linked &= linked - 1
            bits |= <uint32_t>1 << seats[j]
            matters = matters or chains[j] != chains[i] or others[j] & group
        s.round.groups[n] = <uint8_t>bits
        if matters:
            s.round.bidding |= <uint8_t>(1 << n)
        n += 1
    if n < MAX_SEATS:
        s.round.groups[n] = 0


cdef inline uint32_t bidders(const GameState* s) noexcept nogil:
    """Return the seats that bid for the order of their tiles: of each bidding group those that are live, if two or more (K47)."""
    cdef uint32_t seats = 0, group
    cdef int n
    for n in range(MAX_SEATS):
        group = s.round.groups[n] & ~s.retired
        if s.round.groups[n] == 0:
            break
        if s.round.bidding >> n & 1 and several(group):
            seats |= group
    return seats


cdef inline void open_tiles(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    cdef int seat = s.round.leader, i
    for i in range(r.seats):
        if s.round.showing >> seat & 1:
            show_hand(s, seat, events)
        elif s.round.chosen[seat]:
            set_shown(s, s.round.chosen[seat], True)
        seat = clockwise(r, seat)
    s.round.showing = 0
    form_groups(s, r)
    if s.round.bidding:
        ask_sealed(s, S_ORDER_BID, P_BID, bidders(s))
    else:
        arrange_tiles(s, r)


cdef inline int by_bids(const GameState* s, const Rules* r, uint32_t seats, uint8_t* order) noexcept nogil:
    """Write some seats by their bids, equal bids in table order (M4); return how many there are."""
    cdef int seat = s.round.leader, i, j, count = 0
    for i in range(r.seats):
        if seats >> seat & 1:
            j = count
            while j and s.round.bids[order[j - 1]] < s.round.bids[seat]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = <uint8_t>seat
            count += 1
        seat = clockwise(r, seat)
    return count


cdef inline void arrange_tiles(GameState* s, const Rules* r) noexcept nogil:
    """Put the tiles into the order in which they are settled, and note the bids that are paid for it (M4, M5)."""
    cdef uint8_t[6] order
    cdef int n, i, count, length = 0
    cdef uint32_t queue = 0
    if not s.round.bidding:
        memset(s.round.bids, 0, sizeof(s.round.bids))
    for n in range(MAX_SEATS):
        if s.round.groups[n] == 0:
            break
        if not several(s.round.groups[n]) and s.round.groups[n] & ~s.retired:
            queue |= <uint32_t>lowest(s.round.groups[n]) << (4 * length)
            length += 1
            continue
        count = by_bids(s, r, s.round.groups[n] & ~s.retired, order)
        for i in range(count):
            queue |= <uint32_t>order[i] << (4 * length)
            length += 1
            if i + 1 < count and s.round.bidding >> n & 1:
                s.round.pledged[order[i]] = s.round.bids[order[i]]
    s.round.order = queue | <uint32_t>0xF << (4 * length)
    s.round.step = S_NEXT_TILE


cdef inline void next_tile(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Settle the next tile (M5); after the last, all buy."""
    cdef int seat = s.round.order & 0xF, square, slot
    cdef int32_t units
    s.placed = 0
    if seat == 0xF:
        s.founded = 0
        ask_sealed(s, S_BUY, P_BUY, live_mask(s, r))
        return
    s.round.order >>= 4
    square = s.round.chosen[seat]
    if square == 0:                                  # its seat has left
        return
    units = s.round.pledged[seat]
    s.round.chosen[seat] = 0
    s.round.pledged[seat] = 0
    if spot(s, r, square) > MERGES:
        set_shown(s, square, True)
        if events != NULL:
            emit(events, E_RETURNED, seat).square = <uint8_t>square
        return
    pay_bid(s, seat, units, events)
    slot = slot_of(s, seat, square)
    s.current = <uint8_t>seat
    s.round.placer = <uint8_t>seat
    s.round.step = S_OPEN
    do_place(s, r, slot, events)


cdef inline void pay_bid(GameState* s, int seat, int32_t units, EventList* events) noexcept nogil:
    s.cash[seat] -= 100 * units
    if units and events != NULL:
        emit(events, E_BID_PAID, seat).dollars = 100 * units


# --- disposal (M6) ----------------------------------------------------------------------------------------------------

cdef inline void ask_disposals(GameState* s, const Rules* r) noexcept nogil:
    cdef uint32_t holders = 0
    cdef int seat
    for seat in range(r.seats):
        if byte_of(s.rows[seat], s.dying):
            holders |= <uint32_t>1 << seat
    ask_sealed(s, S_DISPOSE, P_DISPOSE, holders & ~s.retired)


cdef inline void open_disposals(GameState* s, const Rules* r) noexcept nogil:
    """Pay all sales, then look whether the market has what the traders ask for; a holder who has left sells all (K48)."""
    cdef int seat, shares, sell, total = 0
    cdef uint32_t traders = 0
    for seat in range(r.seats):
        shares = byte_of(s.rows[seat], s.dying)
        if s.retired >> seat & 1:
            s.round.orders[seat] = <uint32_t>shares
        sell = s.round.orders[seat] & 0xFF
        dispose(s, seat, sell, 0, NULL)
        total += <int>(s.round.orders[seat] >> 8)
        traders |= <uint32_t>(s.round.orders[seat] >> 8 != 0) << seat
    memset(s.round.bids, 0, sizeof(s.round.bids))
    if total > byte_of(s.bank, s.survivor):
        ask_sealed(s, S_TRADE_BID, P_BID, traders)


cdef inline void serve_traders(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Hand out shares of the survivor in the order of the bids while there are any, then go on with the merger."""
    cdef uint8_t[6] order
    cdef uint32_t traders = 0
    cdef int seat, i, count, pairs, sell, chain = s.dying, dollars = 100 * byte_of(s.price, s.dying)
    cdef Event* event
    for seat in range(r.seats):
        if s.round.orders[seat] >> 8:
            traders |= <uint32_t>1 << seat
    count = by_bids(s, r, traders, order)
    for i in range(count):
        seat = order[i]
        pairs = <int>(s.round.orders[seat] >> 8)
        if pairs > byte_of(s.bank, s.survivor):
            pairs = byte_of(s.bank, s.survivor)
        s.round.orders[seat] = s.round.orders[seat] & 0xFF | <uint32_t>pairs << 8
        trade_shares(s, seat, pairs * one(s.survivor), 2 * pairs * one(chain), 0)
        if pairs and i + 1 < count:                  # K51
            pay_bid(s, seat, s.round.bids[seat], events)
    if events != NULL:
        seat = s.round.leader
        for i in range(r.seats):
            sell = s.round.orders[seat] & 0xFF
            pairs = <int>(s.round.orders[seat] >> 8)
            if sell or pairs or byte_of(s.rows[seat], chain):
                event = emit(events, E_DISPOSED, seat)
                event.chain = <uint8_t>chain
                event.other = s.survivor
                event.a = <uint8_t>byte_of(s.rows[seat], chain)
                event.b = <uint8_t>sell
                event.c = <uint8_t>(2 * pairs)
                event.dollars = dollars * sell
            seat = clockwise(r, seat)
    memset(s.round.orders, 0, sizeof(s.round.orders))
    s.current = s.round.placer
    enter_next_defunct(s, r, events)


# --- buying and the end (M7, M8) --------------------------------------------------------------------------------------

cdef inline uint32_t buyers(const GameState* s, const Rules* r, int* total) noexcept nogil:
    """Return the seats that have shares of the chain on order which is delivered now, and how many in all."""
    cdef uint32_t seats = 0
    cdef int seat, shares
    total[0] = 0
    for seat in range(r.seats):
        shares = ordered(s, seat, s.dying)
        total[0] += shares
        seats |= <uint32_t>(shares != 0) << seat
    return seats


cdef inline void deliver(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Deliver chain after chain in list order; those who ask for more than the market has bid first."""
    cdef int total
    cdef uint32_t seats
    while s.dying < CHAINS:
        seats = buyers(s, r, &total)
        if total > byte_of(s.bank, s.dying):
            ask_sealed(s, S_STOCK_BID, P_BID, seats)
            return
        if total:
            memset(s.round.bids, 0, sizeof(s.round.bids))
            serve_buyers(s, r, events)
        else:
            s.dying += 1
    s.dying = 0
    ask_for_the_end(s, r, events)


cdef inline void serve_buyers(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Hand out shares of one chain in the order of the bids while there are any."""
    cdef uint8_t[6] order
    cdef int total, i, seat, shares, chain = s.dying, units = byte_of(s.price, chain)
    cdef uint32_t seats = buyers(s, r, &total)
    cdef int count = by_bids(s, r, seats, order)
    cdef Event* event
    for i in range(count):
        seat = order[i]
        shares = ordered(s, seat, chain)
        if shares > byte_of(s.bank, chain):
            shares = byte_of(s.bank, chain)
        trade_shares(s, seat, shares * one(chain), 0, 100 * units * shares)
        s.round.orders[seat] &= ~(<uint32_t>0xF << (4 * chain))
        if shares:
            if i + 1 < count:
                pay_bid(s, seat, s.round.bids[seat], events)
            if events != NULL:
                event = emit(events, E_BOUGHT, seat)
                event.chain = <uint8_t>chain
                event.count = <uint8_t>shares
                event.dollars = 100 * units * shares
    s.dying += 1


cdef inline void ask_for_the_end(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    s.current = s.round.leader
    if not may_end(s, r):
        begin_draws(s, r)
    elif r.end_mode == AUTO:
        s.round.step = S_OPEN
        enter_end(s, r, R_AUTOMATIC, events)
    else:
        ask_sealed(s, S_END, P_DECLARE_END, live_mask(s, r))


cdef inline void open_ends(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """End the game if anybody said yes (M8, K56)."""
    cdef int seat = s.round.leader, i
    for i in range(r.seats):
        if s.round.orders[seat]:
            s.declared = 1
            if events != NULL:
                emit(events, E_DECLARED, seat)
        seat = clockwise(r, seat)
    memset(s.round.orders, 0, sizeof(s.round.orders))
    s.current = s.round.leader
    if s.declared:
        enter_end(s, r, R_DECLARED, events)
    else:
        begin_draws(s, r)


# --- drawing and the next round (M9, M10) -----------------------------------------------------------------------------

cdef inline void begin_draws(GameState* s, const Rules* r) noexcept nogil:
    cdef int seat = s.round.leader, i
    s.round.order = 0
    for i in range(r.seats):
        s.round.order |= <uint32_t>seat << (4 * i)
        seat = clockwise(r, seat)
    s.round.order |= <uint32_t>0xF << (4 * r.seats)
    s.round.step = S_NEXT_DRAW


cdef inline void next_draw(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Let the next seat draw; after the last, begin the next round, unless nothing has changed (R44)."""
    cdef int seat = s.round.order & 0xF
    if seat != 0xF:
        s.round.order >>= 4
        if not s.retired >> seat & 1:
            s.current = <uint8_t>seat
            s.round.step = S_OPEN
            enter_end_of_turn_draw(s, r, events)
    elif r.stall_end and not s.busy:
        s.current = s.round.leader
        s.round.step = S_OPEN
        enter_end(s, r, R_STALL, events)
    else:
        s.round.leader = <uint8_t>next_live(s, r, s.round.leader)    # K54
        s.round.step = S_NEW_ROUND


# --- answers and leaving (M12, M13) -----------------------------------------------------------------------------------

cdef inline void leave_round(GameState* s, const Rules* r, int seat) noexcept nogil:
    """Take back what a seat that leaves has answered in a step that is not complete, and its tile (M12, K46 to K50)."""
    cdef int step = s.round.step, total, other
    cdef uint32_t bit = <uint32_t>1 << seat
    s.round.chosen[seat] = 0
    s.round.pledged[seat] = 0
    s.round.bids[seat] = 0
    if step != S_TRADE_BID:
        s.round.orders[seat] = 0
    if not S_PLACE <= step <= S_END:
        return
    s.round.concerned &= <uint8_t>~bit
    s.round.showing &= <uint8_t>~bit
    if step == S_ORDER_BID:
        s.retired |= <uint8_t>bit                    # do_retire does so too
        s.round.concerned &= <uint8_t>bidders(s)
    elif step == S_STOCK_BID:
        buyers(s, r, &total)
        if total <= byte_of(s.bank, s.dying):
            s.round.concerned = 0
    s.round.answered &= s.round.concerned
    for other in range(r.seats):
        if not s.round.concerned >> other & 1:
            s.round.bids[other] = 0


cdef inline void end_step(GameState* s) noexcept nogil:
    """Ask nothing sealed any more: the game ends, and what is not opened or not delivered lapses (K53)."""
    s.round.concerned = 0
    s.round.answered = 0
    s.round.showing = 0
    s.round.step = S_OPEN
    if s.turn:
        s.current = s.round.leader
    memset(s.round.chosen, 0, sizeof(s.round.chosen))
    memset(s.round.pledged, 0, sizeof(s.round.pledged))
    memset(s.round.bids, 0, sizeof(s.round.bids))
    memset(s.round.orders, 0, sizeof(s.round.orders))
