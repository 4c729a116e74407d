"""The options of a table in the form the engine reads: numbers and flags, filled once from a `Ruleset`.

Prices and bonuses are tables, so no rule file contains a price. Money is in units of 100 dollars where the
name says `units`, otherwise in dollars.
"""

from libc.stdint cimport int32_t, uint8_t

cdef enum:
    GIVEN_UP_TURNS = 2_000           # where the rules need not end a game, players that decide give it up after so many turns

cdef enum:
    MAX_BID = 10_000                 # units: no bid is higher (K58)

cdef enum EndMode:
    ANYTIME, END_OF_TURN, AUTO

cdef enum EndOnBag:
    BAG_NEVER, LAST_DRAWN, CANNOT_REFILL

cdef enum NoTile:
    SKIP, REPLACE_HAND, END_GAME

cdef enum DeadPolicy:
    DEAD_AUTO, DEAD_CHOICE, DEAD_NEVER

cdef enum StartRule:
    LOWEST_NUMBER, TOPMOST_ROW, CLOSEST_1A, CLOSEST_1A_MANHATTAN, SEAT0

cdef struct Rules:
    uint8_t price_units[7][112]      # by chain and size; [0] is the price of a chain off the board, 0 = not for sale
    uint8_t score_units_at_zero[7]   # what a chain off the board is worth at the end
    int32_t bonus_dollars[13][3]     # by price in units, then by place
    int32_t start_cash
    int32_t merger_bonus
    size_t state_bytes               # of GameState as far as it is used, as a value that compilers do not know: see copy_state
    uint8_t seats
    uint8_t sealed                   # a table with hidden hands: questions follow from public knowledge alone
    uint8_t places
    uint8_t max_buy
    uint8_t safe_size
    uint8_t end_size
    uint8_t end_all_safe
    uint8_t end_mode
    uint8_t end_on_bag
    uint8_t no_tile
    uint8_t dead_policy
    uint8_t start_rule
    bint starting_tiles
    bint same_kind
    bint buy_inactive
    bint any_safe                    # safe_merge = any_safe
    bint round_to_dollar             # tie_rounding = nearest_1
    bint no_disposal
    bint majority_first              # disposal_order = majority
    bint discard_first               # dead_timing = before_draw
    bint dead_repeat
    bint forbid_mixed                # mixed_growth = forbid
    bint eighth_unfounded
    bint found_optional
    bint market_competes             # two_player_market, and two players
    bint market_full_set
    bint score_inactive
    bint stall_end
    bint special_powers
    bint play4_mandatory
    bint founder_buys_four
    bint sell_shares
    bint teams
    bint open_pick
    bint rounds                      # simultaneous: rounds take the place of turns
    bint always_scan                 # some tile may be unplayable although few chains are safe
    bint plain                       # no power markers and no open bag: turns are mostly tile, purchase, draw
    bint common                      # plain, with the usual purchase, dead tiles and placement: see plain_turn


cdef inline bint same_side(const Rules* r, int a, int b) noexcept nogil:
    """Return True if two seats win together: a seat and itself, and in team play partners, who sit opposite."""
    return a == b or (r.teams and (a ^ b) & 1 == 0)
