"""A position as numbers, for programs that learn: one seat's view in a fixed layout, the same for every ruleset and table.

docs/developers/research.md has the layout as a table, which is a promise; our own net has other inputs (inputs.pxd).
Nothing hidden is read: of other hands only their size and the tiles that everybody has seen, of the bag only its size, unless it
is open. So the whole game and its masked copy, an `Observation`, give the same numbers, and a test compares them.

In simultaneous play the numbers of the round stand behind all others (`write_round_features`).

A block of numbers begins at its place in the array (`AT_…`) and ends where the next one begins. Seats count from the viewer,
clockwise: 0 is the viewer itself, and seats that this table does not have are zeros.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from acquire_core.ai.option_evaluation cimport wealth_now
from acquire_core.engine.bits cimport byte_of
from acquire_core.engine.board cimport spot
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *
from acquire_core.engine.tiles cimport sorted_hand
from acquire_core.engine.transition cimport bid_limit, ordered

cdef enum:
    PHASES_THERE_ARE = 18
    SPOTS = 7                # what a tile may do: `Spot` of board.pxd
    SLOT = 14                # numbers about one tile of the hand: its spot, and the chains it touches
    LAYOUT_NUMBER = 1        # counts the changes of what follows

cdef enum:
    # Squares and tiles, in board order.
    AT_LOOSE = 0
    AT_CHAINS = AT_LOOSE + TILES
    AT_UNSETTLED = AT_CHAINS + 7 * TILES
    AT_HAND = AT_UNSETTLED + TILES
    AT_SHOWN = AT_HAND + TILES
    AT_LAID_AWAY = AT_SHOWN + TILES
    AT_UNSEEN = AT_LAID_AWAY + TILES
    AT_BAG = AT_UNSEEN + TILES
    AT_SLOTS = AT_BAG + TILES
    # Chains, in list order.
    AT_SIZES = AT_SLOTS + MAX_HAND * SLOT
    AT_ACTIVE = AT_SIZES + CHAINS
    AT_SAFE = AT_ACTIVE + CHAINS
    AT_PRICES = AT_SAFE + CHAINS
    AT_MARKET = AT_PRICES + CHAINS
    AT_SURVIVOR = AT_MARKET + CHAINS
    AT_DYING = AT_SURVIVOR + CHAINS
    AT_DEFUNCT = AT_DYING + CHAINS
    AT_FOUNDED = AT_DEFUNCT + CHAINS
    # Seats, from the viewer.
    AT_SEATS = AT_FOUNDED + CHAINS
    AT_RETIRED = AT_SEATS + MAX_SEATS
    AT_CURRENT = AT_RETIRED + MAX_SEATS
    AT_ASKED = AT_CURRENT + MAX_SEATS
    AT_TO_DISPOSE = AT_ASKED + MAX_SEATS
    AT_CASH = AT_TO_DISPOSE + MAX_SEATS
    AT_WEALTH = AT_CASH + MAX_SEATS
    AT_BLOCKS = AT_WEALTH + MAX_SEATS
    AT_HAND_SIZES = AT_BLOCKS + MAX_SEATS * CHAINS
    AT_POWERS_LEFT = AT_HAND_SIZES + MAX_SEATS
    # The turn.
    AT_PHASE = AT_POWERS_LEFT + MAX_SEATS * 5
    AT_POWER = AT_PHASE + PHASES_THERE_ARE
    AT_DECLARED = AT_POWER + 5
    AT_REPLACED = AT_DECLARED + 1
    AT_PLACED = AT_REPLACED + 1
    AT_TRADES = AT_PLACED + 1
    AT_DUE = AT_TRADES + 1
    AT_BAG_COUNT = AT_DUE + 1
    AT_TURN = AT_BAG_COUNT + 1
    AT_IDLE_TURNS = AT_TURN + 1
    # The rules.
    AT_RULES = AT_IDLE_TURNS + 1
    RULE_FEATURES = 40
    FEATURES = AT_RULES + RULE_FEATURES
    # The round, in simultaneous play alone. Seats from the viewer.
    SEALED_STEPS = 7
    AT_STEP = FEATURES
    AT_CHOSEN = AT_STEP + SEALED_STEPS
    AT_GROUP = AT_CHOSEN + MAX_SEATS * TILES
    AT_RIVALS = AT_GROUP + MAX_SEATS
    AT_PLEDGED = AT_RIVALS + MAX_SEATS
    AT_ORDERED = AT_PLEDGED + MAX_SEATS
    AT_TRADED = AT_ORDERED + MAX_SEATS * CHAINS
    AT_LIMIT = AT_TRADED + MAX_SEATS
    FEATURES_IN_ROUNDS = AT_LIMIT + 1


cdef inline void set_bits(float* out, uint32_t bits, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        out[i] = <float>(bits >> i & 1)


cdef inline void write_tiles(const GameState* s, const Rules* r, int viewer, bint bag_is_open, float* out) noexcept nogil:
    cdef uint8_t hand[11]
    cdef int tile, chain, seat, slot, square, count
    cdef uint32_t cell
    for tile in range(TILES):
        cell = s.cell[square_of(tile)]
        if cell == 0:
            out[AT_UNSEEN + tile] = 1                # tiles that are known to lie elsewhere are taken out below
        elif cell == LOOSE:
            out[AT_LOOSE + tile] = 1
        else:
            chain = 0
            while not cell >> chain & 1:
                chain += 1
            out[AT_CHAINS + TILES * chain + tile] = 1
    if s.phase in (P_FOUND, P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE, P_MARKET_DRAW) and not s.end_reason:
        out[AT_UNSETTLED + tile_of(s.tile)] = 1
    for slot in range(s.laid_away):
        tile = tile_of(s.bag[TILES - 1 - slot])
        out[AT_LAID_AWAY + tile] = 1
        out[AT_UNSEEN + tile] = 0
    for seat in range(r.seats):
        for slot in range(s.known[seat]):
            square = s.hand[seat][slot]
            if seat != viewer and is_shown(s, square):
                out[AT_SHOWN + tile_of(square)] = 1
                out[AT_UNSEEN + tile_of(square)] = 0
    if bag_is_open:
        for slot in range(bag_count(s)):
            out[AT_BAG + tile_of(s.bag[slot])] = 1
    count = sorted_hand(s, viewer, hand)
    for slot in range(count):
        out[AT_HAND + tile_of(hand[slot])] = 1
        out[AT_UNSEEN + tile_of(hand[slot])] = 0
        out[AT_SLOTS + SLOT * slot + spot(s, r, hand[slot])] = 1
        set_bits(out + AT_SLOTS + SLOT * slot + SPOTS, s.near[hand[slot]], CHAINS)


cdef inline void write_chains(const GameState* s, float* out) noexcept nogil:
    cdef int chain
    for chain in range(CHAINS):
        out[AT_SIZES + chain] = s.size[chain] / <float>41
        out[AT_PRICES + chain] = byte_of(s.price, chain) / <float>10
        out[AT_MARKET + chain] = byte_of(s.bank, chain) / <float>SHARES
    set_bits(out + AT_ACTIVE, s.active, CHAINS)
    set_bits(out + AT_SAFE, s.safe, CHAINS)
    set_bits(out + AT_FOUNDED, s.founded, CHAINS)
    if s.end_reason:                                 # what the merger left behind means nothing any more
        return
    if s.phase in (P_SURVIVOR, P_NEXT_DEFUNCT, P_DISPOSE, P_MARKET_DRAW):
        write_merger(s, out)


cdef inline void write_merger(const GameState* s, float* out) noexcept nogil:
    set_bits(out + AT_DEFUNCT, s.defunct, CHAINS)
    if s.phase != P_SURVIVOR:
        out[AT_SURVIVOR + s.survivor] = 1
    if s.phase in (P_DISPOSE, P_MARKET_DRAW, P_BID):
        out[AT_DYING + s.dying] = 1


cdef inline void write_seats(const GameState* s, const Rules* r, int viewer, float* out) noexcept nogil:
    cdef int32_t wealth[6]
    cdef int seat, k, chain
    cdef uint32_t queue = s.queue
    wealth_now(s, r, wealth)
    for k in range(r.seats):
        seat = viewer + k if viewer + k < r.seats else viewer + k - r.seats
        out[AT_SEATS + k] = 1
        out[AT_RETIRED + k] = <float>(s.retired >> seat & 1)
        if not r.rounds:
            out[AT_CURRENT + k] = <float>(s.current == seat)
            out[AT_ASKED + k] = <float>(s.decider == seat)
        out[AT_CASH + k] = s.cash[seat] / <float>10000
        out[AT_WEALTH + k] = wealth[seat] / <float>10000
        out[AT_HAND_SIZES + k] = hand_count(s, seat) / <float>HAND
        for chain in range(CHAINS):
            out[AT_BLOCKS + CHAINS * k + chain] = byte_of(s.rows[seat], chain) / <float>SHARES
        if r.special_powers:
            set_bits(out + AT_POWERS_LEFT + 5 * k, ~s.powers[seat] >> 1, 5)
    if s.phase == P_DISPOSE and not r.rounds:
        while queue & 0xF != 0xF:
            k = <int>(queue & 0xF) - viewer
            out[AT_TO_DISPOSE + (k if k >= 0 else k + r.seats)] = 1
            queue >>= 4


cdef inline void write_turn(const GameState* s, float* out) noexcept nogil:
    if s.phase < PHASES_THERE_ARE:                   # bids are a step of rounds, and no phase of turns
        out[AT_PHASE + s.phase] = 1
    if s.power:
        out[AT_POWER + s.power - 1] = 1
    out[AT_DECLARED] = <float>(s.declared != 0)
    out[AT_REPLACED] = <float>(s.replaced != 0)
    out[AT_PLACED] = s.placed / <float>4
    if s.phase == P_TRADE2:
        out[AT_TRADES] = s.trades / <float>3
    if s.phase in (P_DISCARD, P_PICK):
        out[AT_DUE] = s.due / <float>MAX_HAND
    out[AT_BAG_COUNT] = bag_count(s) / <float>TILES
    out[AT_TURN] = s.turn / <float>100
    out[AT_IDLE_TURNS] = s.idle_turns / <float>MAX_SEATS


cdef inline void write_rules(const Rules* r, float* out) noexcept nogil:
    """Write the options that still matter; those of the opening are past, and chain names and `holdings` change nothing."""
    out += AT_RULES
    out[0] = r.max_buy / <float>5
    out[1] = r.same_kind
    out[2] = r.price_units[CHAINS - 1][0] != 0       # buy_inactive
    out[3] = r.safe_size / <float>TILES
    out[4] = r.any_safe
    out[5] = r.end_size / <float>TILES
    out[6] = r.end_all_safe
    out[7 + r.end_mode] = 1
    out[10 + r.end_on_bag] = 1
    out[13] = r.round_to_dollar
    out[14] = r.places == 3
    out[15] = r.no_disposal
    out[16] = r.majority_first
    out[17 + r.no_tile] = 1
    out[20 + r.dead_policy] = 1
    out[23] = r.discard_first
    out[24] = r.dead_repeat
    out[25] = r.forbid_mixed
    out[26] = r.eighth_unfounded
    out[27] = r.found_optional
    out[28] = r.market_competes
    out[29] = r.market_full_set
    out[30] = r.score_inactive
    out[31] = r.stall_end
    out[32] = r.special_powers
    out[33] = r.play4_mandatory
    out[34] = r.founder_buys_four
    out[35] = r.merger_bonus / <float>10000
    out[36] = r.sell_shares
    out[37] = r.teams
    out[38] = r.open_pick
    out[39] = r.sealed


cdef inline uint32_t rivals_of(const GameState* s, int viewer) noexcept nogil:
    """Return the seats that bid against the viewer in the bidding that is open."""
    cdef uint32_t seats = s.round.concerned
    if s.phase != P_BID or not seats >> viewer & 1:
        return 0
    if s.round.step == S_ORDER_BID:
        seats &= group_of(s, viewer)
    return seats & ~(<uint32_t>1 << viewer)


cdef inline uint32_t group_of(const GameState* s, int viewer) noexcept nogil:
    """Return the seats whose tiles are in one group with the tile of the viewer, as the groups were formed in this round (M3)."""
    cdef int n
    for n in range(MAX_SEATS):
        if s.round.groups[n] >> viewer & 1:
            return s.round.groups[n]
    return 0


cdef inline void write_round_features(const GameState* s, const Rules* r, int viewer, float* out) noexcept nogil:
    """Write what only rounds have. Of a sealed step there is who it concerns, and no answer but the viewer's own."""
    cdef int step = s.round.step, seat, k, chain
    cdef bint sealed = s.round.concerned != 0
    cdef uint32_t group = group_of(s, viewer), rivals = rivals_of(s, viewer)
    if sealed:
        out[AT_STEP + step - S_PLACE] = 1
    if sealed and step == S_TRADE_BID:
        out[AT_UNSETTLED + tile_of(s.tile)] = 1
        write_merger(s, out)
    elif sealed and step == S_STOCK_BID:
        out[AT_DYING + s.dying] = 1
    for k in range(r.seats):
        seat = viewer + k if viewer + k < r.seats else viewer + k - r.seats
        out[AT_CURRENT + k] = <float>((s.round.leader if s.turn else s.current) == seat)
        out[AT_ASKED + k] = <float>(s.round.concerned >> seat & 1 if sealed else s.decider == seat)
        if sealed and step == S_DISPOSE:
            out[AT_TO_DISPOSE + k] = <float>(s.round.concerned >> seat & 1)
        if s.round.chosen[seat] and (step != S_PLACE or seat == viewer):
            out[AT_CHOSEN + TILES * k + tile_of(s.round.chosen[seat])] = 1
        out[AT_GROUP + k] = <float>(group >> seat & 1)
        out[AT_RIVALS + k] = <float>(rivals >> seat & 1)
        out[AT_PLEDGED + k] = s.round.pledged[seat] / <float>100
        if sealed and step == S_STOCK_BID:
            for chain in range(CHAINS):
                out[AT_ORDERED + CHAINS * k + chain] = ordered(s, seat, chain) / <float>SHARES
        elif sealed and step == S_TRADE_BID:
            out[AT_TRADED + k] = <float>(2 * (s.round.orders[seat] >> 8)) / <float>SHARES
    if s.phase == P_BID and s.round.concerned >> viewer & 1:
        out[AT_LIMIT] = bid_limit(s, r, viewer) / <float>100


cdef inline int count_features(const Rules* r) noexcept nogil:
    return FEATURES_IN_ROUNDS if r.rounds else FEATURES


cdef inline void write_features(const GameState* s, const Rules* r, int viewer, bint bag_is_open, float* out) noexcept nogil:
    """Write all numbers of one seat's view, so many as `count_features` says; `bag_is_open` as in Observation."""
    memset(out, 0, count_features(r) * sizeof(float))
    write_tiles(s, r, viewer, bag_is_open, out)
    write_chains(s, out)
    write_seats(s, r, viewer, out)
    write_turn(s, out)
    write_rules(r, out)
    if r.rounds:
        write_round_features(s, r, viewer, out)
