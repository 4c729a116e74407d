"""Whether many points belong to the subgroup of prime order: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A point of the curve is the sum of one of the subgroup and one of eight points of small order, its small part. Take a point whose
small part is not the identity. Whatever the other points of a random subset add up to, the subset with this point and the subset
without it have different small parts, so at most one of both has none. So the sum of a random subset shows the point with a
chance of a half at least, and 128 subsets miss it with a chance of 2^-128.

Eight subsets are summed up at once: each point goes into the bucket of the eight bits that say in which of them it is, and each
sum is that of half of the buckets.
"""

from libc.stdlib cimport free, malloc

from acquire_net.crypto.curve cimport (
    Extended, Factors, add_addend, add_extended, extend, in_prime_subgroup, is_identity, make_identity,
)
from acquire_net.crypto.sums cimport Group
from acquire_net.crypto.tables cimport NO_MEMORY, entries_of, scale_all

cdef enum:
    BYTES_OF_SUBSETS = 16  # a bit for each of the subsets
    SUBSETS = 128
    BUCKETS = 256  # for the subsets of one byte


cdef inline void fill_subset_buckets(Extended* buckets, const Group* groups, Py_ssize_t group_count,
                                     const unsigned char* bits) noexcept nogil:
    """Add each point to the bucket of one byte of its bits; those of the next point are BYTES_OF_SUBSETS further on."""
    cdef Factors sum
    cdef Extended* bucket
    cdef Py_ssize_t g, i
    for i in range(BUCKETS):
        make_identity(&buckets[i])
    for g in range(group_count):
        for i in range(groups[g].count):
            if bits[0]:
                bucket = &buckets[bits[0]]
                add_addend(&sum, bucket, groups[g].tables + i * entries_of(groups[g].width, groups[g].pieces))
                extend(bucket, &sum)
            bits += BYTES_OF_SUBSETS


cdef inline void add_subsets(Extended* sums, Extended* buckets) noexcept nogil:
    """Write the sums of the eight subsets: of the buckets in whose number a bit is set. The buckets are used up."""
    cdef int bit, half, k
    for bit in range(7, -1, -1):
        half = 1 << bit
        make_identity(&sums[bit])
        for k in range(half):
            add_extended(&sums[bit], &sums[bit], &buckets[half + k])
            add_extended(&buckets[k], &buckets[k], &buckets[half + k])


cdef inline int sums_in_subgroup(const Group* groups, Py_ssize_t group_count, const unsigned char* bits) noexcept nogil:
    """Return True if the sums of all subsets belong to the subgroup, or NO_MEMORY."""
    cdef Extended* buckets = <Extended*>malloc((BUCKETS + SUBSETS) * sizeof(Extended))
    cdef Extended* sums = buckets + BUCKETS
    cdef bint belong = True
    cdef int k
    if buckets is NULL:
        return NO_MEMORY
    for k in range(BYTES_OF_SUBSETS):
        fill_subset_buckets(buckets, groups, group_count, bits + k)
        add_subsets(sums + 8 * k, buckets)
    scale_all(sums, SUBSETS)
    for k in range(SUBSETS):
        belong = belong and (is_identity(&sums[k]) or in_prime_subgroup(&sums[k]))
    free(buckets)
    return belong
