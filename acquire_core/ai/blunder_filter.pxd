"""The blunder filter: strike out answers that certainly lose, or give money away, in the last turn of a game.

Nothing is guessed here. Where the game may end with this turn, the rest of it is a small game with open cards: all holdings are
known, only the seat whose turn it is may buy, and the others can only dispose. `drop_blunders` plays it out in all ways, with
the others against that seat. It keeps the answers that are sure to win; if there are none, those that do not lose at once; and
if no other seat decides anything any more, those that pay most. Every other choice is left to the caller.

tests/core/blunder_judge.py defines in words what a blunder is, and counts them without this file.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport byte_of, lowest, one
from acquire_core.engine.board cimport largest, may_end
from acquire_core.engine.codes cimport *
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport pay_bonuses, purchase_limit, worth
from acquire_core.engine.merger cimport most_pairs
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.transition cimport *

cdef enum:
    MAX_LEAVES = 400         # purchases looked at for one answer; a merger with more ways to settle it is left to the caller
    NO_MORE = 5              # index of "no more shares than now" in a payout
    NUMBERS = 13             # of a tile, and 0 for a market that holds nothing

cdef enum Ending:            # of a turn whose tile is settled
    GOES_ON, IF_DECLARED, THIS_TURN, BAG_IS_OUT

cdef extern from *:
    """
    /* The outcome of a turn is one number. Its largest part says whether the game is lost with it, open (it goes on, or the first
       place is shared) or won. Where the game ends, the own money comes next, and then how little the others get. */
    #define ACQ_OPEN 1e9
    #define ACQ_WON 2e9
    #define ACQ_ENDED 1e6
    """
    const double OPEN "ACQ_OPEN"
    const double WON "ACQ_WON"
    const double ENDED "ACQ_ENDED"

cdef struct Payout:
    # What the end pays: `base` with nothing bought, `gain` for more (or fewer) shares of a chain. In a game of two the market's
    # tiles may decide (`by_lot`); then money is a mean, and the lead of the buyer lies between `least` and `most`.
    double base[6]
    double gain[7][11][6]
    double least[7][11]
    double most[7][11]
    bint by_lot

cdef struct Look:
    uint16_t* room           # for a list of purchases
    int leaves               # still to be looked at
    bint certain             # every way seen so far ends the game, and needs nobody to declare it
    bint alone               # no other seat and no tile of the market decides anything on these ways


# --- how a turn ends --------------------------------------------------------------------------------------------------

cdef inline int how_it_ends(const GameState* s, const Rules* r) noexcept nogil:
    """Return whether this turn is the last one (an Ending), when its purchase is asked. No purchase changes that."""
    cdef GameState next
    if s.declared:
        return THIS_TURN
    if may_end(s, r):
        return THIS_TURN if r.end_mode == AUTO else IF_DECLARED
    if r.end_on_bag == BAG_NEVER and (s.busy or not r.stall_end):
        return GOES_ON
    copy_state(&next, s, r.state_bytes)
    do_buy(&next, r, 0, 0, 0, NULL)
    if next.end_reason == R_CANNOT_REFILL:
        return BAG_IS_OUT
    if next.end_reason:
        return THIS_TURN
    if next.turn != s.turn or next.phase not in (P_DRAW, P_PICK, P_DISCARD):
        return GOES_ON
    # Dead tiles can only add to what is due.
    if r.end_on_bag == LAST_DRAWN and 0 < bag_count(s) <= next.due:
        return BAG_IS_OUT
    return BAG_IS_OUT if r.end_on_bag == CANNOT_REFILL and next.due > bag_count(s) else GOES_ON


cdef inline int how_it_will_end(const GameState* s, const Rules* r) noexcept nogil:
    """Return the same while a merger is being settled: the board after it does not depend on how that is done."""
    cdef GameState next
    copy_state(&next, s, r.state_bytes)
    while True:
        if next.phase == P_SURVIVOR:
            do_survivor(&next, r, lowest(largest(&next, next.defunct)), NULL)
        elif next.phase == P_NEXT_DEFUNCT:
            do_next_defunct(&next, r, lowest(largest(&next, next.defunct)), NULL)
        elif next.phase == P_MARKET_DRAW:
            settle_defunct(&next, r, 0, NULL)
        elif next.phase == P_DISPOSE:
            do_dispose(&next, r, byte_of(next.rows[next.decider], next.dying), 0, NULL)
        else:
            break
    if next.phase == P_POWER_BUY:
        ask(&next, P_BUY)
    return how_it_ends(&next, r) if next.phase == P_BUY else GOES_ON


cdef inline int how_the_round_ends(const GameState* s, const Rules* r) noexcept nogil:
    """Return whether this round may be the last, when all buy: in simultaneous play one seat that leads can end it."""
    return THIS_TURN if s.phase == P_BUY and may_end(s, r) else GOES_ON


# --- what the end pays ------------------------------------------------------------------------------------------------

cdef inline void count_numbers(const GameState* s, uint8_t* tiles) noexcept nogil:
    """Count the unseen tiles by their numbers into `tiles`."""
    cdef int i
    for i in range(s.unseen):
        tiles[(s.bag[i] - FIRST_SQUARE) // COLUMN + 1] += 1


cdef inline void pay_out(const GameState* s, const Rules* r, bint bag_is_out, Payout* p) noexcept nogil:
    """Fill `p` for every number of shares that the seat whose turn it is may buy or sell."""
    cdef GameState probe
    cdef uint8_t tiles[13]                           # that the market may draw, by number
    cdef double money[6]
    cdef double lead
    cdef int chain, k, seat = s.current, other, units, number, total = 0, fewer, more
    memset(p, 0, sizeof(Payout))
    memset(tiles, 0, sizeof(tiles))
    if r.market_competes and bag_count(s) and not bag_is_out:
        count_numbers(s, tiles)
    elif r.market_competes and r.market_full_set:
        memset(tiles + 1, 9, 12)
    else:
        tiles[0] = 1
    for number in range(NUMBERS):
        total += tiles[number]
        p.by_lot |= 0 < tiles[number] < total
    for other in range(r.seats):
        p.base[other] = s.cash[other]
    copy_state(&probe, s, r.state_bytes)
    for chain in range(CHAINS):
        units = byte_of(s.price, chain) if s.active >> chain & 1 else r.score_units_at_zero[chain]
        if units == 0:
            continue
        fewer = min(byte_of(s.rows[seat], chain), 5) if r.sell_shares else 0
        more = min(byte_of(s.bank, chain), max(purchase_limit(s, r), 4 if r.founder_buys_four else 0))
        for k in range(-fewer, more + 1):
            probe.rows[seat] = s.rows[seat] + <uint64_t>k * one(chain)
            p.least[chain][NO_MORE + k] = 1e9
            p.most[chain][NO_MORE + k] = -1e9
            memset(money, 0, sizeof(money))
            for number in range(NUMBERS):
                if tiles[number]:
                    memset(probe.cash, 0, sizeof(probe.cash))
                    pay_bonuses(&probe, r, chain, units, number, NULL)
                    for other in range(r.seats):
                        probe.cash[other] += 100 * units * byte_of(probe.rows[other], chain)
                        money[other] += tiles[number] * probe.cash[other]
                    if p.by_lot:                     # two seats
                        lead = probe.cash[seat] - probe.cash[1 - seat]
                        p.least[chain][NO_MORE + k] = min(p.least[chain][NO_MORE + k], lead)
                        p.most[chain][NO_MORE + k] = max(p.most[chain][NO_MORE + k], lead)
            for other in range(r.seats):
                p.gain[chain][NO_MORE + k][other] = money[other] / total
        for other in range(r.seats):
            p.base[other] += p.gain[chain][NO_MORE][other]
            money[other] = p.gain[chain][NO_MORE][other]
            for k in range(-fewer, more + 1):
                p.gain[chain][NO_MORE + k][other] -= money[other]
        probe.rows[seat] = s.rows[seat]


cdef inline double result(const GameState* s, const Rules* r, const Payout* p, uint64_t buys, uint64_t sells) noexcept nogil:
    """Return the outcome, for its buyer, of an end after this purchase."""
    cdef double money[6]
    cdef double own = 0, others = 0, best = 0, least = 0, most = 0
    cdef int seat = s.current, other, chain, k, cost = 0
    cdef uint64_t row = buys | sells
    if s.power != FREE3:
        cost = worth(s, buys) - worth(s, sells)
    for other in range(r.seats):
        money[other] = p.base[other]
    for chain in range(CHAINS):
        k = NO_MORE
        if byte_of(row, chain):
            k += byte_of(buys, chain) - byte_of(sells, chain)
            for other in range(r.seats):
                money[other] += p.gain[chain][k][other]
        if p.by_lot:
            least += p.least[chain][k]
            most += p.most[chain][k]
    for other in range(r.seats):
        if same_side(r, seat, other):
            own += money[other]
        else:
            others += money[other]
            best = max(best, money[other])
    if r.teams:
        best = others
    own -= cost
    if p.by_lot:
        least += s.cash[seat] - cost - s.cash[1 - seat]
        most += s.cash[seat] - cost - s.cash[1 - seat]
        return (WON if least > 0 else 0 if most < 0 else OPEN) + ENDED + own - 1e-6 * others
    return (WON if own > best else 0 if own < best else OPEN) + ENDED + own - 1e-6 * others


cdef inline double lead_now(const GameState* s, const Rules* r) noexcept nogil:
    """Return by how many dollars the side whose turn it is would lead if the game ended now; below 0 it is behind.

    The market's tiles count by their mean. `leads` of by_value.pxd leaves them aside and is many times faster.
    """
    cdef Payout p
    cdef double own = 0, others = 0, best = 0
    cdef int other, seat = s.current
    pay_out(s, r, False, &p)
    for other in range(r.seats):
        if same_side(r, seat, other):
            own += p.base[other]
        else:
            others += p.base[other]
            best = max(best, p.base[other])
    return own - (others if r.teams else best)


# --- what a turn can still become -------------------------------------------------------------------------------------

cdef inline double best_purchase(const GameState* s, const Rules* r, Look* look) noexcept nogil:
    cdef Payout p
    cdef int ending = how_it_ends(s, r), n, i
    cdef double best = 0
    if ending == GOES_ON:
        look.certain = False
        return OPEN
    look.leaves -= 1
    pay_out(s, r, ending == BAG_IS_OUT, &p)
    n = list_purchase_codes(s, r, look.room)
    for i in range(n):
        best = max(best, result(s, r, &p, purchases[look.room[i] - C_BUY].buys, purchases[look.room[i] - C_BUY].sells))
    look.alone = look.alone and not p.by_lot
    if ending == IF_DECLARED:
        look.certain = False
        return max(best, OPEN)
    return best


cdef inline double outlook(const GameState* s, const Rules* r, Look* look) noexcept nogil:
    """Return the outcome that the seat whose turn it is can be sure of; a lower one where there are too many ways to look at."""
    cdef GameState next
    cdef uint16_t codes[128]
    cdef double best = 0, found
    cdef int n, i, shares, leaves = look.leaves, given
    if s.phase == P_MARKET_DRAW and not s.end_reason:
        return market_outlook(s, r, look)
    if s.phase == P_DISPOSE:
        shares = byte_of(s.rows[s.decider], s.dying)
        look.alone = look.alone and s.decider == s.current
        for i in range(most_pairs(s) + 1):           # a share that is held is worth nothing at the end: the rest is sold
            if look.leaves <= 0:
                look.certain = False
                return best if s.decider == s.current else 0
            copy_state(&next, s, r.state_bytes)
            do_dispose(&next, r, shares - 2 * i, i, NULL)
            found = outlook(&next, r, look)
            if s.decider == s.current:
                best = max(best, found)
            else:
                best = found if i == 0 else min(best, found)
                if best < OPEN:
                    break
        return best
    if s.phase == P_BUY:
        return best_purchase(s, r, look)
    if s.decider != s.current or s.phase not in (P_PLACE, P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_POWER_START, P_POWER_BUY,
                                                 P_REPLACE_HAND, P_TRADE2):
        look.certain = False
        return OPEN
    n = list_codes(s, r, codes)
    if s.phase in (P_POWER_START, P_POWER_BUY, P_REPLACE_HAND, P_TRADE2):
        n = 1                                        # only "none": a marker can only make things better
    for i in range(n):
        given = look.leaves = leaves // (n - i)      # so that one merger with many ways does not use up what other tiles need
        if given == 0:
            look.certain = False
            continue
        look_ahead(&next, s, r, codes[i])
        best = max(best, outlook(&next, r, look))
        leaves -= given - look.leaves
        if best >= WON and not look.alone:
            break
    look.leaves = leaves
    return best


cdef inline double market_outlook(const GameState* s, const Rules* r, Look* look) noexcept nogil:
    """Return the mean over the tiles that the market may draw, so only what wins with all of them counts as won."""
    cdef GameState next
    cdef uint8_t tiles[13]
    cdef double sum = 0
    cdef int i, total = 0
    memset(tiles, 0, sizeof(tiles))
    look.alone = False
    count_numbers(s, tiles)
    if bag_count(s) == 0:
        memset(tiles + 1, 9, 12)
    for i in range(1, NUMBERS):
        if tiles[i]:
            copy_state(&next, s, r.state_bytes)
            do_market_tile(&next, r, FIRST_SQUARE + COLUMN * (i - 1), NULL)
            sum += tiles[i] * outlook(&next, r, look)
            total += tiles[i]
    return sum / total


# --- the choice -------------------------------------------------------------------------------------------------------

cdef inline int drop_blunders(const GameState* s, const Rules* r, uint16_t* codes, int n, uint16_t* room) noexcept nogil:
    """Strike out what would be a blunder; return how many of the `n` answers are left, at least one.

    `room` is for a list of purchases. Where shares are disposed in a last turn the list may be replaced by a better one.
    """
    if r.rounds and s.phase != P_DECLARE_END:
        return n                                     # the others answer at the same time, so nothing is certain
    if s.phase == P_BUY:
        return drop_bad_purchases(s, r, codes, n)
    if s.phase == P_DECLARE_BEFORE or s.phase == P_DECLARE_END:
        return drop_losing_end(s, r, codes, n, room)
    if s.power == PLAY4:
        return n                                     # further tiles may follow
    if s.phase == P_DISPOSE:
        return drop_bad_disposals(s, r, codes, n, room)
    if s.phase == P_PLACE and s.declared == 0 and r.end_mode == ANYTIME and may_end(s, r):
        return n                                     # asked before the tile, and nothing was sure to win
    if n > 1 and s.phase in (P_PLACE, P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_POWER_BUY, P_TRADE2):
        return sure_ways(s, r, codes, n, room)
    return n


cdef inline int drop_bad_purchases(const GameState* s, const Rules* r, uint16_t* codes, int n) noexcept nogil:
    """Keep the purchases that pay most in the last turn; where the seat may choose to end, only ends that it does not lose."""
    cdef Payout p
    cdef int ending = how_it_ends(s, r), i, kept = 0
    cdef uint16_t code
    cdef double best = 0, found
    if ending == GOES_ON or n < 2:
        return n
    pay_out(s, r, ending == BAG_IS_OUT, &p)
    for i in range(n):
        code = codes[i]
        found = result(s, r, &p, purchases[code - C_BUY].buys, purchases[code - C_BUY].sells)
        if ending == IF_DECLARED and found < OPEN:
            found = OPEN
        if found > best:
            best = found
            kept = 0
        if found == best:
            codes[kept] = code
            kept += 1
    return kept


cdef inline int drop_losing_end(const GameState* s, const Rules* r, uint16_t* codes, int n, uint16_t* room) noexcept nogil:
    """Strike out an end that may lose, and the answer to wait where the end is sure to win."""
    cdef GameState next
    cdef Payout p
    cdef Look look
    cdef double found
    if s.phase == P_DECLARE_END:
        pay_out(s, r, False, &p)
        found = result(s, r, &p, 0, 0)
    else:
        copy_state(&next, s, r.state_bytes)
        do_declare(&next, r, True, NULL)
        look.room = room
        look.leaves = MAX_LEAVES
        look.certain = look.alone = True
        found = outlook(&next, r, &look)
    if OPEN <= found < WON:
        return n
    codes[0] = C_END_YES if found >= WON else C_END_NO
    return 1


cdef inline int drop_bad_disposals(const GameState* s, const Rules* r, uint16_t* codes, int n, uint16_t* room) noexcept nogil:
    """Sell or trade everything in the last turn, with every number of pairs that may be traded as an answer."""
    cdef int ending = how_it_will_end(s, r), shares, pairs, i, listed = n, left
    if ending == GOES_ON:
        return n
    shares = byte_of(s.rows[s.decider], s.dying)
    if ending != IF_DECLARED and not r.score_inactive:
        n = 0
    for pairs in range(most_pairs(s) + 1):
        for i in range(n):
            if codes[i] == C_DISPOSE + rank_of_disposal(pairs, shares - 2 * pairs):
                break
        else:
            codes[n] = <uint16_t>(C_DISPOSE + rank_of_disposal(pairs, shares - 2 * pairs))
            n += 1
    if s.decider != s.current or n < 2:
        return n if ending != IF_DECLARED else listed
    left = sure_ways(s, r, codes, n, room)
    return listed if left == n and ending == IF_DECLARED else left


cdef inline int sure_ways(const GameState* s, const Rules* r, uint16_t* codes, int n, uint16_t* room) noexcept nogil:
    """Keep the answers that are sure to win, else those that do not lose at once, else all; the best where all is certain."""
    cdef GameState next
    cdef Look look
    cdef double found[128]
    cdef double best = 0, enough
    cdef int i, kept = 0
    if n > 128:
        return n
    look.room = room
    look.certain = look.alone = True
    for i in range(n):
        look.leaves = MAX_LEAVES // n + 1
        look_ahead(&next, s, r, codes[i])
        if (next.phase in (P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE, P_MARKET_DRAW) and not next.end_reason
                and not next.declared and how_it_will_end(&next, r) == GOES_ON):
            look.certain = False
            found[i] = OPEN
        else:
            found[i] = outlook(&next, r, &look)
        best = max(best, found[i])
    enough = best if look.certain and look.alone else WON if best >= WON else OPEN if best >= OPEN else -1e9
    for i in range(n):
        if found[i] >= enough:
            codes[kept] = codes[i]
            kept += 1
    return kept
