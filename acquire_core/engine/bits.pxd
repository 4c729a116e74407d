"""Bits and rows of bytes, portable; wider instructions are used where the compiler was allowed them.

A row is eight bytes in a uint64. Byte values stay below 128, so the top bit of each byte carries comparisons
(SWAR). Everything shifts and nothing points, so the byte order of the machine does not matter.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
      #include <immintrin.h>
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define ACQ_INLINE static __forceinline
    #else
      #define ACQ_INLINE static inline __attribute__((always_inline))
    #endif

    #define ACQ_TOPS 0x8080808080808080ULL

    ACQ_INLINE int acq_lowest(uint32_t x) {          /* x != 0 */
    #if defined(_MSC_VER) && !defined(__clang__)
        unsigned long i; _BitScanForward(&i, x); return (int)i;
    #else
        return __builtin_ctz(x);
    #endif
    }
    ACQ_INLINE int acq_popcount8(uint32_t x) {       /* x < 256 */
    #if defined(__POPCNT__)
        return __builtin_popcount(x);
    #else
        return (int)((((x * 0x08040201U) >> 3) & 0x11111111U) * 0x11111111U >> 28);
    #endif
    }
    /* The top bits of eight bytes as an eight-bit mask. */
    ACQ_INLINE uint32_t acq_tops(uint64_t x) {
    #if defined(__BMI2__)
        return (uint32_t)_pext_u64(x, ACQ_TOPS);
    #else
        return (uint32_t)(((x & ACQ_TOPS) >> 7) * 0x0102040810204080ULL >> 56);
    #endif
    }
    /* The position of the k-th set bit (k = 0 for the lowest). */
    ACQ_INLINE int acq_select(uint32_t x, int k) {
    #if defined(__BMI2__)
        return acq_lowest(_pdep_u32(1U << k, x));
    #else
        while (k--) x &= x - 1;
        return acq_lowest(x);
    #endif
    }
    """
    const uint64_t TOPS "ACQ_TOPS"
    int lowest "acq_lowest"(uint32_t x)
    int popcount8 "acq_popcount8"(uint32_t x)
    uint32_t tops_mask "acq_tops"(uint64_t x)
    int select_bit "acq_select"(uint32_t x, int k)


cdef inline int byte_of(uint64_t row, int chain) noexcept nogil:
    return <int>((row >> (8 * chain)) & 0xFF)


cdef inline uint64_t one(int chain) noexcept nogil:
    """A row with a single block of `chain`."""
    return <uint64_t>1 << (8 * chain)


cdef inline uint64_t some(uint64_t row) noexcept nogil:
    """Top bit of each byte that is not zero."""
    return (row + <uint64_t>0x7F7F7F7F7F7F7F7F) & TOPS


cdef inline uint64_t at_least(uint64_t row, uint64_t floor_row) noexcept nogil:
    """Top bit of each byte of `row` that is not below its byte in `floor_row`."""
    return ((row | TOPS) - floor_row) & TOPS


cdef inline int bytes_sum(uint64_t row) noexcept nogil:
    """The sum of the bytes, below 256."""
    return <int>((row * <uint64_t>0x0101010101010101) >> 56)


cdef inline bint several(uint32_t mask) noexcept nogil:
    return (mask & (mask - 1)) != 0
