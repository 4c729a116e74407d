"""Imagined worlds: dealing what is hidden, and trying an option in a world, by random play to the end or by value for some
turns.

An `Option` adds up what came of it over the worlds. All options are tried in the same worlds with the same random
numbers, because luck that all share cannot decide between them; what each came to there is its `Fate`.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from acquire_core.ai.beliefs cimport *
from acquire_core.ai.by_value cimport *
from acquire_core.ai.fates cimport *
from acquire_core.ai.blunder_filter cimport drop_blunders
from acquire_core.ai.option_evaluation cimport *
from acquire_core.ai.rounds_ahead cimport *
from acquire_core.engine.bits cimport byte_of, bytes_sum
from acquire_core.engine.codes cimport *
from acquire_core.engine.game cimport run_random
from acquire_core.engine.legality cimport *
from acquire_core.engine.playout cimport Rng, below, imagine
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport playable_slots, reveal_at

cdef enum:
    SURE = 4                 # standard errors by which a lead is settled


cdef extern from * nogil:
    """
    /* Another thread sets the flag while this one searches. */
    static inline int acq_is_set(const int *flag) { return *(const volatile int *)flag; }
    """
    bint is_set "acq_is_set"(const int* flag)


cdef struct Option:
    int code
    int row                  # of the search's fates
    int visits
    double prior             # its trained value
    double style             # what the player's style adds to its reward
    double reward            # the sum over the worlds tried; so are the fields below
    double squares           # of rewards
    double wins[6]           # by seat, and so is money
    double win_squares[6]
    double money[6]


cdef struct Style:
    # What a personality likes, in reward for one of each; see personalities.py.
    float founding
    float merging
    float saving             # each $1,000 of cash left after buying
    float small_chains       # each share bought in a chain of at most 5 tiles
    float large_chains       # each share bought in a chain that is safe or nearly so
    float contest            # each share bought where a rival holds most
    float follow             # each share bought where the richest rival holds most
    float holding            # each share kept in a merger
    float trading            # each share traded in a merger


cdef struct Scratch:
    # Memory that is too large for the stack of a thread; a search has one for each lane.
    uint16_t root[CODES]
    uint16_t leaf[CODES]
    float values[CODES]
    double worth[PURCHASES]


cdef struct Question:
    # What a search is about. `net` is NULL where worlds are played at random.
    const GameState* root
    const Rules* r
    const Net* net
    const int* stop
    bint bag_is_open
    Beliefs beliefs
    int turns                # played by value in each world
    ValueStyle value_style


cdef inline int options_of(const GameState* s, const Rules* r, bint bag_is_open, bint filtered, Scratch* scratch) noexcept nogil:
    """List the options worth looking at in `scratch.root`, without blunders if `filtered`; return how many there are.

    From an open bag, only the tiles that lie in it can be picked.
    """
    cdef GameState bag
    cdef int32_t highest[6]
    cdef int n
    if s.phase == P_BID:
        guess_bids(s, r, highest)
        return list_bids(s, r, highest, scratch.root)
    if s.phase != P_PICK or not bag_is_open:
        n = list_options(s, r, scratch.root, scratch.leaf)
        return drop_blunders(s, r, scratch.root, n, scratch.leaf) if filtered else n
    copy_state(&bag, s, r.state_bytes)
    bag.unseen = <uint8_t>bag_count(s)
    bag.concealed = 0
    return list_codes(&bag, r, scratch.root)


cdef inline void deal_unseen(GameState* s, const Rules* r, Rng* g, bint bag_is_open, const Beliefs* beliefs) noexcept nogil:
    """Imagine the hidden hands. Where the bag is open, they hold the unseen tiles that are not in it."""
    cdef int in_bag = bag_count(s), seat, index
    if not bag_is_open:
        if beliefs != NULL and beliefs.any:
            deal_by_belief(s, r, g, beliefs)
            return
        imagine(s, r, g)
        return
    for seat in range(r.seats):
        while s.hidden[seat]:
            index = in_bag + below(g, s.unseen - in_bag)
            reveal_at(s, seat, index)
    if s.phase == P_PLACE:
        s.playable = playable_slots(s, r, s.current, False)


cdef inline int keep_best(const uint16_t* codes, double* worth, int n, int most, Option* options) noexcept nogil:
    """Copy the `most` options with the highest worth, best first; return how many. The numbers in `worth` are overwritten."""
    cdef int kept = 0, top, i
    while kept < most and kept < n:
        top = 0
        for i in range(n):
            if worth[i] > worth[top]:
                top = i
        memset(&options[kept], 0, sizeof(Option))
        options[kept].code = codes[top]
        options[kept].prior = worth[top]
        worth[top] = -1e18
        kept += 1
    return kept


cdef inline int plain_options(const GameState* s, const Rules* r, bint bag_is_open, int most, Scratch* scratch,
                              Option* options) noexcept nogil:
    """List the options without a trained value and return how many; of many purchases the `most` that look best, and always
    "buy nothing"."""
    cdef uint16_t* codes = scratch.root
    cdef double gains[7][6]
    cdef int n = options_of(s, r, bag_is_open, True, scratch), i
    if s.phase != P_BUY or n <= most:
        most = MAX_OPTIONS
    for i in range(n):
        scratch.worth[i] = 0
    if s.phase == P_BUY and n > most:
        purchase_gains(s, r, s.decider, gains)
        for i in range(n):
            scratch.worth[i] = purchase_gain(gains, purchases[codes[i] - C_BUY].buys, purchases[codes[i] - C_BUY].sells)
        scratch.worth[0] = 1e17
    n = keep_best(codes, scratch.worth, n, most, options)
    for i in range(n):
        options[i].prior = 0
    return n


cdef inline int rate_options(const Net* net, const GameState* s, const Rules* r, bint bag_is_open, const ValueStyle* value_style,
                             Scratch* scratch) noexcept nogil:
    """List the options in `scratch.root` and their trained values in `scratch.worth`; return how many there are."""
    cdef uint16_t* codes = scratch.root
    cdef GameState next
    cdef int32_t highest[6]
    cdef int n, i
    if s.phase == P_BID:
        memset(highest, 0, sizeof(highest))  # gcc for Windows does not know that there is a seat
        guess_by_value(net, s, r, value_style.win_weight, highest)
        n = list_bids(s, r, highest, codes)
    else:
        n = options_of(s, r, bag_is_open, True, scratch)
    if s.phase == P_BUY:
        rate_purchases(net, s, r, value_style, NULL, codes, n, scratch.values)
    for i in range(n):
        if s.phase == P_BID:
            scratch.worth[i] = value_of_bid(net, s, r, value_style, codes[i], highest)
            continue
        if s.phase == P_BUY and not worth_selling(codes[i]):
            scratch.worth[i] = scratch.values[i]
            continue
        look_ahead_in_game(&next, s, r, codes[i])
        scratch.worth[i] = own_best(net, &next, r, s.decider, value_style, OWN_STEPS, True)
    return n


cdef inline int rated_options(const Net* net, const GameState* s, const Rules* r, bint bag_is_open,
                              const ValueStyle* value_style, int most, Scratch* scratch, Option* options) noexcept nogil:
    """List the `most` options with the best trained value, best first; return how many there are."""
    cdef int n = rate_options(net, s, r, bag_is_open, value_style, scratch), i
    n = keep_best(scratch.root, scratch.worth, n, most, options)
    for i in range(n):
        if options[i].prior < 0:
            options[i].prior = 0                     # not looked at
    return n


cdef inline bint worth_selling(int code) noexcept nogil:
    """Return True if a purchase sells something and is small enough to be looked at: all purchases with sales are thousands."""
    cdef int rank = code - C_BUY
    return purchases[rank].sells != 0 and bytes_sum(purchases[rank].buys) + bytes_sum(purchases[rank].sells) <= 3


cdef inline double style_of(const GameState* s, const Rules* r, int code, const Style* style) noexcept nogil:
    """Return how much a personality likes an option, as an addition to its reward."""
    cdef Act act
    cdef int chain, shares, touched, other, seat = s.decider, leader, richest = -1, best
    cdef int32_t wealth[6]
    cdef double liked = 0
    decode(s, code, &act)
    if act.kind == A_PLACE:
        touched = popcount8(s.near[act.square] & ALL_CHAINS)
        if touched > 1:
            return style.merging
        return style.founding if touched == 0 and s.near[act.square] and s.active != ALL_CHAINS else 0
    if act.kind == A_DISPOSE:
        return act.hold * style.holding + act.trade * style.trading
    if act.kind != A_BUY:
        return 0
    wealth_now(s, r, wealth)
    for other in range(r.seats):
        if not same_side(r, seat, other) and (richest < 0 or wealth[other] > wealth[richest]):
            richest = other
    liked = style.saving * (s.cash[seat] - (0 if s.power == FREE3 else worth(s, act.buys) - worth(s, act.sells))) / 1000.0
    for chain in range(CHAINS):
        shares = byte_of(act.buys, chain)
        if shares == 0:
            continue
        best = 0
        leader = -1
        for other in range(r.seats):
            if byte_of(s.rows[other], chain) > best:
                best = byte_of(s.rows[other], chain)
                leader = other
        if s.size[chain] <= 5:
            liked += shares * style.small_chains
        if s.size[chain] >= r.safe_size - 2:
            liked += shares * style.large_chains
        if leader >= 0 and not same_side(r, seat, leader):
            liked += shares * (style.contest + (style.follow if leader == richest else 0))
    return liked


cdef inline bint at_rest(const GameState* s) noexcept nogil:
    """Return True if a turn has ended and its tile is not yet drawn or picked: the value was trained on such positions."""
    return s.phase == P_OVER or s.phase == P_PICK or (s.phase == P_DRAW and s.purpose == FOR_REFILL)


cdef inline void finish_world(const Question* q, GameState* world, uint32_t until, Rng* g, Scratch* scratch, int seat,
                              Fate* fate, double* shares) noexcept nogil:
    """Play a world on, at random to its end or by value up to a turn; fill `fate` with the outcome and the reward of `seat`, and
    `shares`, unless it is NULL, with each seat's share of all money at the end."""
    cdef Inputs inputs
    cdef NetLayers t
    cdef const Rules* r = q.r
    cdef int other, code
    cdef int32_t wealth[6]
    cdef double share = 0, total = 0, all_shares = 0
    cdef uint32_t most = world.turn + GIVEN_UP_TURNS
    if q.net == NULL:
        run_random(world, r, g, -1 if r.stall_end else GIVEN_UP_TURNS)
    else:
        if r.rounds:                                 # a round in which nobody draws is not at rest before the next begins
            most = until + 1
        while world.phase != P_OVER and (world.turn < until or not at_rest(world)) and world.turn < most:
            code = step_by_value(q.net, world, r, &q.value_style, g, scratch.leaf, scratch.values)
            if code != NO_CODE:
                note_step(fate, code, world.turn == q.root.turn)
    if world.phase == P_OVER or q.net == NULL:
        for other in range(r.seats):
            fate.wins[other] = winners_share(world, r, other)
            if shares != NULL:
                shares[other] = money_share(world, r, other)
        share = money_share(world, r, seat)
    else:
        for other in range(r.seats):
            take_inputs(world, r, other, &inputs)
            evaluate_net(q.net, &inputs, &t)
            fate.wins[other] = logistic(t.head[0])
            total += fate.wins[other] / (2 if r.teams else 1)
            if other == seat:
                share = logistic(t.head[1])
            if shares != NULL:
                shares[other] = logistic(t.head[1])
                all_shares += shares[other] / (2 if r.teams else 1)
        for other in range(r.seats):
            fate.wins[other] /= total
            if shares != NULL:
                shares[other] /= all_shares
        if r.teams:                                  # partners have one chance
            for other in range(2):
                fate.wins[other] = (fate.wins[other] + fate.wins[other + 2]) / 2
                fate.wins[other + 2] = fate.wins[other]
                if shares != NULL:
                    shares[other] = (shares[other] + shares[other + 2]) / 2
                    shares[other + 2] = shares[other]
        wealth_now(world, r, wealth)                 # money as if the game ended now
    for other in range(r.seats):
        fate.money[other] = world.cash[other] if world.phase == P_OVER or q.net == NULL else wealth[other]
    fate.reward = q.value_style.win_weight * fate.wins[seat] + (1 - q.value_style.win_weight) * share


