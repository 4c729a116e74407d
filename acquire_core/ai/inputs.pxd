"""What the trained value sees of a position: numbers near 1, from the side of one seat.

The numbers of a chain are the same for all chains, so that what is learnt about one holds for the others; the rest is about the
players and the board. Only what the seat may know is used: the ledger, its own hand, and the tiles that it has not seen, wherever
they lie (in the bag or, in an imagined world, in other hands). `Ground` is what does not change with a purchase.

These are the inputs of our own net: few, worked out beforehand, and free to change with the next training (then `LAYOUT` of
weights.py changes too). The features of features.pxd are for other people's programs: everything a seat may know, in a layout
that is promised.
"""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from acquire_core.engine.bits cimport byte_of, lowest, one, popcount8, several
from acquire_core.engine.board cimport is_dead, largest, may_end
from acquire_core.engine.market cimport pay_bonuses
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *

cdef enum:
    CHAIN_INPUTS = 32
    WHOLE_INPUTS = 48
    MONEY_INPUTS = 14        # of these, the ones that a purchase changes
    USUAL_MARKET_SHARES = 6  # the market's tile shows a number from 1 to 12


cdef struct Ground:
    # How many tiles would do what to each chain: [0] unseen ones, [1] those in the own hand.
    int grows[2][7]
    int takes[2][7]          # the chain survives a merger
    int falls[2][7]          # the chain is taken over
    int founds[2]
    int merges[2]
    int idle[2]              # lie alone
    int dead[2]


cdef struct Holding:
    # The money side of one chain: who would get what if it were settled now.
    int32_t bonus[6]
    int mine
    int best                 # the most that a rival holds
    int second
    int rivals               # that hold any


cdef struct Inputs:
    float chain[CHAINS][CHAIN_INPUTS]
    float whole[WHOLE_INPUTS]
    uint32_t chains          # those on the board or held by a seat; the others have no inputs


cdef inline void survey(const GameState* s, const Rules* r, int square, int whose, Ground* ground) noexcept nogil:
    """Count what one tile would do; `whose` is 1 for the own hand, else 0."""
    cdef uint32_t near = s.near[square], chains = near & ALL_CHAINS, rest, top
    cdef int chain
    if chains == 0:
        if near == 0:
            ground.idle[whose] += 1
        elif s.active != ALL_CHAINS:
            ground.founds[whose] += 1
        return
    if not several(chains):
        ground.grows[whose][lowest(chains)] += 1
        return
    if is_dead(s, r, square):
        ground.dead[whose] += 1
        return
    ground.merges[whose] += 1
    top = largest(s, chains)
    rest = chains
    while rest:
        chain = lowest(rest)
        rest &= rest - 1
        if top >> chain & 1:
            ground.takes[whose][chain] += 1
        if several(top) or not top >> chain & 1:
            ground.falls[whose][chain] += 1


cdef inline void look_at_ground(const GameState* s, const Rules* r, int seat, Ground* ground) noexcept nogil:
    cdef int i, other
    memset(ground, 0, sizeof(Ground))
    for i in range(s.unseen):
        survey(s, r, s.bag[i], 0, ground)
    for other in range(r.seats):
        for i in range(s.known[other]):
            survey(s, r, s.hand[other][i], other == seat, ground)


cdef inline void look_at_holding(const GameState* s, const Rules* r, int seat, int chain, GameState* probe,
                                 Holding* holding) noexcept nogil:
    """Fill `holding` for one chain. `probe` is a scratch state whose rows are those to look at; its cash is overwritten."""
    cdef int other, shares
    cdef int units = byte_of(s.price, chain)
    holding.mine = byte_of(probe.rows[seat], chain)
    holding.best = 0
    holding.second = 0
    holding.rivals = 0
    for other in range(r.seats):
        probe.cash[other] = 0
        if same_side(r, seat, other):
            continue
        shares = byte_of(probe.rows[other], chain)
        holding.rivals += shares != 0
        if shares > holding.best:
            holding.second = holding.best
            holding.best = shares
        elif shares > holding.second:
            holding.second = shares
    if s.active >> chain & 1:
        pay_bonuses(probe, r, chain, units, USUAL_MARKET_SHARES if r.market_competes else 0, NULL)
    for other in range(6):
        holding.bonus[other] = probe.cash[other] if other < r.seats else 0


cdef inline float capped(int value, int most) noexcept nogil:
    return <float>(value if value < most else most) / <float>most


