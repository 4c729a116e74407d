"""All that a game is, on one screen: a flat struct without pointers, copied by assignment.

Squares are `10 + 10 * column + row`: one pad cell a column, so a neighbour needs no border test and the order of
squares is the order of the rules (lower number, then letter). `cell[p]` is 0 (empty), `1 << chain`, or LOOSE;
`near[p]` is the OR of the four neighbours. Every question of R12 is then one byte.
Rows of chains (bank, prices, a seat's shares) are eight bytes in a uint64, chain c in byte c, so a purchase is an addition.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    MAX_SEATS = 6
    CHAINS = 7
    ALL_CHAINS = 0x7F
    TILES = 108
    SHARES = 25          # of each chain
    HAND = 6
    MAX_HAND = 11        # six, and five more by Take 5
    FIRST_SQUARE = 10
    COLUMN = 10          # from a square to its right neighbour
    SQUARES = 144
    LOOSE = 0x80
    NO_CHAIN = 7
    CHANCE_SEAT = -1

cdef enum Phase:
    P_START, P_DRAW, P_MARKET_DRAW, P_DECLARE_BEFORE, P_POWER_START, P_REPLACE_HAND, P_PLACE, P_FOUND, P_SURVIVOR,
    P_NEXT_DEFUNCT, P_DISPOSE, P_POWER_BUY, P_TRADE2, P_BUY, P_DECLARE_END, P_DISCARD, P_PICK, P_OVER, P_BID

cdef enum Purpose:       # what the tiles are drawn for
    FOR_DEAL, FOR_TAKE5, FOR_REPLACE, FOR_REFILL

cdef enum Power:         # marker m is bit m of `powers`; 0 is none
    NO_POWER, FREE3, BUY5, TRADE2, TAKE5, PLAY4

cdef enum Rounds:        # of setting dead tiles aside at one end of a turn
    FIRST_ROUND, NEXT_ROUND, LAST_ROUND, BEFORE_DEAL

cdef enum RoundStep:     # where a round of simultaneous play stands; rounds.pxi
    S_OPEN,              # what is asked is not sealed: a tile, an open answer, nothing more
    S_PLACE, S_ORDER_BID, S_DISPOSE, S_TRADE_BID, S_BUY, S_STOCK_BID, S_END,     # sealed steps, until all have answered
    S_NEW_ROUND, S_NEXT_TILE, S_NEXT_DISPOSAL, S_DELIVER, S_NEXT_DRAW            # nothing is asked: go_on goes on

cdef enum EndReason:
    NOT_ENDED, R_DECLARED, R_AUTOMATIC, R_LAST_DRAWN, R_CANNOT_REFILL, R_NO_TILE, R_STALL, R_RETIRED

cdef struct RoundState:
    int32_t pledged[6]               # units of 100 dollars: what each seat has bid for its tile and not paid yet
    int32_t bids[6]                  # units: the answers of the bidding that is open
    uint32_t orders[6]               # answers: shares ordered, four bits a chain; shares sold, and from bit 8 on pairs to trade
    uint32_t order                   # seats whose tile, or whose draw, is still to come: as `queue`
    uint8_t chosen[6]                # squares chosen and not settled; 0 is none
    uint8_t groups[6]                # the seats of tiles in conflict, a bit each; closed by 0
    uint8_t bidding                  # the groups that bid for their order, a bit each
    uint8_t step
    uint8_t leader
    uint8_t placer                   # whose tile is being settled
    uint8_t concerned                # seats that the sealed step concerns; 0 where nothing sealed is asked
    uint8_t answered                 # those of them that have answered
    uint8_t showing                  # at a sealed table: those whose answer is their hand, in which nothing can be placed

cdef struct GameState:
    uint64_t bank                    # shares in the market
    uint64_t price                   # units of 100 dollars; 0 where a chain is not for sale
    uint64_t rows[6]                 # each seat's shares
    uint64_t shown[2]                # tiles of hands that everybody has seen, bit t of tile t
    int32_t cash[6]
    uint32_t queue                   # seats still to dispose, four bits each, next one lowest, closed by 0xF
    uint32_t turn
    uint16_t playable                # slots of the hand that may be placed, as of the question
    uint8_t cell[144]
    uint8_t near[144]
    uint8_t bag[108]                 # unseen squares from the front, those set aside from the back
    uint8_t hand[6][11]
    uint8_t known[6]                 # tiles in `hand`
    uint8_t hidden[6]                # further tiles that this game object does not know
    uint8_t powers[6]                # markers used
    uint8_t size[8]
    uint8_t unseen                   # squares in the bag or hidden in hands
    uint8_t laid_away
    uint8_t active                   # chains on the board, a bit each
    uint8_t safe
    uint8_t huge                     # some chain has end_size tiles; never unset
    uint8_t phase
    uint8_t current                  # whose turn
    int8_t decider                   # who is asked, CHANCE_SEAT when a tile is due
    uint8_t retired                  # a bit each seat
    uint8_t live                     # seats not retired
    uint8_t declared
    uint8_t end_reason
    uint8_t idle_turns               # for R44
    uint8_t tile                     # the square placed last
    uint8_t survivor
    uint8_t defunct                  # chains still to settle
    uint8_t dying                    # the chain being settled, at the end the one being scored
    uint8_t target                   # the seat a due tile goes to
    uint8_t due                      # tiles still due
    uint8_t purpose
    uint8_t busy                     # this turn placed or drew a tile, or set one aside
    uint8_t power                    # marker used this turn
    uint8_t placed                   # tiles settled this turn
    uint8_t trades                   # Trade 2: trades made
    uint8_t founded                  # chains founded this turn
    uint8_t replaced                 # replace_hand was answered this turn
    uint8_t rounds                   # how far setting dead tiles aside has got (Rounds)
    uint8_t concealed                # the sum of `hidden`
    RoundState round                 # the last: a table that plays in turns does not copy it (Rules.state_bytes)

cdef struct Event:
    uint8_t kind
    int8_t seat
    uint8_t chain
    uint8_t other                    # a second chain, a power, a reason
    uint8_t square
    uint8_t count
    uint8_t a
    uint8_t b
    uint8_t c
    uint16_t first_tile              # into EventList.tiles
    int32_t dollars

cdef struct EventList:
    int count
    int tile_count
    Event items[256]
    uint8_t tiles[512]

cdef enum EventKind:
    E_START_TILE, E_STARTER, E_TURN, E_DECLARED, E_POWER, E_SHOWN, E_REPLACED, E_PLACED, E_PASSED, E_STOPPED,
    E_FOUNDED, E_NOT_FOUNDED, E_GREW, E_SAFE, E_MERGER, E_MERGER_BONUS, E_SURVIVOR, E_DEFUNCT, E_MARKET, E_BONUS,
    E_DISPOSED, E_MERGED, E_BOUGHT, E_SOLD, E_TRADED, E_DRAWN, E_PICKED, E_LAID_AWAY, E_RETIRED, E_ENDED, E_SCORED,
    E_BID_PAID, E_RETURNED


cdef inline void copy_state(GameState* to, const GameState* source, size_t size) noexcept nogil:
    """Copy a state by the library's memcpy: with a size known to the compiler gcc inlines `rep movs`, which is slower."""
    memcpy(to, source, size)


