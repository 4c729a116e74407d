"""Whether many points belong to the subgroup of prime order: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A point of the curve is the sum of one of the subgroup and one of eight points of small order, its small part. Take a point whose
small part is not the identity. Whatever the other points of a random subset add up to, the subset with this point and the subset
without it have different small parts, so at most one of both has none. So the sum of a random subset shows the point with a
chance of a half at least, and 128 subsets miss it with a chance of 2^-128.

Eight subsets are summed up at once: each point goes into the bucket of the eight bits that say in which of them it is, and each
sum is that of half of the buckets.
"""

from libc.stdlib cimport free, malloc

from acquire_net.crypto.addition cimport OpenSum, Sum, add_entry, add_sums, close, point_of, start_sum
from acquire_net.crypto.curve cimport Extended, is_identity, scale_all
from acquire_net.crypto.decoding cimport all_in_subgroup
from acquire_net.crypto.sums cimport Group
from acquire_net.crypto.tables cimport NO_MEMORY, entries_of

cdef enum:
    BYTES_OF_SUBSETS = 16  # a bit for each of the subsets
    SUBSETS = 128
    BUCKETS = 256  # for the subsets of one byte


cdef inline void fill_subset_buckets(Sum* buckets, const Group* groups, Py_ssize_t group_count,
                                     const unsigned char* bits) noexcept nogil:
    """Add each point to the bucket of one byte of its bits; those of the next point are BYTES_OF_SUBSETS further on."""
    cdef OpenSum sum
    cdef Sum* bucket
    cdef Py_ssize_t g, i
    for i in range(BUCKETS):
        start_sum(&buckets[i])
    for g in range(group_count):
        for i in range(groups[g].count):
            if bits[0]:
                bucket = &buckets[bits[0]]
                add_entry(&sum, bucket, groups[g].tables + i * entries_of(groups[g].width, groups[g].pieces), False)
                close(bucket, &sum)
            bits += BYTES_OF_SUBSETS


cdef inline void add_subsets(Sum* sums, Sum* buckets) noexcept nogil:
    """Write the sums of the eight subsets: of the buckets in whose number a bit is set. The buckets are used up."""
    cdef int bit, half, k
    for bit in range(7, -1, -1):
        half = 1 << bit
        start_sum(&sums[bit])
        for k in range(half):
            add_sums(&sums[bit], &sums[bit], &buckets[half + k])
            add_sums(&buckets[k], &buckets[k], &buckets[half + k])


cdef inline bint none_has_a_small_part(Extended* points, const Sum* sums) noexcept nogil:
    """Return True if each of the sums is of the subgroup or the identity. `points` is room for them."""
    cdef Py_ssize_t count = 0
    cdef int k
    for k in range(SUBSETS):
        point_of(&points[count], &sums[k])
        if not is_identity(&points[count]):
            count += 1
    if count:
        scale_all(points, count)
    return all_in_subgroup(points, count)


cdef inline int sums_in_subgroup(const Group* groups, Py_ssize_t group_count, const unsigned char* bits) noexcept nogil:
    """Return True if the sums of all subsets belong to the subgroup, or NO_MEMORY."""
    cdef Sum* buckets = <Sum*>malloc((BUCKETS + SUBSETS) * sizeof(Sum))
    cdef Sum* sums = buckets + BUCKETS
    cdef Extended* points = <Extended*>malloc(SUBSETS * sizeof(Extended))
    cdef int belong = NO_MEMORY, k
    if buckets is not NULL and points is not NULL:
        for k in range(BYTES_OF_SUBSETS):
            fill_subset_buckets(buckets, groups, group_count, bits + k)
            add_subsets(sums + 8 * k, buckets)
        belong = none_has_a_small_part(points, sums)
    free(points)
    free(buckets)
    return belong