cdef inline void chain_inputs(const GameState* s, const Rules* r, int seat, int chain, const Ground* ground,
                              const Holding* holding, float* x) noexcept nogil:
    """Write the inputs of one chain; the market has what `s` says."""
    cdef bint active = s.active >> chain & 1, safe = s.safe >> chain & 1
    cdef int size = s.size[chain], units = byte_of(s.price, chain), mine = holding.mine, lead = mine - holding.best
    cdef int rival_bonus = 0, other, partner = 0
    cdef float threat = capped(ground.falls[0][chain] + ground.falls[1][chain], 6), bonus
    for other in range(r.seats):
        if other != seat:
            if same_side(r, seat, other):
                partner = byte_of(s.rows[other], chain)
            elif holding.bonus[other] > rival_bonus:
                rival_bonus = holding.bonus[other]
    bonus = <float>holding.bonus[seat] / 5000
    x[0] = 1 if active else 0
    x[1] = 1 if safe else 0
    x[2] = capped(size, r.end_size)
    x[3] = capped(size, 6)
    x[4] = 0 if not active or safe else capped(r.safe_size - size, 10)
    x[5] = <float>units / 10
    x[6] = <float>byte_of(s.bank, chain) / 25
    x[7] = <float>mine / 10
    x[8] = <float>holding.best / 10
    x[9] = <float>holding.second / 10
    x[10] = <float>(6 if lead > 6 else -6 if lead < -6 else lead) / 6 if mine or holding.best else 0
    x[11] = 1 if mine > holding.best else 0
    x[12] = 1 if mine and mine == holding.best else 0
    x[13] = 1 if mine and mine < holding.best and mine > holding.second else 0
    x[14] = 1 if mine and mine < holding.best and mine == holding.second else 0
    x[15] = 1 if mine and holding.best == 0 else 0
    x[16] = bonus
    x[17] = bonus * threat
    x[18] = threat
    x[19] = capped(ground.takes[0][chain] + ground.takes[1][chain], 6)
    x[20] = capped(ground.grows[0][chain] + ground.grows[1][chain], 12)
    x[21] = capped(ground.falls[1][chain], 2)
    x[22] = capped(ground.takes[1][chain], 2)
    x[23] = capped(ground.grows[1][chain], 3)
    x[24] = <float>(mine * units) / 100
    x[25] = <float>rival_bonus / 5000
    x[26] = <float>rival_bonus / 5000 * threat
    x[27] = bonus * x[21]
    x[28] = <float>partner / 10
    x[29] = capped(holding.rivals, 3)
    x[30] = 1 if 0 <= lead < 3 and mine and not safe else 0
    x[31] = 1 if -3 <= lead < 0 and mine else 0


cdef inline int covered_squares(const GameState* s, const Rules* r) noexcept nogil:
    cdef int other, covered = TILES - s.unseen - s.laid_away
    for other in range(r.seats):
        covered -= s.known[other]
    return covered


cdef inline int largest_size(const GameState* s) noexcept nogil:
    cdef int chain, big = 0
    for chain in range(CHAINS):
        if s.size[chain] > big:
            big = s.size[chain]
    return big


cdef inline void money_inputs(const Rules* r, int seat, const int32_t* wealth, const int32_t* cash, int covered, int big,
                              float* x) noexcept nogil:
    """Write the inputs about money, which a purchase changes. `wealth` is each seat's money if the game ended now."""
    cdef int other, rivals = 0, ahead = 0, friends = 1
    cdef float total = 0, best = -1e9, second = -1e9, mean = 0, own = wealth[seat], best_cash = 0
    for other in range(r.seats):
        total += wealth[other]
        if other == seat:
            continue
        if same_side(r, seat, other):
            own += wealth[other]
            friends += 1
            continue
        rivals += 1
        mean += wealth[other]
        ahead += wealth[other] > wealth[seat]
        if wealth[other] > best:
            second = best
            best = wealth[other]
        elif wealth[other] > second:
            second = wealth[other]
        if cash[other] > best_cash:
            best_cash = cash[other]
    if r.teams:                                      # a team's money counts, so compare it with the other team's
        best = mean
        second = mean
    mean /= rivals
    if second < -1e8:
        second = best
    x[0] = <float>cash[seat] * <float>1e-4
    x[1] = capped(cash[seat], 1000) if cash[seat] > 0 else 0
    x[2] = capped(cash[seat], 3000) if cash[seat] > 0 else 0
    x[3] = own * <float>5e-5
    x[4] = (own - best) * <float>1e-4
    x[5] = (own - second) * <float>1e-4
    x[6] = (own - friends * mean) * <float>1e-4
    x[7] = own / total if total > 0 else 0
    x[8] = 1 if own > best else 0
    x[9] = <float>ahead / <float>rivals
    x[10] = best_cash * <float>1e-4
    x[11] = capped(<int>best_cash, 3000) if best_cash > 0 else 0
    x[12] = x[4] * covered / 108
    x[13] = x[4] * big / r.end_size