cdef inline void try_option(const Question* q, Rng* g, Scratch* scratch, int code, Fate* fate) noexcept nogil:
    """Try an option in one imagined world, and fill `fate` with the outcome."""
    cdef GameState world
    cdef Act act
    cdef int other
    memset(fate, 0, sizeof(Fate))
    fate.known = True
    copy_state(&world, q.root, q.r.state_bytes)
    deal_unseen(&world, q.r, g, q.bag_is_open, &q.beliefs)
    decode(&world, code, &act)
    if check(&world, q.r, &act) != OK:               # in this world another hand holds a tile that the option needs
        fate.reward = 0.5 / q.r.seats
        for other in range(q.r.seats):
            fate.wins[other] = 1.0 / q.r.seats
        return
    carry_out(&world, q.r, &act, NULL)
    finish_world(q, &world, q.root.turn + q.turns, g, scratch, q.root.decider, fate, NULL)


cdef inline void add_fate(Option* option, const Fate* fate, int seats) noexcept nogil:
    cdef int seat
    option.visits += 1
    option.reward += fate.reward
    option.squares += fate.reward * fate.reward
    for seat in range(seats):
        option.wins[seat] += fate.wins[seat]
        option.win_squares[seat] += fate.wins[seat] * fate.wins[seat]
        option.money[seat] += fate.money[seat]