cdef inline Event* emit(EventList* events, int kind, int seat) noexcept nogil:
    """Add an empty event to the list and return it; callers test `events` for NULL, so a search pays nothing."""
    cdef Event* event = &events.items[events.count]
    if events.count < 255:
        events.count += 1
    event.kind = <uint8_t>kind
    event.seat = <int8_t>seat
    event.chain = NO_CHAIN
    event.other = 0
    event.square = 0
    event.count = 0
    event.a = 0
    event.b = 0
    event.c = 0
    event.first_tile = <uint16_t>events.tile_count
    event.dollars = 0
    return event


cdef inline void add_tile(EventList* events, int square) noexcept nogil:
    """Add a tile to the event that was emitted last."""
    if events.tile_count < 512 and events.count:
        events.tiles[events.tile_count] = <uint8_t>square
        events.tile_count += 1
        events.items[events.count - 1].count += 1


cdef inline int tile_of(int square) noexcept nogil:
    """Return the number of a square's tile, 0 to 107, by column and then by row."""
    cdef int offset = square - FIRST_SQUARE
    return offset // 10 * 9 + offset % 10


cdef inline int square_of(int tile) noexcept nogil:
    return FIRST_SQUARE + tile // 9 * 10 + tile % 9


cdef inline int bag_count(const GameState* s) noexcept nogil:
    return s.unseen - s.concealed


cdef inline int hand_count(const GameState* s, int seat) noexcept nogil:
    return s.known[seat] + s.hidden[seat]


cdef inline bint is_shown(const GameState* s, int square) noexcept nogil:
    cdef int tile = tile_of(square)
    return (s.shown[tile >> 6] >> (tile & 63)) & 1


cdef inline void set_shown(GameState* s, int square, bint shown) noexcept nogil:
    cdef int tile = tile_of(square)
    cdef uint64_t bit = <uint64_t>1 << (tile & 63)
    if shown:
        s.shown[tile >> 6] |= bit
    else:
        s.shown[tile >> 6] &= ~bit
