# Reading a state: snapshot, digest, standings. Included by game.pyx.

cdef dict row_dict(uint64_t row, tuple names):
    cdef int chain
    return {name: byte_of(row, chain) for chain, name in enumerate(names)}


cdef list sorted_tiles(const uint8_t* squares, int count):
    cdef int i
    return [TILE_OF_SQUARE[square] for square in sorted([squares[i] for i in range(count)])]


cdef dict board_dict(RuleTable table, const GameState* s):
    cdef int tile, cell, chain
    board = {}
    for tile in range(TILES):
        cell = s.cell[square_of(tile)]
        if cell == LOOSE:
            board[TILE_NAMES[tile]] = None
        elif cell:
            chain = 0
            while not cell >> chain & 1:
                chain += 1
            board[TILE_NAMES[tile]] = table.names[chain]
    return board


cdef dict snapshot_of(RuleTable table, const GameState* s):
    cdef int seats = table.r.seats, seat, i
    return {
        "board": board_dict(table, s),
        "sizes": {name: s.size[<int>i] for i, name in enumerate(table.names)},
        "market": row_dict(s.bank, table.names),
        "cash": [s.cash[seat] for seat in range(seats)],
        "shares": [row_dict(s.rows[seat], table.names) for seat in range(seats)],
        "hands": [{"tiles": sorted_tiles(s.hand[seat], s.known[seat]), "hidden": s.hidden[seat]} for seat in range(seats)],
        "bag_count": bag_count(s),
        "discard": sorted_tiles(s.bag + TILES - s.laid_away, s.laid_away),
        "current": leading(table, s),
        "to_move": None if s.phase == P_OVER else s.decider,
        "phase": PHASE_WORDS[s.phase],
        "turn": s.turn,
        "declared": s.declared != 0,
        "end_reason": END_REASONS[s.end_reason],
        "retired": [seat for seat in range(seats) if s.retired >> seat & 1],
        "powers_used": [[POWER_NAMES[i] for i in range(1, 6) if s.powers[seat] >> i & 1] for seat in range(seats)],
    } | ({"round": round_dict(table, s)} if table.r.rounds else {})


cdef int leading(RuleTable table, const GameState* s) noexcept:
    """Return whose turn it is, or who leads the round."""
    return s.round.leader if table.r.rounds and s.turn else s.current


cdef dict round_dict(RuleTable table, const GameState* s):
    """Return what a round has beside a turn: open answers that are not settled yet, those that wait, and what is bid for."""
    cdef int seat, seats = table.r.seats
    return {
        "chosen": [TILE_OF_SQUARE[s.round.chosen[seat]] if s.round.chosen[seat] else None for seat in range(seats)],
        "pledged": [100 * s.round.pledged[seat] for seat in range(seats)],
        "bids": [100 * s.round.bids[seat] if s.phase == P_BID else 0 for seat in range(seats)],
        "orders": [s.round.orders[seat] for seat in range(seats)],
        "answered": [seat for seat in range(seats) if s.round.answered >> seat & 1],
        "auction": auction_dict(table, s) if s.phase == P_BID else None,
    }


cdef dict auction_dict(RuleTable table, const GameState* s):
    """Return what is bid for: the order of tiles in groups of seats, or shares of a chain of which too many are wanted."""
    cdef int seat, n, seats = table.r.seats, step = s.round.step
    groups, wanted = [], [0] * seats
    if step == S_ORDER_BID:
        for n in range(MAX_SEATS):
            if s.round.bidding >> n & 1:
                groups.append([seat for seat in range(seats) if s.round.groups[n] & ~s.retired & 1 << seat])
    else:
        wanted = [<int>(s.round.orders[seat] >> 8) if step == S_TRADE_BID else ordered(s, seat, s.dying) for seat in range(seats)]
    return {
        "for": "order" if step == S_ORDER_BID else "trade" if step == S_TRADE_BID else "stock",
        "groups": groups,
        "chain": None if step == S_ORDER_BID else table.names[s.survivor if step == S_TRADE_BID else s.dying],
        "wanted": wanted,
    }


cdef int write_round(RuleTable table, const GameState* s, uint8_t* text, int n) noexcept:
    """Add what the digest covers of a round: open answers, and never those that wait (M13)."""
    cdef GameState o = s[0]
    cdef int seat, j
    cdef uint32_t number
    hide_answers(&o, &table.r, -1)
    for j in (o.round.step, s.current, o.round.concerned, o.round.bidding):
        text[n] = <uint8_t>j
        n += 1
    for seat in range(table.r.seats):
        text[n] = <uint8_t>(tile_of(o.round.chosen[seat]) if o.round.chosen[seat] else TILES)
        text[n + 1] = o.round.groups[seat]
        n += 2
        for number in (<uint32_t>o.round.pledged[seat], o.round.orders[seat]):
            for j in range(4):
                text[n] = <uint8_t>(number >> (8 * j))
                n += 1
    for j in range(4):
        text[n] = <uint8_t>(o.round.order >> (8 * j))
        n += 1
    return n


