"""Every action as a number, for programs that loop. Documented in docs/developers/record-format.md, and stable.

Codes are dense from 0 to CODES - 1 and mean the same in every state, but for three: a disposal names what is sold
and traded (the rest is held), a discard is a mask over the hand in board order, and `show` is the whole known hand. The
seat is the one that is asked (for a draw: the one it is due to), so a code carries none; only RETIRE names a seat.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from acquire_core.engine.bits cimport byte_of, bytes_sum, lowest
from acquire_core.engine.board cimport MERGES, is_dead, largest, spot
from acquire_core.engine.legality cimport *
from acquire_core.engine.market cimport for_sale, purchase_limit
from acquire_core.engine.merger cimport most_pairs
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport sorted_hand

cdef enum:
    C_END_NO = 0
    C_END_YES = 1
    C_PASS = 2
    C_STOP = 3
    C_REPLACE_NO = 4
    C_REPLACE_YES = 5
    C_POWER = 6              # + marker; 6 is none
    C_FOUND = 12             # + chain; 19 declines
    C_SURVIVOR = 20          # + chain
    C_NEXT = 27              # + chain
    C_TRADE2 = 34            # + 7 * given chain + chain got
    C_SHOW = 83              # the whole known hand
    C_PLACE = 84             # + tile
    C_PICK = 192             # + tile
    C_DISPOSE = 300          # + rank of (pairs traded, shares sold)
    C_DISCARD = 482          # + mask over the hand in board order
    C_RETIRE = 2530          # + seat
    C_START = 2536           # + tile
    C_DRAW = 2644            # + tile; 2752 is an unknown tile
    C_MARKET = 2753          # + tile
    C_BUY = 2861             # + rank of the purchase; 0 buys nothing
    PURE_PURCHASES = 792     # without sales, up to five shares of seven chains
    PURCHASES = 7183         # with sales
    CODES = 10044            # where no bids are asked
    C_BID = 10044            # + hundreds of dollars; simultaneous play alone
    ALL_CODES = 20045
    NO_CODE = 0xFFFF

cdef extern from * nogil:
    """
    typedef struct { uint64_t buys, sells; uint8_t kinds; } acq_purchase;
    static acq_purchase acq_purchases[7183];
    static uint16_t acq_rank2[7][7], acq_rank3[7][7][7];

    static int acq_list_sequences(uint64_t *rows, int length, int first, uint64_t row, int n) {
        int c;
        if (length == 0) { rows[n++] = row; return n; }
        for (c = first; c < 7; c++) n = acq_list_sequences(rows, length - 1, c, row + (1ULL << (8 * c)), n);
        return n;
    }
    static uint8_t acq_kinds(uint64_t row) {
        int c; uint8_t kinds = 0;
        for (c = 0; c < 7; c++) if (row >> (8 * c) & 0xFF) kinds |= (uint8_t)(1 << c);
        return kinds;
    }
    /* Purchases by number of shares, then in list order; behind them those with sales: by the number of all shares,
       by the number sold, then sales and purchases in list order. */
    static int acq_list_purchases(void) {
        static uint64_t rows[6][462];
        int counts[6], n = 0, total, sold, i, j, k;
        for (k = 0; k <= 5; k++) counts[k] = acq_list_sequences(rows[k], k, 0, 0, 0);
        for (total = 0; total <= 5; total++)
            for (i = 0; i < counts[total]; i++, n++) {
                acq_purchases[n].buys = rows[total][i];
                acq_purchases[n].kinds = acq_kinds(rows[total][i]);
            }
        for (total = 1; total <= 5; total++)
            for (sold = 1; sold <= total; sold++)
                for (i = 0; i < counts[sold]; i++)
                    for (j = 0; j < counts[total - sold]; j++) {
                        uint8_t kinds = acq_kinds(rows[total - sold][j]);
                        if (kinds & acq_kinds(rows[sold][i])) continue;
                        acq_purchases[n].buys = rows[total - sold][j];
                        acq_purchases[n].sells = rows[sold][i];
                        acq_purchases[n].kinds = kinds;
                        n++;
                    }
        n = 8;
        for (i = 0; i < 7; i++) for (j = i; j < 7; j++) acq_rank2[i][j] = (uint16_t)n++;
        for (i = 0; i < 7; i++) for (j = i; j < 7; j++) for (k = j; k < 7; k++) acq_rank3[i][j][k] = (uint16_t)n++;
        return n;
    }
    """
    ctypedef struct Purchase "acq_purchase":
        uint64_t buys
        uint64_t sells
        uint8_t kinds                # of what is bought, a bit each chain
    const Purchase purchases "acq_purchases"[7183]
    const uint16_t rank2 "acq_rank2"[7][7]
    const uint16_t rank3 "acq_rank3"[7][7][7]
    int list_purchases "acq_list_purchases"()


cdef inline int rank_of_purchase(uint64_t buys, uint64_t sells) noexcept nogil:
    """Return the place of a purchase in the table, or -1."""
    cdef int bought = bytes_sum(buys), sold = bytes_sum(sells), i, first = 0, last = PURE_PURCHASES, n = 0, chain, k
    cdef int[3] c
    if bought + sold > 5:
        return -1
    if sold == 0 and bought <= 3:
        for chain in range(CHAINS):
            for k in range(byte_of(buys, chain)):
                c[n] = chain
                n += 1
        if n < 2:
            return n + (c[0] if n else 0)
        return rank2[c[0]][c[1]] if n == 2 else rank3[c[0]][c[1]][c[2]]
    if sold:
        first = PURE_PURCHASES
        last = PURCHASES
    for i in range(first, last):
        if purchases[i].buys == buys and purchases[i].sells == sells:
            return i
    return -1


cdef inline int rank_of_disposal(int pairs, int sell) noexcept nogil:
    """Return the place of a disposal; disposals are ordered by pairs traded, then by shares sold."""
    return 26 * pairs - pairs * (pairs - 1) + sell


cdef inline void decode(const GameState* s, int code, Act* a) noexcept nogil:
    """Fill `a` with the action of a code in this state; codes from outside go through code_number (convert.pxi) first."""
    cdef int rank, pairs, i, count
    cdef uint8_t hand[11]
    memset(a, 0, sizeof(Act))
    a.seat = s.decider
    a.chain = NO_CHAIN
    if code >= C_BID:
        a.kind = A_BID
        a.units = <uint16_t>(code - C_BID)
    elif code >= C_BUY:
        a.kind = A_BUY
        a.buys = purchases[code - C_BUY].buys
        a.sells = purchases[code - C_BUY].sells
    elif code >= C_START:
        a.seat = CHANCE_SEAT
        if code < C_MARKET:
            a.target = s.target
        if code >= C_MARKET:
            a.kind = A_MARKET
            a.square = <uint8_t>square_of(code - C_MARKET)
        elif code >= C_DRAW:
            a.kind = A_DRAW
            a.square = <uint8_t>(square_of(code - C_DRAW) if code < C_DRAW + TILES else 0)
        else:
            a.kind = A_START
            a.square = <uint8_t>square_of(code - C_START)
    elif code >= C_RETIRE:
        a.kind = A_RETIRE
        a.seat = <int8_t>(code - C_RETIRE)
    elif code >= C_DISCARD:
        a.kind = A_DISCARD
        count = sorted_hand(s, s.current, hand)
        rank = code - C_DISCARD
        if rank >> count:
            a.squares[0] = 0                         # there is no such slot, and `check` refuses square 0
            a.count = 1
            return
        for i in range(count):
            if rank >> i & 1:
                a.squares[a.count] = hand[i]
                a.count += 1
    elif code >= C_DISPOSE:
        a.kind = A_DISPOSE
        rank = code - C_DISPOSE
        pairs = 0
        while rank >= 26 - 2 * pairs:
            rank -= 26 - 2 * pairs
            pairs += 1
        a.sell = <uint8_t>rank
        a.trade = <uint8_t>(2 * pairs)
        if s.decider >= 0:
            count = byte_of(s.rows[s.decider], s.dying)
            a.hold = <uint8_t>(count - rank - 2 * pairs) if count >= rank + 2 * pairs else 255
    elif code >= C_PICK:
        a.kind = A_PICK
        a.square = <uint8_t>square_of(code - C_PICK)
    elif code >= C_PLACE:
        a.kind = A_PLACE
        a.square = <uint8_t>square_of(code - C_PLACE)
    elif code == C_SHOW:
        a.kind = A_SHOW
        a.count = <uint8_t>sorted_hand(s, s.current, a.squares)
    elif code >= C_TRADE2:
        a.kind = A_TRADE2
        a.chain = <uint8_t>((code - C_TRADE2) // 7)
        a.other = <uint8_t>((code - C_TRADE2) % 7)
    elif code >= C_NEXT:
        a.kind = A_NEXT
        a.chain = <uint8_t>(code - C_NEXT)
    elif code >= C_SURVIVOR:
        a.kind = A_SURVIVOR
        a.chain = <uint8_t>(code - C_SURVIVOR)
    elif code >= C_FOUND:
        a.kind = A_FOUND
        a.chain = <uint8_t>(code - C_FOUND)
    elif code >= C_POWER:
        a.kind = A_POWER
        a.other = <uint8_t>(code - C_POWER)
    elif code >= C_REPLACE_NO:
        a.kind = A_REPLACE
        a.other = code == C_REPLACE_YES
    elif code == C_STOP:
        a.kind = A_STOP
    elif code == C_PASS:
        a.kind = A_PASS
    else:
        a.kind = A_DECLARE
        a.other = code == C_END_YES


cdef inline void look_ahead(GameState* next, const GameState* s, const Rules* r, int code) noexcept nogil:
    """Write the position after a legal code into `next`; `s` stays as it is."""
    cdef Act act
    copy_state(next, s, r.state_bytes)
    decode(s, code, &act)
    carry_out(next, r, &act, NULL)


cdef inline int encode(const GameState* s, const Act* a) noexcept nogil:
    """Return the code of an action that is not yet carried out; NO_CODE where `discard` or `show` names hidden tiles."""
    cdef int i, j, mask = 0, count
    cdef uint8_t hand[11]
    if a.kind == A_PLACE:
        return C_PLACE + tile_of(a.square)
    if a.kind == A_BUY:
        i = rank_of_purchase(a.buys, a.sells)
        return C_BUY + i if i >= 0 else NO_CODE
    if a.kind == A_DRAW:
        return C_DRAW + (tile_of(a.square) if a.square else TILES)
    if a.kind == A_DISPOSE:
        return C_DISPOSE + rank_of_disposal(a.trade // 2, a.sell)
    if a.kind == A_FOUND:
        return C_FOUND + a.chain
    if a.kind == A_SURVIVOR:
        return C_SURVIVOR + a.chain
    if a.kind == A_NEXT:
        return C_NEXT + a.chain
    if a.kind == A_DECLARE:
        return C_END_YES if a.other else C_END_NO
    if a.kind == A_PASS:
        return C_PASS
    if a.kind == A_STOP:
        return C_STOP
    if a.kind == A_REPLACE:
        return C_REPLACE_YES if a.other else C_REPLACE_NO
    if a.kind == A_POWER:
        return C_POWER + a.other
    if a.kind == A_TRADE2:
        return C_TRADE2 + 7 * a.chain + a.other
    if a.kind == A_PICK:
        return C_PICK + tile_of(a.square)
    if a.kind == A_RETIRE:
        return C_RETIRE + a.seat
    if a.kind == A_BID:
        return C_BID + a.units
    if a.kind == A_START:
        return C_START + tile_of(a.square)
    if a.kind == A_MARKET:
        return C_MARKET + tile_of(a.square)
    count = sorted_hand(s, s.current, hand)
    for i in range(a.count):
        for j in range(count):
            if hand[j] == a.squares[i]:
                mask |= 1 << j
                break
        else:
            return NO_CODE
    return C_SHOW if a.kind == A_SHOW else C_DISCARD + mask


cdef inline int list_purchase_codes(const GameState* s, const Rules* r, uint16_t* codes) noexcept nogil:
    """List all legal purchases in the order of their codes; return how many there are."""
    cdef int n = 0, limit = purchase_limit(s, r), i, j, k, count, top, units
    cdef uint8_t chain[7]
    cdef uint8_t shares[7]
    cdef uint8_t units_of[7]
    cdef uint32_t sale = for_sale(s)
    if limit > 3 or r.founder_buys_four or (r.sell_shares and s.power != FREE3) or (r.same_kind and s.power != FREE3):
        top = PURCHASES if r.sell_shares else PURE_PURCHASES
        for i in range(top):
            if purchases[i].kinds & ~sale == 0 and check_buy(s, r, purchases[i].buys, purchases[i].sells) == OK:
                codes[n] = <uint16_t>(C_BUY + i)
                n += 1
        return n
    # The common case by nested loops, so that only purchases which are nearly legal are looked at.
    units = s.cash[s.current] // 100
    count = 0
    while sale:
        i = lowest(sale)
        sale &= sale - 1
        units_of[count] = 0 if s.power == FREE3 else <uint8_t>byte_of(s.price, i)
        if units_of[count] <= units:
            chain[count] = <uint8_t>i
            shares[count] = <uint8_t>byte_of(s.bank, i)
            count += 1
    codes[0] = C_BUY
    n = 1
    for i in range(count):
        codes[n] = <uint16_t>(C_BUY + 1 + chain[i])
        n += 1
    if limit >= 2:
        for i in range(count):
            for j in range(i, count):
                if units_of[i] + units_of[j] <= units and (i != j or shares[i] >= 2):
                    codes[n] = <uint16_t>(C_BUY + rank2[chain[i]][chain[j]])
                    n += 1
    if limit >= 3:
        for i in range(count):
            for j in range(i, count):
                if i == j and shares[i] < 2:
                    continue
                for k in range(j, count):
                    if (units_of[i] + units_of[j] + units_of[k] <= units
                            and (j != k or shares[j] >= (3 if i == j else 2))):
                        codes[n] = <uint16_t>(C_BUY + rank3[chain[i]][chain[j]][chain[k]])
                        n += 1
    return n


cdef inline int list_unseen(const GameState* s, const Rules* r, int base, uint16_t* codes, bint to_place) noexcept nogil:
    """List the codes of the unseen tiles in board order; return how many. With `to_place` the known hand counts too, and only
    tiles that can be placed are listed."""
    cdef uint8_t unseen[144]
    cdef int i, n = 0, square
    memset(unseen, 0, 144)
    for i in range(s.unseen):
        unseen[s.bag[i]] = 1
    if to_place:
        for i in range(s.known[s.current]):
            unseen[s.hand[s.current][i]] = 1
    for square in range(FIRST_SQUARE, FIRST_SQUARE + 12 * COLUMN):
        if unseen[square] and not (to_place and spot(s, r, square) > MERGES):
            codes[n] = <uint16_t>(base + tile_of(square))
            n += 1
    return n


cdef inline int list_place_codes(const GameState* s, const Rules* r, uint16_t* codes) noexcept nogil:
    """List pass, stop and show where they are legal, then the tiles, in the order of the codes; return how many."""
    cdef int n = 0, i, count, seat = s.current
    cdef uint8_t hand[11]
    cdef Act show
    if check_pass(s, r) == OK:
        codes[n] = C_PASS
        n += 1
    if check_stop(s, r) == OK:
        codes[n] = C_STOP
        n += 1
    if s.hidden[seat]:
        return n + list_unseen(s, r, C_PLACE, codes + n, True)
    if r.sealed and s.playable == 0:
        decode(s, C_SHOW, &show)
        if check_show(s, r, &show) == OK:
            codes[n] = C_SHOW
            n += 1
    count = sorted_hand(s, seat, hand)
    for i in range(count):
        if spot(s, r, hand[i]) <= MERGES:
            codes[n] = <uint16_t>(C_PLACE + tile_of(hand[i]))
            n += 1
    return n


cdef inline int list_codes(const GameState* s, const Rules* r, uint16_t* codes) noexcept nogil:
    """List all legal codes in ascending order and return how many there are; `codes` has room for CODES.

    Where a hidden hand is asked to show tiles or to set tiles aside, the sets that it may name have no code but the empty
    one and those of known tiles; `check` accepts every consistent set.
    """
    cdef int n = 0, i, j, shares, held, phase = s.phase
    cdef uint32_t mask, dead
    cdef uint8_t hand[11]
    if phase == P_PLACE:
        return list_place_codes(s, r, codes)
    if phase == P_BUY:
        return list_purchase_codes(s, r, codes)
    if phase == P_DISPOSE:
        shares = byte_of(s.rows[s.decider], s.dying)
        for i in range(most_pairs(s) + 1):
            for j in range(shares - 2 * i + 1):
                codes[n] = <uint16_t>(C_DISPOSE + rank_of_disposal(i, j))
                n += 1
        return n
    if phase == P_FOUND:
        for i in range(CHAINS):
            if not s.active >> i & 1:
                codes[n] = <uint16_t>(C_FOUND + i)
                n += 1
        if r.found_optional:
            codes[n] = C_FOUND + NO_CHAIN
            n += 1
        return n
    if phase == P_SURVIVOR or phase == P_NEXT_DEFUNCT:
        mask = largest(s, s.defunct)
        while mask:
            codes[n] = <uint16_t>((C_SURVIVOR if phase == P_SURVIVOR else C_NEXT) + lowest(mask))
            mask &= mask - 1
            n += 1
        return n
    if phase == P_DECLARE_BEFORE or phase == P_DECLARE_END:
        codes[0] = C_END_NO
        codes[1] = C_END_YES
        return 2
    if phase == P_REPLACE_HAND:
        codes[0] = C_REPLACE_NO
        codes[1] = C_REPLACE_YES
        return 2
    if phase == P_POWER_START or phase == P_POWER_BUY:
        for i in range(6):
            if check_power(s, i) == OK:
                codes[n] = <uint16_t>(C_POWER + i)
                n += 1
        return n
    if phase == P_TRADE2:
        codes[0] = C_STOP
        n = 1
        for i in range(CHAINS):
            for j in range(CHAINS):
                if check_trade2(s, i, j) == OK:
                    codes[n] = <uint16_t>(C_TRADE2 + 7 * i + j)
                    n += 1
        return n
    if phase == P_DISCARD:
        held = sorted_hand(s, s.current, hand)
        dead = 0
        for i in range(held):
            if is_dead(s, r, hand[i]):
                dead |= 1 << i
        for mask in range(<uint32_t>1 << held):
            if mask & ~dead == 0 and (r.dead_policy != DEAD_AUTO or mask == dead):
                codes[n] = <uint16_t>(C_DISCARD + mask)
                n += 1
        return n
    if phase == P_PICK:
        return list_unseen(s, r, C_PICK, codes, False)
    if phase == P_START:
        return list_unseen(s, r, C_START, codes, False)
    if phase == P_DRAW:
        n = list_unseen(s, r, C_DRAW, codes, False)
        codes[n] = C_DRAW + TILES
        return n + 1
    if phase == P_MARKET_DRAW:
        if bag_count(s):
            return list_unseen(s, r, C_MARKET, codes, False)
        for i in range(TILES):
            codes[i] = <uint16_t>(C_MARKET + i)
        return TILES
    if phase == P_BID:
        n = bid_limit(s, r, s.decider) + 1
        for i in range(n):
            codes[i] = <uint16_t>(C_BID + i)
    return n