cdef inline double mean_reward(const Option* option, double prior_weight) noexcept nogil:
    """Return the mean reward, where the trained value counts as `prior_weight` further worlds, plus what style adds."""
    if option.visits + prior_weight <= 0:
        return option.style
    return (option.reward + prior_weight * option.prior) / (option.visits + prior_weight) + option.style


cdef inline double doubt(const Option* option) noexcept nogil:
    """Return the square of the mean reward's standard error."""
    cdef double mean, spread
    if option.visits < 2:
        return 1
    mean = option.reward / option.visits
    spread = option.squares / option.visits - mean * mean
    return (spread if spread > 1e-6 else 1e-6) / option.visits


cdef inline bint settled(const Option* options, int count, double prior_weight) noexcept nogil:
    """Return True if the first option leads every other so clearly that more worlds will hardly change it."""
    cdef double lead
    cdef int i
    for i in range(1, count):
        lead = mean_reward(&options[0], prior_weight) - mean_reward(&options[i], prior_weight)
        if lead < 0 or lead * lead < SURE * SURE * (doubt(&options[0]) + doubt(&options[i])):
            return False
    return True


cdef inline void sort_options(Option* options, int count, double prior_weight) noexcept nogil:
    """Sort options in place, best first; the sort is stable."""
    cdef Option held
    cdef int i, j
    for i in range(1, count):
        held = options[i]
        j = i
        while j and mean_reward(&options[j - 1], prior_weight) < mean_reward(&held, prior_weight):
            options[j] = options[j - 1]
            j -= 1
        options[j] = held
