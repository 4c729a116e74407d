"""Sums of multiples of points that have tables: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

Straus: the digits of a scalar are odd, below 2^(w - 1) for a table of width w, of either sign, and at least w bits apart. One
doubling for every bit of the longest scalar serves all points, and a point is added where its scalar has a digit. With tables of
pieces it is every bit of a piece.

Pippenger, for many points: all digits of a scalar are the same number of bits apart, and of a table only P itself is needed. The
points with the same digit at the same place go into one bucket. Bucket k must count k times, and it does in the sum, over all k,
of all buckets from k upwards.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from acquire_net.crypto.addition cimport (
    Entry, OpenSum, Sum, add_entry, add_sums, close, close_to_double, double_often, double_sum, start_sum,
)
from acquire_net.crypto.field cimport load64
from acquire_net.crypto.tables cimport BITS, SIZE, entries_of

cdef enum:
    COLUMNS = 257  # the last digit of a scalar may carry
    WORDS = 6  # 256 bits, and zeros because `bits_from` also reads bits from 256 on

# One digit of a scalar: the entry of a table, its sign, and the next digit at the same bit.
cdef struct Term:
    const Entry* entry
    Term* next
    bint negative

# Some neighbouring tables, and the scalars that belong to them.
cdef struct Group:
    const Entry* tables
    const unsigned char* scalars
    Py_ssize_t count
    int width
    int pieces


# --- digits ---

cdef inline void load_piece(uint64_t* words, const unsigned char* scalar, int piece, int pieces) noexcept nogil:
    """Read a piece of a scalar, with zeros after it."""
    cdef int length = BITS // 64 // pieces, k
    for k in range(length):
        words[k] = load64(scalar + 8 * (length * piece + k))
    for k in range(length, WORDS):
        words[k] = 0


cdef inline int bits_from(const uint64_t* words, int bit, int width) noexcept nogil:
    """Return `width` bits of a scalar, from this bit upwards."""
    cdef int k = bit & 63
    # Shift in two steps, because a shift by 64 is undefined.
    return <int>((words[bit >> 6] >> k | words[(bit >> 6) + 1] << 1 << (63 - k)) & ((<uint64_t>1 << width) - 1))


# --- Straus ---

cdef inline Term* add_term(Term** columns, Term* spare, int bit, const Entry* entry, bint negative) noexcept nogil:
    spare.entry = entry
    spare.negative = negative
    spare.next = columns[bit]
    columns[bit] = spare
    return spare + 1


cdef inline Term* add_digits(Term** columns, Term* spare, const uint64_t* words, int bits, const Entry* table,
                             int width) noexcept nogil:
    """Put the digits of a number of so many bits into their columns. `spare` is room for them; return what is left of it."""
    cdef int bit = 0, carry = 0, digit
    while bit < bits:
        digit = bits_from(words, bit, width) + carry
        if not digit & 1:
            bit += 1
            continue
        carry = digit > 1 << (width - 1)
        if carry:
            digit -= 1 << width
        spare = add_term(columns, spare, bit, table + ((-digit if digit < 0 else digit) >> 1), digit < 0)
        bit += width
    return add_term(columns, spare, bits, table, False) if carry else spare


cdef inline Term* add_pieces(Term** columns, Term* spare, const unsigned char* scalar, const Entry* table,
                             const Group* group) noexcept nogil:
    """Put the digits of one scalar into the columns of their bits, piece by piece."""
    cdef uint64_t words[WORDS]
    cdef int piece
    for piece in range(group.pieces):
        load_piece(words, scalar, piece, group.pieces)
        spare = add_digits(columns, spare, words, BITS // group.pieces, table + piece * entries_of(group.width, 1), group.width)
    return spare


cdef inline void add_columns(Sum* total, Term* const* columns) noexcept nogil:
    cdef OpenSum sum
    cdef const Term* term
    cdef int bit, highest = COLUMNS - 1
    start_sum(total)
    while highest and columns[highest] is NULL:
        highest -= 1
    for bit in range(highest, -1, -1):
        double_sum(&sum, total)
        term = columns[bit]
        while term is not NULL:
            close(total, &sum)
            add_entry(&sum, total, term.entry, term.negative)
            term = term.next
        close_to_double(total, &sum)


cdef inline bint add_by_tables(Sum* total, const Group* groups, Py_ssize_t group_count) noexcept nogil:
    """Add up by tables (Straus), without the t of the sum; return False if there is not enough memory."""
    cdef Term* columns[COLUMNS]
    cdef Py_ssize_t most = 1, g, i
    cdef Term* terms
    cdef Term* spare
    cdef const Group* group
    for g in range(group_count):
        most += groups[g].count * (BITS // groups[g].width + 2 * groups[g].pieces)
    terms = spare = <Term*>malloc(most * sizeof(Term))
    if terms is NULL:
        return False
    memset(columns, 0, sizeof(columns))
    for g in range(group_count):
        group = &groups[g]
        for i in range(group.count):
            spare = add_pieces(columns, spare, group.scalars + SIZE * i, group.tables + i * entries_of(group.width, group.pieces),
                               group)
    add_columns(total, columns)
    free(terms)
    return True


# --- Pippenger ---

cdef inline int bucket_width(Py_ssize_t count) noexcept nogil:
    """Return the width that was measured to be fastest: 6 for 256 points, 7 for 500, 8 for 2,000."""
    cdef int width = 6
    while width < 10 and count >= <Py_ssize_t>384 << 2 * (width - 6):
        width += 1
    return width


cdef inline void even_digits(int16_t* digits, Py_ssize_t stride, const unsigned char* scalar, int width) noexcept nogil:
    """Write all digits of one scalar, from -2^(width - 1) + 1 to 2^(width - 1), the lowest first, `stride` apart."""
    cdef uint64_t words[WORDS]
    cdef int carry = 0, digit, k
    load_piece(words, scalar, 0, 1)
    for k in range(BITS // width + 1):
        digit = bits_from(words, width * k, width) + carry
        carry = digit > 1 << (width - 1)
        if carry:
            digit -= 1 << width
        digits[k * stride] = <int16_t>digit


cdef inline bint fill_buckets(Sum* buckets, int count, const int16_t* digits, const Entry* const* points,
                              Py_ssize_t point_count) noexcept nogil:
    """Add each point to the bucket of its digit. Return False, and leave the buckets as they were, if all digits are 0."""
    cdef OpenSum sum
    cdef Sum* bucket
    cdef Py_ssize_t i
    cdef int k
    cdef bint filled = False
    for i in range(point_count):
        if not digits[i]:
            continue
        if not filled:
            filled = True
            for k in range(count):
                start_sum(&buckets[k])
        bucket = &buckets[(digits[i] if digits[i] > 0 else -digits[i]) - 1]
        add_entry(&sum, bucket, points[i], digits[i] < 0)
        close(bucket, &sum)
    return filled


cdef inline void add_buckets(Sum* total, const Sum* buckets, int count) noexcept nogil:
    """Add each bucket to `total` as many times as its digit says."""
    cdef Sum upwards, sum
    cdef int k
    start_sum(&upwards)
    start_sum(&sum)
    for k in range(count - 1, -1, -1):
        add_sums(&upwards, &upwards, &buckets[k])
        add_sums(&sum, &sum, &upwards)
    add_sums(total, total, &sum)


cdef inline void add_windows(Sum* total, Sum* buckets, const int16_t* digits, const Entry* const* points,
                             Py_ssize_t count, int width) noexcept nogil:
    cdef int window
    start_sum(total)
    for window in range(BITS // width, -1, -1):
        double_often(total, total, width)
        if fill_buckets(buckets, 1 << (width - 1), digits + window * count, points, count):
            add_buckets(total, buckets, 1 << (width - 1))


cdef inline bint add_by_buckets(Sum* total, const Group* groups, Py_ssize_t group_count, Py_ssize_t count) noexcept nogil:
    """Add up by buckets (Pippenger), `count` points in all groups; return False if there is not enough memory."""
    cdef int width = bucket_width(count)
    cdef Py_ssize_t g, i, k = 0
    cdef Sum* buckets = <Sum*>malloc((<size_t>1 << (width - 1)) * sizeof(Sum))
    cdef int16_t* digits = <int16_t*>malloc((BITS // width + 1) * count * sizeof(int16_t))
    cdef const Entry** points = <const Entry**>malloc(count * sizeof(Entry*))
    cdef bint enough = buckets is not NULL and digits is not NULL and points is not NULL
    if enough:
        for g in range(group_count):
            for i in range(groups[g].count):
                even_digits(digits + k, count, groups[g].scalars + SIZE * i, width)
                points[k] = groups[g].tables + i * entries_of(groups[g].width, groups[g].pieces)
                k += 1
        add_windows(total, buckets, digits, points, count, width)
    free(points)
    free(digits)
    free(buckets)
    return enough
