"""Bits and rows of bytes, portable; wider instructions are used where the compiler was allowed them.

A row is eight bytes in a uint64. Byte values stay below 128, so the top bit of each byte carries comparisons
(SWAR). Everything shifts and nothing points, so the byte order of the machine does not matter.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
      #include <immintrin.h>
    #elif defined(__SSE2__) || defined(_M_X64)
      #include <emmintrin.h>
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define ACQ_INLINE static __forceinline
    #else
      #define ACQ_INLINE static inline __attribute__((always_inline))
    #endif

    #define ACQ_TOPS 0x8080808080808080ULL
    #define ACQ_ONES 0x0101010101010101ULL

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
    #elif defined(__SSE2__) || defined(_M_X64)
        return (uint32_t)_mm_movemask_epi8(_mm_cvtsi64_si128((long long)x));
    #else
        return (uint32_t)(((x & ACQ_TOPS) >> 7) * 0x0102040810204080ULL >> 56);
    #endif
    }
    #if !defined(__BMI2__)
    /* Positions of the set bits of a byte, lowest first. */
    #define ACQ_P(x) ((x) & 1 ? 0 : (x) & 2 ? 1 : (x) & 4 ? 2 : (x) & 8 ? 3 : (x) & 16 ? 4 : (x) & 32 ? 5 : (x) & 64 ? 6 : 7)
    #define ACQ_D(x) ((x) & ((x) - 1))
    #define ACQ_ROW(x) { ACQ_P(x), ACQ_P(ACQ_D(x)), ACQ_P(ACQ_D(ACQ_D(x))), ACQ_P(ACQ_D(ACQ_D(ACQ_D(x)))), \
        ACQ_P(ACQ_D(ACQ_D(ACQ_D(ACQ_D(x))))), ACQ_P(ACQ_D(ACQ_D(ACQ_D(ACQ_D(ACQ_D(x)))))), \
        ACQ_P(ACQ_D(ACQ_D(ACQ_D(ACQ_D(ACQ_D(ACQ_D(x))))))), 7 }
    #define ACQ_4(x) ACQ_ROW(x), ACQ_ROW(x + 1), ACQ_ROW(x + 2), ACQ_ROW(x + 3)
    #define ACQ_16(x) ACQ_4(x), ACQ_4(x + 4), ACQ_4(x + 8), ACQ_4(x + 12)
    #define ACQ_64(x) ACQ_16(x), ACQ_16(x + 16), ACQ_16(x + 32), ACQ_16(x + 48)
    static const uint8_t acq_positions[256][8] = { ACQ_64(0), ACQ_64(64), ACQ_64(128), ACQ_64(192) };
    #endif
    /* The position of the k-th set bit of a byte (k = 0 for the lowest); there is one. */
    ACQ_INLINE int acq_select(uint32_t x, int k) {
    #if defined(__BMI2__)
        return acq_lowest(_pdep_u32(1U << k, x));
    #else
        return acq_positions[x & 0xFF][k];
    #endif
    }
    /* One of the bytes of `row` whose top bit is set (there is one; the other bits are 0), chosen evenly by the 16-bit
       number x: eight times its index. */
    ACQ_INLINE int acq_pick(uint64_t row, uint32_t x) {
    #if defined(__BMI2__)
        return (int)_tzcnt_u64(_pdep_u64(1ULL << (x * (uint32_t)_mm_popcnt_u64(row) >> 16), row)) & 56;
    #else
        uint32_t mask = acq_tops(row);
        return 8 * acq_positions[mask][x * (uint32_t)acq_popcount8(mask) >> 16];
    #endif
    }
    """
    const uint64_t TOPS "ACQ_TOPS"
    const uint64_t ONES "ACQ_ONES"
    int lowest "acq_lowest"(uint32_t x)
    int popcount8 "acq_popcount8"(uint32_t x)
    uint32_t tops_mask "acq_tops"(uint64_t x)
    int pick_shift "acq_pick"(uint64_t row, uint32_t x)
    int nth_bit "acq_select"(uint32_t x, int k)


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
    return <int>((row * ONES) >> 56)


cdef inline bint several(uint32_t mask) noexcept nogil:
    return (mask & (mask - 1)) != 0
