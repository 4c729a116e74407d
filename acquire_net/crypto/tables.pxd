"""Tables of odd multiples of points, from which sums take what they need: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A table of width w holds P, 3 P, 5 P, ... up to (2^(w - 1) - 1) P, all scaled to z = 1. The scaling makes each addition from the
table cheaper by an eighth, and costs one inversion for all tables together.
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
    ALL_WELL = -1
    NO_MEMORY = -2


cdef inline Py_ssize_t entries_of(int width) noexcept nogil:
    return <Py_ssize_t>1 << (width - 2)


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
                                   Py_ssize_t length, bint strict) noexcept nogil:
    """Fill tables of `length` entries; `rows` has room for all but the first of each. Return ALL_WELL, or the number of the first
    point that is not valid."""
    cdef Extended p
    cdef Py_ssize_t i, k
    for i in range(count):
        if not decode(&p, data + SIZE * i) or strict and not in_prime_subgroup(&p):
            return i
        make_addend(&tables[i * length], &p)
        if length > 1:
            odd_multiples(rows + i * (length - 1), length - 1, &p)
    if length > 1 and count:
        scale_all(rows, count * (length - 1))
        for i in range(count):
            for k in range(1, length):
                make_addend(&tables[i * length + k], &rows[i * (length - 1) + k - 1])
    return ALL_WELL


cdef inline Py_ssize_t make_tables(Addend** tables, const unsigned char* data, Py_ssize_t count, int width,
                                   bint strict) noexcept nogil:
    """Allocate and fill `tables`, which the caller frees. Return ALL_WELL, NO_MEMORY, or the number of the first point that is
    not valid."""
    cdef Py_ssize_t length = entries_of(width), found = NO_MEMORY
    cdef Extended* rows = <Extended*>malloc((count * (length - 1) + 1) * sizeof(Extended))
    tables[0] = <Addend*>malloc((count * length + 1) * sizeof(Addend))
    if rows is not NULL and tables[0] is not NULL:
        found = fill_tables(tables[0], rows, data, count, length, strict)
    free(rows)
    return found
