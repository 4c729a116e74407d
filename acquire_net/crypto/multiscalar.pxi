"""Sums of multiples of points, in variable time: FOR PUBLIC DATA ONLY. What the three builds of it show to Python.

Nine files have the arithmetic, and each knows only those before it: field.pxd the numbers, lanes.pxd four of them at once,
powers.pxd their roots, curve.pxd the points, decoding.pxd their encodings, addition.pxd the law of the group as it is fastest
here, tables.pxd multiples, sums.pxd the two ways to add them up, and subgroup.pxd the subgroup of many. This file decides which
way is taken.
"""

cimport cython
from libc.stdlib cimport free, malloc

from acquire_net.crypto.addition cimport Entry, Step, Sum, add_step, make_step, point_of
from acquire_net.crypto.curve cimport Extended, encode
from acquire_net.crypto.decoding cimport ALL_WELL, decode_batch
from acquire_net.crypto.subgroup cimport BYTES_OF_SUBSETS, sums_in_subgroup
from acquire_net.crypto.sums cimport Group, add_by_buckets, add_by_tables
from acquire_net.crypto.tables cimport MAX_PIECES, MAX_WIDTH, MIN_WIDTH, NO_MEMORY, SIZE, entries_of, make_tables

cdef extern from * nogil:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    /* All that setup.py names for this build; the functions also ask whether the system keeps the registers. */
    static int acquire_cpu_has_lanes(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512ifma");
    }
    #else
    static int acquire_cpu_has_lanes(void) { return 0; }
    #endif
    """
    bint has_lanes "acquire_cpu_has_lanes"()

cdef enum:
    # From so many points on, buckets are faster: by a sixth for 500 points that would need tables first, and by two fifths for
    # 1,000 that have them, because tables and digits of so many do not fit into the cache.
    MANY_LOOSE = 256
    MANY = 640


cdef void sum_of_two "acquire_add_sums"(Sum* r, const Sum* p, const Sum* q) noexcept nogil:
    """Add two sums, as addition.pxd declares it."""
    cdef Step step
    make_step(&step, q)
    add_step(r, p, &step)


cdef int width_for(const unsigned char* scalars, Py_ssize_t count) noexcept nogil:
    """Return the cheapest width of tables for one sum, by the longest scalar. A wider table costs 14 multiplications an entry (9
    for the sum, 5 for its scaling, which lanes do without), and saves 7 for each digit less. For one point the inversion costs
    more than it saves, and buckets need no tables."""
    cdef Py_ssize_t used = 0, i, k
    if count < 2 or count >= MANY_LOOSE:
        return MIN_WIDTH
    for i in range(count):
        k = SIZE
        while k > used and not scalars[SIZE * i + k - 1]:
            k -= 1
        used = k
    return 2 if used < 5 else 3 if used < 11 else 4


# Without the garbage collector: a part refers only to points made before it, so there is never a cycle to find. The collector
# would clear `owner` before `__dealloc__` looks at it, and the part would then free memory in the middle of the tables.
@cython.final
@cython.no_gc
cdef class Points:
    """Decoded points, for sums that use them again and again: decoding is then paid once, and so are tables of multiples.

    `strict` refuses what `valid_point` refuses; otherwise any point of the curve is taken, still only in its one encoding, and
    `subsets_in_subgroup` has to say whether it is of the subgroup. A larger `width` makes sums faster, and tables larger (120 *
    2^(width - 2) bytes a point, in lanes 160) and slower to make: take 5 for points of two or three sums, 8 for the generators
    of a whole game. Tables of 2 or 4 `pieces` are so many times as large, and a sum of them alone needs a half or a quarter of
    the doublings: for keys of a whole game, which make sums of two points. A slice shares the tables.

    >>> from acquire_net.crypto.multiscalar import Points, combine
    >>> one = (1).to_bytes(32, "little")
    >>> combine(one, Points(one, width=8)[0:1]) == one
    True
    """

    cdef Entry* tables
    cdef Py_ssize_t count
    cdef int width
    cdef int pieces
    cdef Points owner  # the object that frees the tables, if this is a slice of it

    def __cinit__(self, bytes points not None, bint strict=False, int width=5, int pieces=1):
        cdef const unsigned char* data = points
        cdef Py_ssize_t bad
        if len(points) % SIZE:
            raise ValueError(f"{len(points)} bytes are no whole number of points")
        if not MIN_WIDTH <= width <= MAX_WIDTH:
            raise ValueError(f"width {width} is not between {MIN_WIDTH} and {MAX_WIDTH}")
        if not 1 <= pieces <= MAX_PIECES or pieces == 3:
            raise ValueError(f"a scalar has 1, 2 or 4 pieces, not {pieces}")
        self.count = len(points) // SIZE
        self.width = width
        self.pieces = pieces
        with nogil:
            bad = make_tables(&self.tables, data, self.count, width, pieces, strict)
        if bad == NO_MEMORY:
            raise MemoryError
        if bad != ALL_WELL:
            raise ValueError(f"point {bad} is not valid")

    def __dealloc__(self):
        if self.owner is None:
            free(self.tables)

    def __len__(self):
        return self.count

    def __getitem__(self, slice wanted not None):
        start, stop, step = wanted.indices(self.count)
        if step != 1:
            raise ValueError("only neighbouring points can share their tables")
        cdef Points part = Points.__new__(Points, b"")
        free(part.tables)
        part.owner = self
        part.width = self.width
        part.pieces = self.pieces
        part.tables = self.tables + <Py_ssize_t>start * entries_of(self.width, self.pieces)
        part.count = max(stop - start, 0)
        return part

    def __repr__(self):
        return f"<{self.count} points, width {self.width}>"


cdef bint add_up(Extended* total, bytes scalars, tuple points) except False:
    """Check the arguments, choose the way and add up. The sum is without its t."""
    cdef Sum sum
    cdef const unsigned char* data = scalars
    cdef Py_ssize_t count = len(scalars) // SIZE, left = count, loose = 0, group_count = len(points), g
    cdef Group* groups = <Group*>malloc((group_count + 1) * sizeof(Group))
    cdef list kept = []
    cdef Points part
    cdef bint enough
    if groups is NULL:
        raise MemoryError
    try:
        for g in range(group_count):
            given = points[g]
            if isinstance(given, Points):
                part = given
            else:
                part = Points(given, False, width_for(data, min(len(given) // SIZE, left)))
                loose += part.count
            if part.count > left:
                raise ValueError("more points than scalars")
            kept.append(part)  # holds the tables of points that were given as bytes
            groups[g] = Group(part.tables, data, part.count, part.width, part.pieces)
            data += part.count * SIZE
            left -= part.count
        if left or len(scalars) % SIZE:
            raise ValueError("more scalars than points")
        with nogil:
            if loose >= MANY_LOOSE or count >= MANY:
                enough = add_by_buckets(&sum, groups, group_count, count)
            else:
                enough = add_by_tables(&sum, groups, group_count)
        if not enough:
            raise MemoryError
        point_of(total, &sum)
    finally:
        free(groups)
    return True


def combine(bytes scalars not None, *points):
    """Return the encoding of the sum of all points, each times its scalar; the identity for none.

    Scalars have 32 bytes, little-endian. Points are given as bytes, 32 for each, or as `Points`; several such groups may
    follow each other, and the scalars run through all of them. ValueError says that a point, counted in its group, is not valid
    (not the one encoding of a point of the curve), or that there are more points than scalars, or fewer. Points outside the
    prime-order subgroup are not refused: see `Points`.

    >>> one = (1).to_bytes(32, "little")
    >>> combine(one + one, one, one) == one
    True
    """
    cdef Extended total
    cdef unsigned char data[SIZE]
    add_up(&total, scalars, points)
    encode(data, &total)
    return data[:SIZE]


def subsets_in_subgroup(bytes bits not None, *points):
    """Return True if the sums of 128 subsets of the points belong to the subgroup of prime order.

    Each point has 16 bytes of `bits`, of which each bit says whether it is in one of the subsets. If these are a hash of all the
    points, True says of each point that it belongs to the subgroup; a point that does not is missed with a chance of 2^-128. It
    may be the identity. Points are given as `Points`; some 400 of them are needed before this is faster than `strict`.

    >>> from acquire_net.crypto.multiscalar import Points, subsets_in_subgroup
    >>> subsets_in_subgroup(bytes(15) + b"7", Points((1).to_bytes(32, "little")))
    True
    """
    cdef Py_ssize_t group_count = len(points), count = 0, g
    cdef Points part
    cdef int belong
    cdef Group* groups = <Group*>malloc((group_count + 1) * sizeof(Group))
    cdef const unsigned char* data = bits
    if groups is NULL:
        raise MemoryError
    try:
        for g in range(group_count):
            part = <Points?>points[g]
            groups[g] = Group(part.tables, NULL, part.count, part.width, part.pieces)
            count += part.count
        if len(bits) != BYTES_OF_SUBSETS * count:
            raise ValueError(f"{len(bits)} bytes are not {BYTES_OF_SUBSETS} for each of {count} points")
        with nogil:
            belong = sums_in_subgroup(groups, group_count, data)
    finally:
        free(groups)
    if belong == NO_MEMORY:
        raise MemoryError
    return bool(belong)


def valid_point(bytes data not None):
    """Return True if these are 32 bytes and the one encoding of a point of the prime-order subgroup, the identity excepted.

    >>> valid_point((1).to_bytes(32, "little"))
    False
    """
    cdef Extended p
    cdef const unsigned char* encoding = data
    cdef bint valid
    if len(data) != SIZE:
        return False
    with nogil:
        valid = decode_batch(&p, encoding, 1, True) == ALL_WELL
    return valid


def cpu_has_lanes():
    """Return True if multiscalar_lanes runs on this CPU."""
    return has_lanes()
