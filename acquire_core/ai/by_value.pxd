"""Play by the trained value: each option is looked at as it stands when the own turn has gone on in the best way.

Every decision is asked of the state of one imagined world, from the side of the seat that decides. Rivals' disposals on
the way are guessed by a rule of thumb; chance is not asked.
"""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from acquire_core.ai.inputs cimport *
from acquire_core.ai.option_evaluation cimport *
from acquire_core.ai.rounds_ahead cimport *
from acquire_core.ai.value cimport *
from acquire_core.engine.bits cimport byte_of, lowest, one, several
from acquire_core.engine.codes cimport *
from acquire_core.engine.legality cimport *
from acquire_core.engine.playout cimport Rng, answer, below, next64
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.transition cimport *

cdef enum:
    BEST_CHAINS = 4          # chains that are combined in a purchase
    OWN_STEPS = 4            # decisions of the own turn that are seen behind an option


cdef struct ValueStyle:
    # What a player aims at.
    float win_weight         # the rest is the share of the money
    float noise              # deviation of what is added to each option's value, for variety


cdef inline double bell(Rng* g) noexcept nogil:
    """Return a roughly normal number with deviation 1: the sum of four uniform ones."""
    cdef uint64_t x = next64(g)
    cdef double total = 0
    cdef int i
    for i in range(4):
        total += <double>(x & 0xFFFF) / 65536.0
        x >>= 16
    return (total - 2.0) * 1.7320508


cdef inline double part_of_first(const Rules* r, const int32_t* money, int seat) noexcept nogil:
    """Return 1 if the seat's side alone has most, a part of 1 if it shares the first place, else 0."""
    cdef int32_t side[6]
    cdef int other, sides = 2 if r.teams else r.seats, mine = seat & 1 if r.teams else seat, equal = 0
    memset(side, 0, sizeof(side))
    for other in range(r.seats):
        side[other & 1 if r.teams else other] += money[other]
    for other in range(sides):
        if side[other] > side[mine]:
            return 0
        equal += side[other] == side[mine]
    return 1.0 / equal


