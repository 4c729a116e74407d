# Random play of rounds (simultaneous play). Part of playout.pxd.
#
# The policy of `choose` over the rule functions of rounds.pxi, and whole rounds in one go where nothing unusual comes up.
# Answers come in table order, as `choose` gives them, so both ways consume the generator alike.

cdef inline void random_bids(GameState* s, const Rules* r, Rng* g, uint32_t seats) noexcept nogil:
    """Let some seats bid, in table order."""
    cdef int seat = s.round.leader, i
    memset(s.round.bids, 0, sizeof(s.round.bids))
    for i in range(r.seats):
        if seats >> seat & 1:
            s.round.bids[seat] = random_bid(s, r, g, seat)
        seat = clockwise(r, seat)


cdef inline void random_disposals(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Let all holders of the chain that is settled dispose, and the traders bid where they ask for too much."""
    cdef int seat = s.round.leader, i, sell, pairs
    memset(s.round.orders, 0, sizeof(s.round.orders))
    for i in range(r.seats):
        if byte_of(s.rows[seat], s.dying) and not s.retired >> seat & 1:
            s.decider = <int8_t>seat
            random_disposal(s, g, &sell, &pairs)
            s.round.orders[seat] = <uint32_t>sell | <uint32_t>pairs << 8
        seat = clockwise(r, seat)
    s.round.step = S_OPEN
    open_disposals(s, r)
    if s.round.step == S_TRADE_BID:
        random_bids(s, r, g, s.round.concerned)
        s.round.step = S_OPEN
        s.round.concerned = 0
        serve_traders(s, r, NULL)
        return
    for seat in range(r.seats):                      # there is enough for all, in whatever order
        pairs = <int>(s.round.orders[seat] >> 8)
        trade_shares(s, seat, pairs * one(s.survivor), 2 * pairs * one(s.dying), 0)
        s.round.orders[seat] = 0
    s.current = s.round.placer
    enter_next_defunct(s, r, NULL)


cdef inline void settle_tile(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    """Play what a merger asks until its tile is settled, or the game is over."""
    cdef Act act
    while s.round.step != S_NEXT_TILE and s.phase != P_OVER:
        if s.round.step == S_NEXT_DISPOSAL:
            random_disposals(s, r, g)
        else:
            choose(s, r, g, &act)
            carry_out_now(s, r, &act, NULL)


cdef inline uint64_t zero_bytes(uint64_t row) noexcept nogil:
    """Return top bits for the bytes of a row that are 0; bytes may use all eight bits."""
    return ~((row & ~TOPS) + ~TOPS | row) & TOPS


cdef inline uint32_t neighbours_of(uint64_t row, uint64_t square) noexcept nogil:
    """Return the places of a row of squares that lie next to one."""
    return tops_mask(zero_bytes(row ^ (square - 1) * ONES) | zero_bytes(row ^ (square + 1) * ONES)
                     | zero_bytes(row ^ (square - COLUMN) * ONES) | zero_bytes(row ^ (square + COLUMN) * ONES))


cdef inline bint arrange_quickly(GameState* s, Rng* g, const uint8_t* seats, const uint8_t* squares, int count) noexcept nogil:
    """Bid for the order of the tiles and arrange them, as form_groups and arrange_tiles do (M3, M4), with few branches.

    Return False, and leave everything as it is, where several tiles touch loose ones and one of them a chain too. Otherwise tiles
    are in conflict if they are neighbours, touch the same chain, or both can found, which is bit LOOSE here.
    """
    cdef uint64_t row = ~<uint64_t>0, touching = 0, keys, key, linked
    cdef uint32_t touched, shared = 0, seen = 0, mixed = 0, loose = 0, beside = 0, left, group, rest, grown, mask, bidding
    cdef int i, n = 0, k, length = 0, rank
    cdef int32_t units
    cdef uint8_t[6] close
    cdef uint8_t[6] groups
    cdef uint8_t[6] bids
    for i in range(count):
        touched = s.near[squares[i]]
        loose += touched >> 7
        mixed |= touched > LOOSE
        touched = touched & ALL_CHAINS if touched > LOOSE else touched
        touching |= <uint64_t>touched << (8 * i)
        shared |= seen & touched
        seen |= touched
        row ^= <uint64_t>(squares[i] ^ 0xFF) << (8 * i)
    if loose > 1 and mixed:
        return False
    for i in range(count):
        close[i] = <uint8_t>neighbours_of(row, squares[i])
        beside |= close[i]
    s.round.order = 0
    if shared | beside == 0:
        for i in range(count):
            s.round.order |= <uint32_t>seats[i] << (4 * i)
        s.round.order |= <uint32_t>0xF << (4 * count)
        return True
    left = beside if s.active != ALL_CHAINS else 0
    while left:                                      # neighbours without a chain can found
        i = lowest(left)
        left &= left - 1
        rest = close[i]
        while rest:
            k = lowest(rest)
            rest &= rest - 1
            if (touching >> (8 * i) | touching >> (8 * k)) & ALL_CHAINS == 0:
                touching |= <uint64_t>LOOSE << (8 * i)
    left = (<uint32_t>1 << count) - 1
    bidding = 0
    while left:                                      # groups, by their earliest seat
        group = left & (0 - left)
        grown = 0
        while grown != group:
            grown = group
            linked = touching & spread(group)
            linked |= linked >> 32
            linked |= linked >> 16
            mask = <uint32_t>(linked | linked >> 8) & 0xFF
            group |= tops_mask(~zero_bytes(touching & mask * ONES) & TOPS)
            rest = group & beside
            while rest:
                group |= close[lowest(rest)]
                rest &= rest - 1
        left &= ~group
        groups[n] = <uint8_t>group
        n += 1
        if several(group) and (several(mask) or mask == LOOSE or group & beside):
            bidding |= group
    memset(bids, 0, sizeof(bids))
    while bidding:                                   # bids are drawn in table order
        i = lowest(bidding)
        bidding &= bidding - 1
        units = s.cash[seats[i]] // 100
        bids[i] = <uint8_t>below(g, <uint32_t>(units if units < 10 else 10) + 1)
    for k in range(n):
        group = groups[k]
        keys = 0                                     # the higher bid first, then the earlier seat
        rest = group
        while rest:
            i = lowest(rest)
            rest &= rest - 1
            keys |= <uint64_t>(8 * bids[i] + 6 - i) << (8 * i)
        rest = group
        while rest:
            i = lowest(rest)
            rest &= rest - 1
            key = keys >> (8 * i) & 0xFF
            rank = popcount8(tops_mask(at_least(keys, (key + 1) * ONES)))
            s.round.order |= <uint32_t>seats[i] << (length + 4 * rank)
            s.round.pledged[seats[i]] = bids[i] if rank + 1 < popcount8(group) else 0
        length += 4 * popcount8(group)
    s.round.order |= <uint32_t>0xF << length
    return True


cdef inline uint64_t spread(uint32_t places) noexcept nogil:
    """Return a row with all bits of the bytes at some places."""
    cdef uint64_t bits = places * ONES & <uint64_t>0x8040201008040201
    return ((~zero_bytes(bits) & TOPS) >> 7) * 0xFF


cdef inline void settle_tiles(GameState* s, const Rules* r, Rng* g, const uint8_t* slots, bint common) noexcept nogil:
    """Settle all tiles in their order, like next_tile; `slots` has the place of each seat's tile in its hand."""
    cdef int seat, square, chain
    cdef uint32_t near, chains
    while True:
        seat = s.round.order & 0xF
        if seat == 0xF:
            return
        s.round.order >>= 4
        square = s.round.chosen[seat]
        s.round.chosen[seat] = 0
        if ((not common and r.always_scan) or must_scan(s)) and spot(s, r, square) > MERGES:
            s.round.pledged[seat] = 0
            set_shown(s, square, True)
            continue
        s.cash[seat] -= 100 * s.round.pledged[seat]
        s.round.pledged[seat] = 0
        take_from_hand(s, seat, slots[seat])
        near = s.near[square]
        chains = near & ALL_CHAINS
        s.current = <uint8_t>seat
        s.tile = <uint8_t>square
        s.busy = 1
        if several(chains):
            s.cell[square] = LOOSE
            s.round.placer = <uint8_t>seat
            s.round.step = S_OPEN
            enter_merger(s, r, NULL)
            settle_tile(s, r, g)
        elif chains:
            chain = lowest(chains)
            set_size(s, r, chain, s.size[chain] + 1 + absorb(s, square, chains, NULL))
            label(s, square, chains)
        elif near == 0:
            label(s, square, LOOSE)
        else:
            do_found(s, r, random_chain(s, r, g), NULL)


cdef inline void buy_at_random(GameState* s, const Rules* r, Rng* g, bint common) noexcept nogil:
    """Let all seats buy at once; where they ask for too much of a chain, they bid for it."""
    cdef uint64_t[6] buys
    cdef int32_t[6] dollars
    cdef uint64_t total = 0
    cdef uint32_t shares, short, left
    cdef int seat = s.round.leader, i, chain
    for i in range(r.seats):
        s.current = <uint8_t>seat
        if s.retired >> seat & 1:
            buys[seat] = 0
            dollars[seat] = 0
        elif common:
            buys[seat] = draw_shares(s, g, &dollars[seat], s.price, some(s.price), 3, False)
        else:
            buys[seat] = random_purchase(s, r, g, &dollars[seat])
        total += buys[seat]
        seat = clockwise(r, seat)
    if tops_mask(at_least(s.bank, total)) == 0xFF:
        for seat in range(r.seats):
            trade_shares(s, seat, buys[seat], 0, dollars[seat])
        return
    # Chains of which there is enough are delivered first: what they cost was never free for bids.
    short = ~tops_mask(at_least(s.bank, total)) & ALL_CHAINS
    for seat in range(r.seats):
        if buys[seat] == 0:
            continue
        left = short
        shares = 0
        while left:
            chain = lowest(left)
            left &= left - 1
            i = byte_of(buys[seat], chain)
            shares |= <uint32_t>i << (4 * chain)
            buys[seat] -= i * one(chain)
            dollars[seat] -= 100 * i * byte_of(s.price, chain)
        s.round.orders[seat] = shares
        trade_shares(s, seat, buys[seat], 0, dollars[seat])
    s.round.step = S_STOCK_BID                       # for the limit of the bids
    while short:
        s.dying = <uint8_t>lowest(short)
        short &= short - 1
        random_bids(s, r, g, buyers(s, r, &i))
        serve_buyers(s, r, NULL)


cdef inline bint draw_for(GameState* s, const Rules* r, Rng* g, int seat, bint common) noexcept nogil:
    """Fill a hand at the end of a round, dead tiles included; return False if the game is over."""
    cdef int known = s.known[seat], index
    if known == HAND - 1 and s.unseen >= 2:
        index = below(g, s.unseen)
        s.hand[seat][known] = s.bag[index]
        take_from_bag(s, index)
        s.known[seat] = HAND
        s.busy = 1
    elif known != HAND:
        s.current = <uint8_t>seat
        s.round.step = S_OPEN
        enter_end_of_turn_draw(s, r, NULL)
        return finish_draws(s, r, g)
    if some_dead(s, r) and dead_slots(s, r, seat, common) != 0:
        s.current = <uint8_t>seat
        s.round.step = S_OPEN
        s.due = 0
        s.purpose = FOR_REFILL
        s.rounds = FIRST_ROUND
        after_draw(s, r, NULL)
        return finish_draws(s, r, g)
    return True


cdef inline bint finish_draws(GameState* s, const Rules* r, Rng* g) noexcept nogil:
    cdef Act act
    while s.round.step != S_NEXT_DRAW and s.phase != P_OVER:
        if s.phase == P_DRAW:
            do_draw(s, r, below(g, s.unseen), NULL)
        else:                                        # at a sealed table dead tiles are asked for
            choose(s, r, g, &act)
            carry_out_now(s, r, &act, NULL)
    return s.phase != P_OVER


cdef inline void play_round(GameState* s, const Rules* r, Rng* g, bint begun, bint common) noexcept nogil:
    """Play a round from its beginning, or from its sealed placement if that has `begun` and nobody has answered.

    At the end the step is S_NEW_ROUND, or the game is over. `common` as in plain_turn.
    """
    cdef int seat = s.round.leader, i, count = 0
    cdef uint8_t[6] slots
    cdef uint8_t[6] seats
    cdef uint8_t[6] squares
    s.round.showing = 0
    if not begun:
        clear_round(s)
    for i in range(r.seats):
        if not s.retired >> seat & 1:
            s.playable = playable_slots(s, r, seat, common)
            if s.playable:
                slots[seat] = <uint8_t>random_slot(s, g)
                squares[count] = s.hand[seat][slots[seat]]
                seats[count] = <uint8_t>seat
                s.round.chosen[seat] = squares[count]
                count += 1
            else:
                show_hand(s, seat, NULL)
        seat = clockwise(r, seat)
    if not arrange_quickly(s, g, seats, squares, count):
        form_groups(s, r)
        if s.round.bidding:
            s.round.step = S_ORDER_BID
            random_bids(s, r, g, bidders(s))
        arrange_tiles(s, r)
    settle_tiles(s, r, g, slots, common)
    s.placed = 0
    s.founded = 0
    buy_at_random(s, r, g, common)
    s.dying = 0
    s.round.step = S_OPEN
    s.round.concerned = 0
    s.current = s.round.leader
    if may_end(s, r):
        if r.end_mode != AUTO:
            s.declared = 1
        enter_end(s, r, R_AUTOMATIC if r.end_mode == AUTO else R_DECLARED, NULL)
        return
    for i in range(r.seats):
        if not s.retired >> seat & 1 and not draw_for(s, r, g, seat, common):
            return
        seat = clockwise(r, seat)
    if r.stall_end and not s.busy:
        s.current = s.round.leader
        s.round.step = S_OPEN
        enter_end(s, r, R_STALL, NULL)
        return
    s.round.leader = <uint8_t>next_live(s, r, s.round.leader)
    s.round.step = S_NEW_ROUND


cdef inline void play_rounds(GameState* s, const Rules* r, Rng* g, int turns) noexcept nogil:
    """Play to the end, or through that many rounds (-1 for all)."""
    cdef Rng own = g[0]                              # a local generator stays in a register
    cdef uint32_t turn
    while turns and s.phase != P_OVER:
        if s.round.step == S_NEW_ROUND or (s.round.step == S_PLACE and s.round.answered == 0):
            if r.common:
                play_round(s, r, &own, s.round.step == S_PLACE, True)
            else:
                play_round(s, r, &own, s.round.step == S_PLACE, False)
        else:
            turn = s.turn
            while s.turn == turn and s.phase != P_OVER:
                if s.phase == P_DRAW:
                    do_draw(s, r, below(&own, s.unseen), NULL)
                    go_on(s, r, NULL)
                elif s.phase == P_START:
                    do_start_tile(s, r, below(&own, s.unseen), NULL)
                else:
                    answer(s, r, &own)
        while s.end_reason and s.phase != P_OVER:    # the market's tiles at the end
            answer(s, r, &own)
        turns -= 1
    go_on(s, r, NULL)
    g[0] = own
