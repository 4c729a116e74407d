# Setting up a drawn position for Game.from_position, or saying what is wrong with it. Included by game.pyx.

cdef int arrange(RuleTable table, GameState* s, object board, object hands, object cash, object shares, object current,
                 object discard) except -1:
    """Fill an empty state with a position, or raise ValueError and say what is wrong with it."""
    cdef int row, column, square, chain, seat
    cdef const Rules* r = &table.r
    initials = {name[0].upper(): number for name, number in table.numbers.items()}
    rows = ["".join(line.split()) for line in board.strip().splitlines()]
    if len(rows) != 9 or any([len(text) != 12 for text in rows]):
        raise ValueError("a board is nine rows of twelve squares")
    if type(current) is not int or not 0 <= current < r.seats:
        raise ValueError(f"current is a seat from 0 to {r.seats - 1}, not {current!r}")
    groups = {}
    for row, text in enumerate(rows):
        for column, mark in enumerate(text):
            if mark == ".":
                continue
            square = FIRST_SQUARE + COLUMN * column + row
            if mark == "o":
                label(s, square, LOOSE)
            elif mark in initials:
                label(s, square, 1 << <int>initials[mark])
                groups.setdefault(initials[mark], []).append(square)
            else:
                raise ValueError(f"{mark!r} at {TILE_OF_SQUARE[square]} is neither '.', 'o' nor one of {', '.join(initials)}")
            take_from_bag(s, bag_index(s, square))
    for number, squares in groups.items():
        chain = number
        for square in squares:
            if s.near[square] & ~(1 << chain):
                raise ValueError(f"{TILE_OF_SQUARE[square]} of {table.names[chain]} touches another chain or a loose tile")
        connected = {squares[0]}
        frontier = [squares[0]]
        while frontier:
            here = frontier.pop()
            for there in (here - 1, here + 1, here - COLUMN, here + COLUMN):
                if there in squares and there not in connected:
                    connected.add(there)
                    frontier.append(there)
        if len(connected) != len(squares) or len(squares) < 2:
            raise ValueError(f"{table.names[chain]} is not one connected group of two or more tiles")
        s.active |= <uint8_t>(1 << chain)
        set_size(s, r, chain, len(squares))
    place_hands(table, s, hands, discard)
    if cash is not None:
        if len(cash) != r.seats or any([type(dollars) is not int or not 0 <= dollars <= 10_000_000 for dollars in cash]):
            raise ValueError(f"cash is {r.seats} sums of dollars, not {cash!r}")
        for seat in range(r.seats):
            s.cash[seat] = cash[seat]
    if shares is not None:
        if len(shares) != r.seats:
            raise ValueError(f"shares are given for {r.seats} seats, not {len(shares)}")
        for seat in range(r.seats):
            for name, count in shares[seat].items():
                if name not in table.numbers:
                    raise ValueError(f"{name!r} is not one of the chains {', '.join(table.names)}")
                chain = table.numbers[name]
                if type(count) is not int or not 0 <= count <= byte_of(s.bank, chain):
                    raise ValueError(f"seat {seat} cannot have {count!r} blocks of {name}: "
                                     f"the market has {byte_of(s.bank, chain)}")
                s.bank -= <int>count * one(chain)
                s.rows[seat] += <int>count * one(chain)
    return 0


cdef int place_hands(RuleTable table, GameState* s, object hands, object discard) except -1:
    """Move tiles from the bag into the hands and out of the game, or raise ValueError and say what is wrong with them."""
    cdef int seat, square
    if len(hands) != table.r.seats:
        raise ValueError(f"hands are given for {table.r.seats} seats, not {len(hands)}")
    for seat in range(table.r.seats):
        if len(hands[seat]) > HAND:
            raise ValueError(f"seat {seat} has {len(hands[seat])} tiles; a hand has six at most")
        for tile in hands[seat]:
            square = square_named(tile)
            if square == 0 or bag_index(s, square) < 0:
                raise ValueError(f"{tile!r} in the hand of seat {seat} is not a tile, or lies elsewhere already")
            take_from_bag(s, bag_index(s, square))
            s.hand[seat][s.known[seat]] = <uint8_t>square
            s.known[seat] += 1
    for tile in discard:
        square = square_named(tile)
        if square == 0 or bag_index(s, square) < 0:
            raise ValueError(f"{tile!r} laid away is not a tile, or lies elsewhere already")
        take_from_bag(s, bag_index(s, square))
        s.laid_away += 1
        s.bag[TILES - s.laid_away] = <uint8_t>square
    return 0