cdef inline double winners_share(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return a seat's part of the win, by cash, of a game that is over or is left as it stands."""
    return part_of_first(r, s.cash, seat)


cdef inline double money_share(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return the part of all cash that the seat's side holds."""
    cdef double own = 0, total = 0
    cdef int other
    for other in range(r.seats):
        total += s.cash[other]
        if same_side(r, seat, other):
            own += s.cash[other]
    return own / total if total > 0 else 0


cdef inline float stands(const Net* net, const GameState* s, const Rules* r, int seat, float win_weight) noexcept nogil:
    """Return what the position is worth to a seat, from 0 to 1; exact where the game is over."""
    cdef Inputs f
    cdef NetLayers t
    if s.phase == P_OVER:
        return <float>(win_weight * winners_share(s, r, seat) + (1 - win_weight) * money_share(s, r, seat))
    take_inputs(s, r, seat, &f)
    evaluate_net(net, &f, &t)
    return value_of(&t, win_weight)


cdef inline void usual_disposal(GameState* s, const Rules* r) noexcept nogil:
    """Trade where two old shares buy a dearer new one, sell the rest."""
    cdef int shares = byte_of(s.rows[s.decider], s.dying), pairs = 0
    if byte_of(s.price, s.survivor) >= 2 * byte_of(s.price, s.dying):
        pairs = most_pairs(s)
    do_dispose(s, r, shares - 2 * pairs, pairs, NULL)


cdef inline int rate_purchases(const Net* net, const GameState* s, const Rules* r, const ValueStyle* value_style, Rng* g,
                               const uint16_t* codes, int n, float* values) noexcept nogil:
    """Rate purchases and return the index of the best, noise included; -1 is the value of a purchase that is not rated.

    Purchases with sales are not rated, nor are mixed ones of chains that look worse than others. A purchase changes the inputs of
    its chains and of the money, so each chain is encoded once for each number of shares, and these are combined.
    """
    cdef Inputs f
    cdef NetLayers t
    cdef Ground ground
    cdef Holding holding
    cdef GameState probe
    cdef float encoded[CHAIN_HIDDEN]
    cdef float change[CHAINS][6][WHOLE_HIDDEN]   # what a chain adds to the hidden layer, and what so many shares more change
    cdef float base[WHOLE_HIDDEN]
    cdef float money[MONEY_INPUTS]
    cdef float single[CHAINS]
    cdef int32_t bonus[CHAINS][6][6]
    cdef int32_t wealth[6]
    cdef int32_t start[6]
    cdef int32_t cash[6]
    cdef int seat = s.decider, chain, other, k, i, j, best = 0, units, stage, cost, room
    cdef int covered = covered_squares(s, r), big = largest_size(s)
    cdef uint32_t wanted = 0, kinds, good = 0, rest
    cdef uint64_t buys
    cdef float value, top = -1
    cdef bint free = s.power == FREE3
    look_at_ground(s, r, seat, &ground)
    copy_state(&probe, s, r.state_bytes)
    for i in range(n):
        wanted |= 0 if purchases[codes[i] - C_BUY].sells else purchases[codes[i] - C_BUY].kinds
    for other in range(6):
        start[other] = s.cash[other]
        cash[other] = s.cash[other]
    board_inputs(s, r, seat, &ground, covered, big, f.whole)
    memcpy(base, net.whole_bias, sizeof(base))
    add_inputs(net, f.whole + MONEY_INPUTS, CHAIN_HIDDEN + MONEY_INPUTS, WHOLE_INPUTS - MONEY_INPUTS, base)
    room = 5 if s.power == BUY5 or r.max_buy > 3 or r.founder_buys_four else 3
    for chain in range(CHAINS):
        single[chain] = -1
        if not (wanted >> chain & 1 or s.active >> chain & 1 or byte_of(s.bank, chain) != SHARES):
            continue
        units = byte_of(s.price, chain)
        for k in range(1 + (room if wanted >> chain & 1 else 0)):
            if k > byte_of(s.bank, chain) or (k and not free and 100 * k * units > s.cash[seat]):
                break
            probe.rows[seat] = s.rows[seat] + k * one(chain)
            probe.bank = s.bank - k * one(chain)
            look_at_holding(s, r, seat, chain, &probe, &holding)
            chain_inputs(&probe, r, seat, chain, &ground, &holding, f.chain[chain])
            encode_chain(net, f.chain[chain], encoded)
            memset(change[chain][k], 0, sizeof(base))
            add_inputs(net, encoded, 0, CHAIN_HIDDEN, change[chain][k])
            memcpy(bonus[chain][k], holding.bonus, sizeof(holding.bonus))
            if k:
                for j in range(WHOLE_HIDDEN):
                    change[chain][k][j] -= change[chain][0][j]
                for other in range(r.seats):
                    bonus[chain][k][other] -= bonus[chain][0][other]
                continue
            for j in range(WHOLE_HIDDEN):
                base[j] += change[chain][0][j]
            for other in range(r.seats):
                start[other] += holding.bonus[other]
                if s.active >> chain & 1:
                    start[other] += 100 * units * byte_of(s.rows[other], chain)
        probe.rows[seat] = s.rows[seat]
        probe.bank = s.bank
    # Stage 0 looks at purchases of one chain, stage 1 at combinations of those that came out best.
    for stage in range(2):
        for i in range(n):
            buys = purchases[codes[i] - C_BUY].buys
            kinds = purchases[codes[i] - C_BUY].kinds
            if stage == 0:
                values[i] = -1
            if purchases[codes[i] - C_BUY].sells or several(kinds) != stage or (stage and kinds & ~good):
                continue
            memcpy(t.hidden, base, sizeof(base))
            memcpy(wealth, start, sizeof(wealth))
            cost = 0
            rest = kinds
            while rest:
                chain = lowest(rest)
                rest &= rest - 1
                k = byte_of(buys, chain)
                units = byte_of(s.price, chain)
                if not free:
                    cost += 100 * k * units
                for j in range(WHOLE_HIDDEN):
                    t.hidden[j] += change[chain][k][j]
                for other in range(r.seats):
                    wealth[other] += bonus[chain][k][other]
                if s.active >> chain & 1:
                    wealth[seat] += 100 * k * units
            wealth[seat] -= cost
            cash[seat] = s.cash[seat] - cost
            money_inputs(r, seat, wealth, cash, covered, big, money)
            add_inputs(net, money, CHAIN_HIDDEN, MONEY_INPUTS, t.hidden)
            read_heads(net, &t)
            value = value_of(&t, value_style.win_weight)
            values[i] = value
            if stage == 0 and kinds:
                chain = lowest(kinds)
                single[chain] = value if value > single[chain] else single[chain]
            if value_style.noise > 0:
                value += <float>(value_style.noise * bell(g))
            if value > top:
                top = value
                best = i
        if stage == 0:
            for k in range(BEST_CHAINS):
                chain = -1
                for other in range(CHAINS):
                    if not good >> other & 1 and single[other] >= 0 and (chain < 0 or single[other] > single[chain]):
                        chain = other
                if chain >= 0:
                    good |= 1 << chain
    return best


cdef inline float own_best(const Net* net, const GameState* s, const Rules* r, int seat, const ValueStyle* value_style, int depth,
                           bint buys) noexcept nogil:
    """Return the value that `seat` reaches by its own decisions of this turn.

    Purchases take most of the time, so they are left out unless `buys` says otherwise.
    """
    cdef GameState next
    cdef uint16_t codes[MAX_OPTIONS]
    cdef uint16_t purchase_codes[PURE_PURCHASES]
    cdef float values[PURE_PURCHASES]
    cdef float best = -1, value
    cdef int i, n
    if s.decider != seat and s.phase == P_DISPOSE and depth:
        copy_state(&next, s, r.state_bytes)
        usual_disposal(&next, r)
        return own_best(net, &next, r, seat, value_style, depth, buys)
    if buys and s.phase == P_BUY and s.decider == seat and not r.sell_shares:
        n = list_codes(s, r, purchase_codes)
        i = rate_purchases(net, s, r, value_style, NULL, purchase_codes, n, values)
        return values[i]
    if s.decider != seat or depth == 0 or s.phase not in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE):
        return stands(net, s, r, seat, value_style.win_weight)
    n = list_options(s, r, codes, NULL)
    for i in range(n):
        look_ahead_in_game(&next, s, r, codes[i])
        value = own_best(net, &next, r, seat, value_style, depth - 1, buys)
        best = value if value > best else best
    return best


cdef inline int32_t highest_bid(const Net* net, const GameState* s, const Rules* r, int seat, float win_weight) noexcept nogil:
    """Return the price, in units, at which a bidder would as soon come first in its order as last, by the trained value."""
    cdef GameState at_first, at_last
    cdef int32_t part = min(s.cash[seat], 1000)
    cdef float first, poorer, last
    if bid_limit(s, r, seat) == 0:
        return 0
    open_extremes(&at_first, &at_last, s, r, seat)
    at_first.cash[seat] += 100                       # the bid was for this look alone
    first = stands(net, &at_first, r, seat, win_weight)
    at_first.cash[seat] -= part
    poorer = stands(net, &at_first, r, seat, win_weight)
    last = stands(net, &at_last, r, seat, win_weight)
    if first <= last:
        return 0
    if first - poorer < <float>1e-4:                 # money hardly matters here
        return bid_limit(s, r, seat)
    return within_limit(s, r, seat, (first - last) / (first - poorer) * part)


cdef inline void guess_by_value(const Net* net, const GameState* s, const Rules* r, float win_weight,
                                int32_t* highest) noexcept nogil:
    """Fill `highest` as `guess_bids` does, by the trained value."""
    cdef int seat
    for seat in range(r.seats):
        highest[seat] = highest_bid(net, s, r, seat, win_weight) if s.round.concerned >> seat & 1 else 0


cdef inline float value_of_bid(const Net* net, const GameState* s, const Rules* r, const ValueStyle* value_style, int code,
                               const int32_t* highest) noexcept nogil:
    """Return the mean value that the asked seat reaches with a bid, over guesses at what the others bid."""
    cdef GameState next
    cdef float sum = 0
    cdef int i, seat = s.decider
    for i in range(SCENARIOS):
        open_scenario(&next, s, r, highest, i, code)
        sum += own_best(net, &next, r, seat, value_style, OWN_STEPS, False)
    return sum / SCENARIOS


cdef inline bint leads(const GameState* s, const Rules* r, int seat) noexcept nogil:
    """Return True if the seat's side would win alone if the game ended now. For imagined worlds; `lead_now` is exact."""
    cdef int32_t wealth[6]
    wealth_now(s, r, wealth)
    return part_of_first(r, wealth, seat) == 1


cdef inline int choose_by_value(const Net* net, const GameState* s, const Rules* r, const ValueStyle* value_style, Rng* g,
                                uint16_t* codes, float* values) noexcept nogil:
    """Return the code of the best option. `codes` and `values` have room for as many as the question may have options."""
    cdef GameState next
    cdef float top = -1, value
    cdef int i, n, best = 0, seat = s.decider
    if s.phase == P_DECLARE_BEFORE or s.phase == P_DECLARE_END:
        return C_END_YES if leads(s, r, seat) else C_END_NO
    if s.phase == P_BID:
        return C_BID + below(g, <uint32_t>highest_bid(net, s, r, seat, value_style.win_weight) + 1)
    n = list_options(s, r, codes, codes)
    if n <= 1:
        return codes[0] if n else NO_CODE
    if s.phase == P_BUY:
        return codes[rate_purchases(net, s, r, value_style, g, codes, n, values)]
    for i in range(n):
        look_ahead_in_game(&next, s, r, codes[i])
        value = own_best(net, &next, r, seat, value_style, OWN_STEPS, False)
        if value_style.noise > 0:
            value += <float>(value_style.noise * bell(g))
        if value > top:
            top = value
            best = i
    return codes[best]


cdef inline int step_by_value(const Net* net, GameState* s, const Rules* r, const ValueStyle* value_style, Rng* g,
                              uint16_t* codes, float* values) noexcept nogil:
    """Take one step of an imagined world; return the code of a decision by value, or NO_CODE for chance."""
    cdef Act act
    cdef int code = NO_CODE
    if s.decider != CHANCE_SEAT:
        code = choose_by_value(net, s, r, value_style, g, codes, values)
    if code == NO_CODE:
        answer(s, r, g)
        return NO_CODE
    decode(s, code, &act)
    carry_out(s, r, &act, NULL)
    return code
