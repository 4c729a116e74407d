# What one seat may know: the masked copy of a state, and the Observation that a bot or a screen gets. Included by game.pyx.

cdef list actions_in(History history, int length, int viewer, int since=0):
    """Return the actions of a history from number `since` on, as a viewer knows them: a seat, -1 for the public, -2 for all that
    this object knows."""
    cdef GameState s
    cdef Act act
    cdef int at = 0, count = 0
    if history is None:
        raise ValueError("the game was played on at random, which keeps no history")
    s = history.start
    out = []
    while at < length:
        at += read_item(&s, history.items + at, &act)
        if count >= since:
            action = write_action(&act, history.table.names)
            if act.kind == A_DRAW and viewer != -2 and act.target != viewer:
                action = _a.DrawTile(act.target, None)
            out.append(action)
        count += 1
        carry_out(&s, &history.table.r, &act, NULL)
    return out


cdef void conceal_hands(GameState* s, int seats, int viewer) noexcept nogil:
    """Turn all hands but the viewer's into counts.

    The unseen tiles are sorted in board order, so their order tells nothing.
    """
    cdef int seat, slot
    for seat in range(seats):
        if seat != viewer:
            for slot in range(s.known[seat]):
                s.bag[s.unseen] = s.hand[seat][slot]
                s.unseen += 1
                s.hidden[seat] += 1
                s.concealed += 1
            s.known[seat] = 0
    sort_squares(s.bag, s.unseen)
    s.playable = 0


cdef Observation observation_of(RuleTable table, const GameState* s, History history, int length, int viewer):
    """Return a masked copy of a state: other hands are counts, and the unseen tiles are sorted, so their order tells nothing."""
    cdef Observation seen = Observation.__new__(Observation)
    cdef GameState* o = &seen.s
    cdef int seat, slot, kept
    cdef uint8_t square
    seen.table = table
    seen.past = history
    seen.length = length
    seen.viewer = viewer
    o[0] = s[0]
    seen.asked = s.decider
    for seat in range(table.r.seats):
        if seat == viewer:
            o.known[seat] = <uint8_t>sorted_hand(s, seat, o.hand[seat])
        else:
            kept = 0
            for slot in range(s.known[seat]):
                square = s.hand[seat][slot]
                if is_shown(s, square):
                    o.hand[seat][kept] = square
                    kept += 1
                else:
                    o.bag[o.unseen] = square
                    o.unseen += 1
                    o.hidden[seat] += 1
                    o.concealed += 1
            o.known[seat] = <uint8_t>kept
            o.known[seat] = <uint8_t>sorted_hand(o, seat, o.hand[seat])
        memset(o.hand[seat] + o.known[seat], 0, MAX_HAND - o.known[seat])
    for seat in range(table.r.seats, MAX_SEATS):
        memset(o.hand[seat], 0, MAX_HAND)
    # With open_pick everybody at an open table sees the bag, so its tiles stay in front. Otherwise hands and bag are mixed.
    seen.bag_is_open = table.r.open_pick and not table.r.sealed and s.concealed == 0
    sort_squares(o.bag, s.unseen if seen.bag_is_open else o.unseen)
    if seen.bag_is_open:
        sort_squares(o.bag + s.unseen, o.unseen - s.unseen)
    sort_squares(o.bag + TILES - o.laid_away, o.laid_away)
    memset(o.bag + o.unseen, 0, TILES - o.laid_away - o.unseen)
    o.playable = 0
    if s.phase == P_PLACE and s.current == viewer:
        o.playable = playable_slots(o, &table.r, viewer, False)
    if table.r.rounds:
        hide_answers(o, &table.r, viewer)
    return seen


cdef int keep_bag_open(Observation seen, const GameState* before) except -1:
    """Put the tiles of an open bag in front again, unless a tile that nobody here knows went in or out."""
    cdef GameState* o = &seen.s
    cdef uint8_t squares[108]
    cdef int i, in_front = 0, behind = 0
    for i in range(o.unseen):
        if bag_index(before, o.bag[i]) < bag_count(before):
            o.bag[in_front] = o.bag[i]
            in_front += 1
        else:
            squares[behind] = o.bag[i]
            behind += 1
    memcpy(o.bag + in_front, squares, behind)
    seen.bag_is_open = in_front == bag_count(o)
    if not seen.bag_is_open:
        sort_squares(o.bag, o.unseen)
    return 0


