"""Money and shares: bonuses (R25-R29, docs/spec/rules.md, section 4b), purchases and sales (R37, V1, V3), the score (R42)."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from acquire_core.engine.bits cimport ONES, TOPS, byte_of, lowest, one, popcount8, some, tops_mask
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport (BUY5, CHAINS, FREE3, GameState, E_BONUS, E_SCORED, Event, EventList, MAX_SEATS,
                                        emit)

cdef enum:
    BONUS_SOLE = 0x80        # flag in a bonus event: nobody else held the chain
    BONUS_FINAL = 0x40       # paid at the end of the game


cdef inline int32_t share_of(const Rules* r, int32_t pot, int winners) noexcept nogil:
    """Return one winner's part of a divided bonus, in dollars (R28, A24)."""
    if r.round_to_dollar:
        return (2 * pot + winners) // (2 * winners)
    return (pot + 100 * winners - 1) // (100 * winners) * 100


cdef inline void pay_bonuses(GameState* s, const Rules* r, int chain, int units, int market_shares,
                             EventList* events) noexcept nogil:
    """Pay the bonuses of one chain at a price in units; the market competes with `market_shares` (R35, R36).

    When k holders tie from place p on, they share the bonuses of the places p to p + k - 1, as far as the edition has them. A
    place that nobody reaches is not paid, but a sole holder gets all of them (docs/spec/rules.md, section 4b; R26, R27 and R29
    are its case of two places).
    """
    cdef uint64_t row = 0, winners                   # shares by competitor, a byte each
    cdef int seat, best, tied, place = 0, i
    cdef int32_t pot
    cdef bint sole
    cdef Event* event
    for seat in range(MAX_SEATS):                    # empty seats hold nothing
        row |= <uint64_t>byte_of(s.rows[seat], chain) << (8 * seat)
    if r.market_competes:
        row |= <uint64_t>market_shares << (8 * r.seats)
    while row and place < r.places:
        best = 0
        for i in range(MAX_SEATS):
            seat = byte_of(row, i)
            best = seat if seat > best else best
        winners = TOPS & ~some(row ^ best * ONES)    # bytes equal to `best`
        tied = popcount8(tops_mask(winners))
        row &= ~((winners >> 7) * 0xFF)
        # A sole holder takes every place; k tied take as many places as they are.
        sole = place == 0 and tied == 1 and row == 0
        pot = r.bonus_dollars[units][place]
        for i in range(place + 1, r.places):
            if sole or i < place + tied:
                pot += r.bonus_dollars[units][i]
        if tied > 1:
            pot = share_of(r, pot, tied)
        while winners:
            seat = lowest(tops_mask(winners))
            winners &= winners - 1
            if seat < r.seats:                       # the market's part stays unpaid
                s.cash[seat] += pot
                if events != NULL:
                    event = emit(events, E_BONUS, seat)
                    event.chain = <uint8_t>chain
                    event.dollars = pot
                    event.a = <uint8_t>(place + 1)
                    event.b = <uint8_t>tied
                    event.c = <uint8_t>best
                    event.other = <uint8_t>((BONUS_SOLE if sole else 0) | (BONUS_FINAL if s.end_reason else 0))
        place += tied


cdef inline void score_chain(GameState* s, const Rules* r, int chain, int market_shares, EventList* events) noexcept nogil:
    """Pay the bonuses of a chain at its current size, then sell every share of it (R42)."""
    cdef int units = byte_of(s.price, chain) if s.active >> chain & 1 else r.score_units_at_zero[chain]
    cdef int seat, shares
    cdef Event* event
    pay_bonuses(s, r, chain, units, market_shares, events)
    for seat in range(r.seats):
        shares = byte_of(s.rows[seat], chain)
        if shares:
            s.rows[seat] -= shares * one(chain)
            s.bank += shares * one(chain)
            s.cash[seat] += 100 * units * shares
            if events != NULL:
                event = emit(events, E_SCORED, seat)
                event.chain = <uint8_t>chain
                event.count = <uint8_t>shares
                event.dollars = 100 * units * shares


cdef inline int32_t worth(const GameState* s, uint64_t shares) noexcept nogil:
    """Return the value of a row of shares at the current prices, in dollars."""
    cdef int32_t units = 0
    cdef int chain
    for chain in range(CHAINS):
        units += byte_of(shares, chain) * byte_of(s.price, chain)
    return 100 * units


cdef inline int purchase_limit(const GameState* s, const Rules* r) noexcept nogil:
    return 5 if s.power == BUY5 else 3 if s.power == FREE3 else r.max_buy


cdef inline uint32_t for_sale(const GameState* s) noexcept nogil:
    """Return the mask of the chains of which the market sells at least one share, whatever cash there is."""
    cdef uint32_t chains = tops_mask(some(s.price) & some(s.bank))
    return chains & s.active if s.power == FREE3 else chains


cdef inline void trade_shares(GameState* s, int seat, uint64_t gain, uint64_t loss, int32_t dollars) noexcept nogil:
    """Move shares from the market (`gain`) and to it (`loss`), for a sum that may be negative."""
    s.rows[seat] += gain - loss
    s.bank += loss - gain
    s.cash[seat] -= dollars