cdef inline void board_inputs(const GameState* s, const Rules* r, int seat, const Ground* ground, int covered, int big,
                              float* x) noexcept nogil:
    """Write the other inputs of the whole: the board, the hand, and the rules."""
    cdef bint turn_is_over = s.current == seat and s.phase in (P_BUY, P_DRAW, P_DISCARD, P_DECLARE_END, P_PICK)
    cdef int wait = r.seats if turn_is_over else (seat - s.current + r.seats) % r.seats
    cdef int other, partner_cash = 0
    if r.rounds:                                     # all move at once, and none before the others have moved
        wait = r.seats
    for other in range(r.seats):
        if other != seat and same_side(r, seat, other):
            partner_cash += s.cash[other]
    x[14] = <float>covered / 108
    x[15] = <float>s.unseen / 108
    x[16] = capped(big, r.end_size)
    x[17] = <float>popcount8(s.active) / 7
    x[18] = <float>popcount8(s.safe) / 7
    x[19] = 1 if s.active and s.active == s.safe else 0
    x[20] = 1 if may_end(s, r) else 0
    x[21] = 1 if s.active == ALL_CHAINS else 0
    x[22] = <float>wait / 6
    x[23] = 1 if wait == 0 else 0
    x[24] = 1 if wait == 1 else 0
    for other in range(2, 7):
        x[23 + other] = 1 if r.seats == other else 0
    x[30] = <float>s.known[seat] / 6
    x[31] = capped(ground.founds[1], 3) if s.active != ALL_CHAINS else 0
    x[32] = capped(ground.merges[1], 3)
    x[33] = capped(ground.dead[1], 3)
    x[34] = capped(ground.idle[1], 6)
    x[35] = capped(ground.founds[0], 12)
    x[36] = capped(ground.merges[0], 12)
    x[37] = capped(ground.dead[0], 12)
    x[38] = capped(ground.idle[0], 40)
    x[39] = 1 if r.teams else 0
    x[40] = <float>partner_cash / 10000
    x[41] = 1 if r.market_competes else 0
    x[42] = <float>popcount8(~s.powers[seat] & 0x3E) / 5 if r.special_powers else 0
    x[43] = 1 if s.declared else 0
    x[44] = 1 if bag_count(s) == 0 else 0
    x[45] = <float>(r.safe_size - 11) / 10
    x[46] = 1 if r.places == 3 else 0
    x[47] = <float>popcount8(s.retired) / 6


cdef inline void take_inputs(const GameState* s, const Rules* r, int seat, Inputs* f) noexcept nogil:
    """Write all inputs of a position, from the side of one seat."""
    cdef Ground ground
    cdef Holding holding
    cdef GameState probe
    cdef int32_t wealth[6]
    cdef int chain, other, covered, big
    look_at_ground(s, r, seat, &ground)
    for other in range(6):
        probe.rows[other] = s.rows[other] if other < r.seats else 0
        wealth[other] = s.cash[other]
    f.chains = 0
    for chain in range(CHAINS):
        if not s.active >> chain & 1 and byte_of(s.bank, chain) == SHARES:
            continue
        f.chains |= 1 << chain
        look_at_holding(s, r, seat, chain, &probe, &holding)
        for other in range(r.seats):
            wealth[other] += holding.bonus[other]
            if s.active >> chain & 1:
                wealth[other] += 100 * byte_of(s.price, chain) * byte_of(s.rows[other], chain)
        chain_inputs(s, r, seat, chain, &ground, &holding, f.chain[chain])
    covered = covered_squares(s, r)
    big = largest_size(s)
    money_inputs(r, seat, wealth, s.cash, covered, big, f.whole)
    board_inputs(s, r, seat, &ground, covered, big, f.whole)