cdef class Observation:
    """What one seat (or with seat None the public) may know. Immutable; holds no game and no tile source.

    `shares` and `cash` are what the ruleset's `holdings` lets this seat see, `shown_shares` is what holders show in a merger,
    and `ledger` is what follows from the public history for any player who has kept count.
    """

    def __cinit__(self):
        self.table = NOBODYS_TABLE                   # so that even an object made by __new__ alone is safe

    def __init__(self):
        raise TypeError("observations come from Game.observe()")

    @property
    def seat(self):
        return None if self.viewer < 0 else self.viewer

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
    def to_move(self):
        return None if self.s.phase == P_OVER else self.asked

    @property
    def is_asked(self):
        """Return True if this seat may answer now. In a sealed step of simultaneous play several may, also after an answer."""
        return self.viewer >= 0 and self.s.phase != P_OVER and self.s.decider == self.viewer

    @property
    def phase(self):
        return PHASE_WORDS[self.s.phase]

    @property
    def over(self):
        return self.s.phase == P_OVER

    @property
    def current(self):
        return leading(self.table, &self.s)

    @property
    def turn(self):
        return self.s.turn

    @property
    def declared(self):
        return self.s.declared != 0

    @property
    def end_reason(self):
        return END_REASONS[self.s.end_reason]

    @property
    def board(self):
        """Return {tile: chain or None} for the occupied squares, in board order."""
        return board_dict(self.table, &self.s)

    @property
    def sizes(self):
        return {name: self.s.size[<int>i] for i, name in enumerate(self.table.names)}

    @property
    def prices(self):
        """Return the dollars that a share of each chain costs now; 0 where none is for sale."""
        return {name: 100 * units for name, units in row_dict(self.s.price, self.table.names).items()}

    @property
    def market(self):
        return row_dict(self.s.bank, self.table.names)

    @property
    def bag_count(self):
        return bag_count(&self.s)

    @property
    def discard(self):
        """Return the tiles that are out of the game."""
        return tuple(sorted_tiles(self.s.bag + TILES - self.s.laid_away, self.s.laid_away))

    @property
    def hand(self):
        """Return the own tiles in board order; () for the public."""
        return self.known_tiles(self.viewer) if self.viewer >= 0 else ()

    @property
    def knows_own_hand(self):
        """Return True if no tile of the own hand is hidden, as some may be in the state of a network peer."""
        return self.viewer >= 0 and self.s.known[self.viewer] == hand_count(&self.s, self.viewer)

    def known_tiles(self, seat):
        """Return the tiles of a seat's hand that this observer knows."""
        if type(seat) is not int or not 0 <= seat < self.table.r.seats:
            raise ValueError(f"seats run from 0 to {self.table.r.seats - 1}, not {seat!r}")
        return tuple(sorted_tiles(self.s.hand[<int>seat], self.s.known[<int>seat]))

    @property
    def hand_counts(self):
        cdef int seat
        return tuple([hand_count(&self.s, seat) for seat in range(self.table.r.seats)])

    @property
    def unseen(self):
        """Return the tiles that are in the bag or in hands unknown to this observer, in board order."""
        return tuple(sorted_tiles(self.s.bag, self.s.unseen))

    @property
    def bag(self):
        """Return the tiles of an open bag (open_pick); None where nobody sees into it."""
        return tuple(sorted_tiles(self.s.bag, bag_count(&self.s))) if self.bag_is_open else None

    @property
    def retired(self):
        cdef int seat
        return tuple([seat for seat in range(self.table.r.seats) if self.s.retired >> seat & 1])

    @property
    def powers_left(self):
        """Return each seat's unused markers."""
        cdef int seat, i
        if not self.table.r.special_powers:
            return tuple([() for seat in range(self.table.r.seats)])
        return tuple([tuple([POWER_NAMES[i] for i in range(1, 6) if not self.s.powers[seat] >> i & 1])
                      for seat in range(self.table.r.seats)])

    @property
    def shares(self):
        """Return by seat what `holdings` lets be seen: {chain: shares}; in piles {chain: True or False}; None where hidden."""
        cdef int seat
        holdings = self.table.ruleset.holdings
        out = []
        for seat in range(self.table.r.seats):
            shares = row_dict(self.s.rows[seat], self.table.names)
            if holdings == "open" or seat == self.viewer:
                out.append(shares)
            elif holdings == "piles":
                out.append({name: count > 0 for name, count in shares.items()})
            else:
                out.append(None)
        return tuple(out)

    @property
    def shown_shares(self):
        """Return {chain: shares by seat} of the chains that are being taken over, which holders show under any `holdings` (R25a).

        They are shown from the moment the survivor is known until the last holder has answered, bids for a trade included; at
        any other time it is {}.
        """
        cdef int chain, seat, shown = 0
        cdef bint is_trade_bid = self.s.phase == P_BID and self.s.round.step == S_TRADE_BID
        if self.s.phase in (P_NEXT_DEFUNCT, P_DISPOSE) or is_trade_bid or (
                self.s.phase == P_MARKET_DRAW and not self.s.end_reason):
            shown = self.s.defunct
            if self.s.phase != P_NEXT_DEFUNCT:
                shown |= 1 << self.s.dying
        return {self.table.names[chain]: tuple([byte_of(self.s.rows[seat], chain) for seat in range(self.table.r.seats)])
                for chain in range(CHAINS) if shown >> chain & 1}

    @property
    def cash(self):
        """Return the dollars of each seat; None where `holdings` conceals them."""
        cdef int seat
        everything = self.table.ruleset.holdings == "open"
        return tuple([self.s.cash[seat] if everything or seat == self.viewer else None
                      for seat in range(self.table.r.seats)])

    @property
    def ledger(self):
        """Return (cash, {chain: shares}) by seat. It is exact, because it follows from the public history."""
        cdef int seat
        return tuple([(self.s.cash[seat], row_dict(self.s.rows[seat], self.table.names))
                      for seat in range(self.table.r.seats)])

    @property
    def bonuses(self):
        """Return {chain: dollars by seat} that chains on the board would pay now; where the market competes, without its tile."""
        cdef GameState paid = self.s
        cdef int chain, seat
        out = {}
        for chain in range(CHAINS):
            if self.s.active >> chain & 1:
                memset(paid.cash, 0, sizeof(paid.cash))
                pay_bonuses(&paid, &self.table.r, chain, byte_of(paid.price, chain), 0, NULL)
                out[self.table.names[chain]] = tuple([paid.cash[seat] for seat in range(self.table.r.seats)])
        return out

    @property
    def if_ended(self):
        """Return the dollars of each seat if the game ended now: cash, shares and bonuses, without the market's tiles."""
        cdef GameState end = self.s
        cdef int chain, seat
        for chain in range(CHAINS):
            if end.active >> chain & 1 or (self.table.r.score_inactive and self.table.r.score_units_at_zero[chain]):
                score_chain(&end, &self.table.r, chain, 0, NULL)
        return tuple([end.cash[seat] for seat in range(self.table.r.seats)])

    @property
    def standings(self):
        """Return the final standings; () before the end."""
        return tuple(standings_of(self.table, &self.s)) if self.s.phase == P_OVER else ()

    cdef int list_choices(self, uint16_t* codes) noexcept nogil:
        cdef GameState s
        if self.s.decider < 0 or self.s.decider != self.viewer:
            return 0
        if self.s.phase != P_PICK or not self.bag_is_open:
            return list_codes(&self.s, &self.table.r, codes)
        s = self.s
        s.unseen = <uint8_t>bag_count(&s)            # only what lies in the bag can be picked
        s.concealed = 0
        return list_codes(&s, &self.table.r, codes)

    cdef int decisions_since(self, Observation earlier, uint16_t* codes, int most) noexcept:
        """List the codes of what was decided since an earlier observation; return how many, or -1.

        -1 says that the earlier observation is of another seat, turn or game, or that something else has happened: tiles were
        drawn or shown, a seat has left, there were more than `most` decisions. The GIL must be held, because the history may grow
        in another thread.
        """
        cdef GameState s
        cdef Act act
        cdef int at = earlier.length, count = 0
        if self.past is None or self.past is not earlier.past or self.viewer != earlier.viewer or self.length < at:
            return -1
        s = earlier.s
        if s.turn != self.s.turn or memcmp(s.bag, self.s.bag, sizeof(s.bag)) or memcmp(s.hidden, self.s.hidden, sizeof(s.hidden)):
            return -1
        while at < self.length:
            at += read_item(&s, self.past.items + at, &act)
            if count == most or act.seat < 0 or act.kind in (A_RETIRE, A_SHOW):
                return -1
            codes[count] = <uint16_t>encode(&s, &act)
            count += 1
            carry_out(&s, &self.table.r, &act, NULL)
        return count

    cdef int look_back(self, int most, Glimpse* glimpses, GameState* refilled) noexcept:
        """List the last placements of rivals, oldest first, and return how many; put the position in which each seat last drew
        into `refilled` (turn 0: never).

        `glimpses` has room for 6 * most. Where there are fewer rivals, more placements of each fit. The GIL must be held, because
        the history may grow in another thread.
        """
        cdef GameState s
        cdef Act act
        cdef int at = 0, count = 0, seat, i
        cdef int placements[6]
        cdef uint32_t turn
        memset(placements, 0, sizeof(placements))
        for seat in range(MAX_SEATS):
            refilled[seat].turn = 0
        if self.past is None:
            return 0
        s = self.past.start
        while at < self.length:
            at += read_item(&s, self.past.items + at, &act)
            if act.kind == A_PLACE and act.seat != self.viewer:
                seat = act.seat
                placements[seat] += 1
                if count == 6 * most:                # the oldest of this seat goes
                    for i in range(count):
                        if glimpses[i].state.current == seat:
                            memmove(&glimpses[i], &glimpses[i + 1], (count - 1 - i) * sizeof(Glimpse))
                            count -= 1
                            break
                if count < 6 * most:
                    glimpses[count].state = s
                    glimpses[count].square = act.square
                    glimpses[count].turns_ago = <uint8_t>(placements[seat] & 0xFF)
                    count += 1
            turn = s.turn
            seat = s.current
            carry_out(&s, &self.table.r, &act, NULL)
            if s.turn != turn:
                refilled[seat] = s
        for i in range(count):
            seat = glimpses[i].state.current
            glimpses[i].turns_ago = <uint8_t>((placements[seat] - glimpses[i].turns_ago) & 0xFF)
            conceal_hands(&glimpses[i].state, self.table.r.seats, self.viewer)
        for seat in range(self.table.r.seats):
            if refilled[seat].turn:
                conceal_hands(&refilled[seat], self.table.r.seats, self.viewer)
        return count

    def legal_actions(self):
        """Return the choices of this seat if it is asked now, else ()."""
        cdef uint16_t codes[CODES]
        cdef Act act
        cdef int i
        out = []
        for i in range(self.list_choices(codes)):
            decode(&self.s, codes[i], &act)
            out.append(write_action(&act, self.table.names))
        return tuple(out)

    def legal_codes(self):
        """Return the same choices as integers, ascending."""
        cdef uint16_t codes[CODES]
        return to_list(codes, self.list_choices(codes))

    def action_of(self, code):
        """Return the action that a code means to this observer now."""
        cdef Act act
        decode(&self.s, code_number(code, self.table.r.rounds), &act)
        return write_action(&act, self.table.names)

    def after(self, action, bint alone=False):
        """Return (events, observation): what an action would lead to, as far as this observer can know; raise IllegalAction if it
        is refused.

        The game goes on to the next question or tile. Tiles in other hands stay unknown, so what depends on them is not foreseen.
        In a sealed step of simultaneous play others still owe their answers then, or, with `alone`, the step is over as if nobody
        else were asked. The new observation has no history.
        """
        cdef const Rules* r = &self.table.r
        cdef GameState now = self.s
        cdef EventList events
        cdef Act act
        cdef int i, verdict = read_action(action, self.table.numbers, self.s.decider, &act)
        if verdict == OK:
            verdict = check(&self.s, r, &act)
        if verdict == OK and act.kind == A_PICK and self.bag_is_open and bag_index(&self.s, act.square) >= bag_count(&self.s):
            verdict = TILE_NOT_IN_BAG                # it lies in a hidden hand
        if verdict != OK:
            raise IllegalAction(action, REASONS[verdict])
        events.count = 0
        events.tile_count = 0
        if alone and r.rounds and now.round.concerned:
            now.round.concerned = <uint8_t>(1 << act.seat)
        carry_out(&now, r, &act, &events)
        events_module()
        reported = [write_event(&events.items[i], &events, self.table.names) for i in range(events.count)]
        if now.phase == P_OVER:
            reported.extend([_e.FinalRank(*row) for row in standings_of(self.table, &now)])
        seen = observation_of(self.table, &now, None, 0, self.viewer)
        if self.bag_is_open:
            keep_bag_open(seen, &self.s)
        return tuple(reported), seen

    def history(self):
        """Return all public actions and this seat's own draws; a draw of another hand has no tile."""
        return tuple(actions_in(self.past, self.length, self.viewer)) if self.past is not None else ()

    def as_dict(self):
        """Return everything this observer knows as a canonical, JSON-able dict: equal knowledge gives equal bytes."""
        from acquire_core.notation import format_action

        state = snapshot_of(self.table, &self.s)
        state["to_move"] = self.to_move
        state["seat"] = self.seat
        state["rules"] = self.table.ruleset.digest.hex()
        state["unseen"] = list(self.unseen)
        state["bag"] = None if self.bag is None else list(self.bag)
        state["history"] = [format_action(action, self.table.names) for action in self.history()]
        return state

    def __eq__(self, other):
        cdef Observation o
        if not isinstance(other, Observation):
            return NotImplemented
        o = other
        return (self.viewer == o.viewer and self.asked == o.asked
                and self.table.ruleset == o.table.ruleset and self.players == o.players
                and self.sealed == o.sealed and memcmp(&self.s, &o.s, sizeof(GameState)) == 0
                and self.history() == o.history())

    def __hash__(self):
        return hash((self.viewer, (<const char*>&self.s)[:sizeof(GameState)]))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("an observation is sent as its as_dict()")

    def __repr__(self):
        return (f"<Observation of {'the public' if self.viewer < 0 else f'seat {self.viewer}'}, "
                f"turn {self.turn}, {self.phase}>")
