"""Tables of odd multiples of points, from which sums take what they need: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A table of width w holds P, 3 P, 5 P, ... up to (2^(w - 1) - 1) P, all scaled to z = 1. The scaling makes each addition from the
table cheaper by an eighth, and costs one inversion for all tables together.

A table of several pieces holds the same of P, 2^b P, 2^2b P, ..., where b is the number of bits in a piece of a scalar. The
pieces of a scalar are then short scalars of points of their own, and a sum of such tables needs as many doublings as a piece has
bits.
"""

from libc.stdlib cimport free, malloc

from acquire_net.crypto.curve cimport (
    Addend, Extended, Factors, add_scaled, decode, double_point, extend, in_prime_subgroup, make_addend,
)
from acquire_net.crypto.field cimport ONE, Element, invert, multiply

cdef enum:
    SIZE = 32  # bytes of a scalar and of a point
    MIN_WIDTH = 2
    MAX_WIDTH = 8
    BITS = 256  # of a scalar; a reduced one has 253
    MAX_PIECES = 4  # of 64 bits
    ALL_WELL = -1
    NO_MEMORY = -2


cdef inline Py_ssize_t entries_of(int width, int pieces) noexcept nogil:
    """Return the length of one point's table."""
    return <Py_ssize_t>pieces << (width - 2)


cdef inline void odd_multiples(Extended* row, Py_ssize_t length, const Extended* p) noexcept nogil:
    """Fill a row with 3 P, 5 P, ..."""
    cdef Factors sum
    cdef Extended twice
    cdef Addend step
    cdef Py_ssize_t k
    double_point(&sum, p)
    extend(&twice, &sum)
    make_addend(&step, &twice)
    for k in range(length):
        add_scaled(&sum, p, &step, &twice.z)
        extend(&row[k], &sum)
        p = &row[k]


cdef inline void double_often(Extended* r, const Extended* p, int times) noexcept nogil:
    """Multiply a point by 2^times; times > 0. The result may lie where the point lies."""
    cdef Factors sum
    cdef int k
    double_point(&sum, p)
    extend(r, &sum)
    for k in range(times - 1):
        double_point(&sum, r)
        extend(r, &sum)


cdef inline void fill_row(Extended* row, const Extended* p, int width, int pieces) noexcept nogil:
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


cdef inline void scale_all(Extended* points, Py_ssize_t count) noexcept nogil:
    """Scale every point to z = 1 by one inversion: of the product of all z, from which the inverse of each is taken in turn."""
    cdef Element inverse, own
    cdef Py_ssize_t i
    # On the way up, t holds the product of the z before.
    points[0].t = ONE
    for i in range(1, count):
        multiply(&points[i].t, &points[i - 1].t, &points[i - 1].z)
    multiply(&inverse, &points[count - 1].t, &points[count - 1].z)
    invert(&inverse, &inverse)
    for i in range(count - 1, -1, -1):
        multiply(&own, &inverse, &points[i].t)
        multiply(&inverse, &inverse, &points[i].z)
        multiply(&points[i].x, &points[i].x, &own)
        multiply(&points[i].y, &points[i].y, &own)
        multiply(&points[i].t, &points[i].x, &points[i].y)
        points[i].z = ONE


cdef inline Py_ssize_t fill_tables(Addend* tables, Extended* rows, const unsigned char* data, Py_ssize_t count,
                                   int width, int pieces, bint strict) noexcept nogil:
    """Fill tables; `rows` has room for all entries but the first of each. Return ALL_WELL, or the number of the first point that
    is not valid."""
    cdef Extended p
    cdef Py_ssize_t length = entries_of(width, pieces), i, k
    for i in range(count):
        if not decode(&p, data + SIZE * i) or strict and not in_prime_subgroup(&p):
            return i
        make_addend(&tables[i * length], &p)
        if length > 1:
            fill_row(rows + i * (length - 1), &p, width, pieces)
    if length > 1 and count:
        scale_all(rows, count * (length - 1))
        for i in range(count):
            for k in range(1, length):
                make_addend(&tables[i * length + k], &rows[i * (length - 1) + k - 1])
    return ALL_WELL


cdef inline Py_ssize_t make_tables(Addend** tables, const unsigned char* data, Py_ssize_t count, int width,
                                   int pieces, bint strict) noexcept nogil:
    """Allocate and fill `tables`, which the caller frees. Return ALL_WELL, NO_MEMORY, or the number of the first point that is
    not valid."""
    cdef Py_ssize_t length = entries_of(width, pieces), found = NO_MEMORY
    cdef Extended* rows = <Extended*>malloc((count * (length - 1) + 1) * sizeof(Extended))
    tables[0] = <Addend*>malloc((count * length + 1) * sizeof(Addend))
    if rows is not NULL and tables[0] is not NULL:
        found = fill_tables(tables[0], rows, data, count, width, pieces, strict)
    free(rows)
    return found
