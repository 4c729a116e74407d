# The opening: an empty board, start tiles, the deal (R6 to R9, K13, K30). Part of transition.pxd.

cdef inline void set_up(GameState* s, const Rules* r) noexcept nogil:
    """Set up an empty board with all tiles unseen, before anything is drawn."""
    cdef int tile, chain, seat
    memset(s, 0, sizeof(GameState))
    for tile in range(TILES):
        s.bag[tile] = <uint8_t>square_of(tile)
    s.unseen = TILES
    for chain in range(CHAINS):
        s.bank += SHARES * one(chain)
        s.price |= <uint64_t>r.price_units[chain][0] << (8 * chain)
    for seat in range(r.seats):
        s.cash[seat] = r.start_cash
    s.live = r.seats


cdef inline void enter_game(GameState* s, const Rules* r, EventList* events) noexcept nogil:
    """Draw a starting tile for each seat where the edition has them, else deal (R7, R9)."""
    if r.starting_tiles:
        s.target = 0
        s.due = r.seats
        ask_chance(s, P_START)
    else:
        enter_deal(s, r, 0, events)


cdef inline long start_rank(const Rules* r, int square) noexcept nogil:
    """Return the number that the start rule compares; the lowest starts, and ties go by number, then letter (A29)."""
    cdef int column = (square - FIRST_SQUARE) // COLUMN, row = (square - FIRST_SQUARE) % COLUMN
    if r.start_rule == TOPMOST_ROW:
        return row * 16 + column
    if r.start_rule == CLOSEST_1A:
        return (column * column + row * row) * 256 + square
    if r.start_rule == CLOSEST_1A_MANHATTAN:
        return (column + row) * 256 + square
    return square


cdef inline void do_start_tile(GameState* s, const Rules* r, int index, EventList* events) noexcept nogil:
    """Lay a starting tile on the board (R7). Its square stays in the hand until all are drawn, because R8 compares them."""
    cdef int square = s.bag[index], seat, starter = 0
    take_from_bag(s, index)
    label(s, square, LOOSE)
    s.hand[s.target][0] = <uint8_t>square
    if events != NULL:
        emit(events, E_START_TILE, s.target).square = <uint8_t>square
    s.target += 1
    s.due -= 1
    if s.due:
        return
    if r.start_rule != SEAT0:
        for seat in range(1, r.seats):
            if start_rank(r, s.hand[seat][0]) < start_rank(r, s.hand[starter][0]):
                starter = seat
    enter_deal(s, r, starter, events)


cdef inline void enter_deal(GameState* s, const Rules* r, int starter, EventList* events) noexcept nogil:
    """Deal six tiles to each seat, beginning with the one that starts (R9)."""
    if s.retired >> starter & 1:
        starter = next_live(s, r, starter)           # K30
    s.current = <uint8_t>starter
    s.target = s.current
    s.due = HAND
    s.purpose = FOR_DEAL
    if events != NULL:
        emit(events, E_STARTER, starter)
    ask_chance(s, P_DRAW)