cdef bytes digest_of(RuleTable table, const GameState* s):
    """Return SHA-256 over the public state in a fixed layout (docs/developers/record-format.md), hands by their size alone."""
    cdef uint8_t text[512]
    cdef int n = 0, i, j, cell, seats = table.r.seats
    cdef uint32_t number
    cdef uint8_t away[108]
    for i in range(TILES):
        cell = s.cell[square_of(i)]
        text[n] = 0
        if cell == LOOSE:
            text[n] = 1
        elif cell:
            while not cell & 1:
                cell >>= 1
                text[n] += 1
            text[n] += 2
        n += 1
    for i in range(CHAINS):
        text[n] = s.size[i]
        text[n + 1] = <uint8_t>byte_of(s.bank, i)
        n += 2
    for i in range(seats):
        number = <uint32_t>s.cash[i]
        for j in range(4):
            text[n] = <uint8_t>(number >> (8 * j))
            n += 1
        for j in range(CHAINS):
            text[n] = <uint8_t>byte_of(s.rows[i], j)
            n += 1
        text[n] = <uint8_t>hand_count(s, i)
        text[n + 1] = s.powers[i]
        n += 2
    memset(away, 0, sizeof(away))
    for i in range(s.laid_away):
        away[tile_of(s.bag[TILES - 1 - i])] = 1
    for i in range(0, TILES, 8):
        text[n] = 0
        for j in range(8):
            if i + j < TILES and away[i + j]:
                text[n] |= <uint8_t>(1 << j)
        n += 1
    for cell in (bag_count(s), s.phase, leading(table, s), <uint8_t>s.decider, s.turn & 0xFF, s.turn >> 8 & 0xFF,
                 s.turn >> 16 & 0xFF, s.turn >> 24, s.retired, s.declared, s.end_reason, s.idle_turns):
        text[n] = <uint8_t>cell
        n += 1
    if s.phase in (P_SURVIVOR, P_NEXT_DEFUNCT, P_MARKET_DRAW, P_DISPOSE):
        for cell in (tile_of(s.tile), s.survivor if s.phase != P_SURVIVOR else NO_CHAIN, s.defunct, s.dying):
            text[n] = <uint8_t>cell
            n += 1
        for j in range(4):
            text[n] = <uint8_t>(s.queue >> (8 * j)) if s.phase == P_DISPOSE else 0
            n += 1
    for cell in (s.power, s.placed, s.founded, s.replaced, s.busy):
        text[n] = <uint8_t>cell
        n += 1
    if s.phase == P_START or s.phase == P_DRAW or s.phase == P_PICK:
        for cell in (s.target, s.due, s.purpose):
            text[n] = <uint8_t>cell
            n += 1
    if table.r.rounds and not s.end_reason:
        n = write_round(table, s, text, n)
    whole = hashlib.sha256(b"acquire state 1\n" + table.ruleset.digest)
    whole.update(text[:n])
    return whole.digest()


cdef dict digest_fields_of(const GameState* s):
    """Return what the digest covers and the snapshot does not show, in the digest's order and its numbers."""
    merger = draws = None
    if s.phase in (P_SURVIVOR, P_NEXT_DEFUNCT, P_MARKET_DRAW, P_DISPOSE):
        merger = {"tile": tile_of(s.tile), "survivor": s.survivor if s.phase != P_SURVIVOR else NO_CHAIN, "to_settle": s.defunct,
                  "settling": s.dying, "queue": s.queue if s.phase == P_DISPOSE else 0}
    if s.phase == P_START or s.phase == P_DRAW or s.phase == P_PICK:
        draws = {"seat": s.target, "due": s.due, "purpose": s.purpose}
    return {
        "idle_turns": s.idle_turns,
        "merger": merger,
        "this_turn": {"power": s.power, "placed": s.placed, "founded": s.founded, "replaced": s.replaced, "moved": s.busy},
        "draws": draws,
    }


cdef list standings_of(RuleTable table, const GameState* s):
    cdef int seat
    if table.r.teams:
        money = [(s.cash[0] + s.cash[2], 0), (s.cash[1] + s.cash[3], 1)]
    else:
        money = [(s.cash[seat], seat) for seat in range(table.r.seats)]
    money.sort(key=lambda entry: (-entry[0], entry[1]))
    return [(1 + sum([other > dollars for other, _ in money]), seat, dollars) for dollars, seat in money]
