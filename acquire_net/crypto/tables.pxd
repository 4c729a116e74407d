"""Tables of odd multiples of points, from which sums take what they need: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A table of width w holds P, 3 P, 5 P, ... up to (2^(w - 1) - 1) P.

A table of several pieces holds the same of P, 2^b P, 2^2b P, ..., where b is the number of bits in a piece of a scalar. The
pieces of a scalar are then short scalars of points of their own, and a sum of such tables needs as many doublings as a piece has
bits.
"""

from libc.stdlib cimport free, malloc

from acquire_net.crypto.addition cimport (
    Entry, Step, Sum, add_step, double_often, make_entry, make_step, scale_for_entries, sum_of,
)
from acquire_net.crypto.curve cimport Extended
from acquire_net.crypto.decoding cimport ALL_WELL, BATCH, decode_batch

cdef enum:
    SIZE = 32  # bytes of a scalar and of a point
    MIN_WIDTH = 2
    MAX_WIDTH = 8
    BITS = 256  # of a scalar; a reduced one has 253
    MAX_PIECES = 4  # of 64 bits
    NO_MEMORY = -2


cdef inline Py_ssize_t entries_of(int width, int pieces) noexcept nogil:
    """Return the length of one point's table."""
    return <Py_ssize_t>pieces << (width - 2)


cdef inline void odd_multiples(Sum* row, Py_ssize_t length, const Sum* p) noexcept nogil:
    """Fill a row with 3 P, 5 P, ..."""
    cdef Sum twice
    cdef Step step
    cdef Py_ssize_t k
    if not length:
        return
    double_often(&twice, p, 1)
    make_step(&step, &twice)
    for k in range(length):
        add_step(&row[k], p, &step)
        p = &row[k]


cdef inline void fill_row(Sum* row, const Sum* p, int width, int pieces) noexcept nogil:
    """Fill a row with what the table of a point has after the point itself."""
    cdef Py_ssize_t length = entries_of(width, 1)
    cdef int k
    odd_multiples(row, length - 1, p)
    row += length - 1
    for k in range(pieces - 1):
        double_often(row, p, BITS // pieces)
        odd_multiples(row + 1, length - 1, row)
        p = row
        row += length


cdef inline Py_ssize_t begin_tables(Entry* tables, Sum* rows, const unsigned char* data, Py_ssize_t count, int width, int pieces,
                                    bint strict) noexcept nogil:
    """Decode points into the first entry of each table, and fill the row of its other entries. Return ALL_WELL, or the number of
    the first point that is not valid."""
    cdef Extended points[BATCH]
    cdef Sum p
    cdef Py_ssize_t length = entries_of(width, pieces), start = 0
    cdef int few, bad, i
    while start < count:
        few = <int>min(count - start, BATCH)
        bad = decode_batch(points, data + SIZE * start, few, strict)
        if bad != ALL_WELL:
            return start + bad
        for i in range(few):
            sum_of(&p, &points[i])
            make_entry(&tables[(start + i) * length], &p)
            if length > 1:
                fill_row(rows + (start + i) * (length - 1), &p, width, pieces)
        start += few
    return ALL_WELL


cdef inline Py_ssize_t fill_tables(Entry* tables, Sum* rows, const unsigned char* data, Py_ssize_t count, int width, int pieces,
                                   bint strict) noexcept nogil:
    """Fill tables; `rows` has room for all entries but the first of each. Return as `begin_tables` does."""
    cdef Py_ssize_t length = entries_of(width, pieces), i, k
    cdef Py_ssize_t bad = begin_tables(tables, rows, data, count, width, pieces, strict)
    if bad == ALL_WELL and length > 1 and count:
        scale_for_entries(rows, count * (length - 1))
        for i in range(count):
            for k in range(1, length):
                make_entry(&tables[i * length + k], &rows[i * (length - 1) + k - 1])
    return bad


cdef inline Py_ssize_t make_tables(Entry** tables, const unsigned char* data, Py_ssize_t count, int width,
                                   int pieces, bint strict) noexcept nogil:
    """Allocate and fill `tables`, which the caller frees. Return ALL_WELL, NO_MEMORY, or the number of the first point that is
    not valid."""
    cdef Py_ssize_t length = entries_of(width, pieces), found = NO_MEMORY
    cdef Sum* rows = <Sum*>malloc((count * (length - 1) + 1) * sizeof(Sum))
    tables[0] = <Entry*>malloc((count * length + 1) * sizeof(Entry))
    if rows is not NULL and tables[0] is not NULL:
        found = fill_tables(tables[0], rows, data, count, width, pieces, strict)
    free(rows)
    return found
