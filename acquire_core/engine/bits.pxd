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
    #elif defined(__x86_64__) || defined(_M_X64)
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
    #elif defined(__x86_64__) || defined(_M_X64)
        return (uint32_t)_mm_movemask_epi8(_mm_cvtsi64_si128((long long)x));
    #else
        return (uint32_t)(((x & ACQ_TOPS) >> 7) * 0x0102040810204080ULL >> 56);
    #endif
    }
    #if !defined(__BMI2__)
    /* Positions of the set bits of a byte, four bits each, lowest first. */
    static const uint32_t acq_positions[256] = {
        0x0, 0x0, 0x1, 0x10, 0x2, 0x20, 0x21, 0x210, 0x3, 0x30,
        0x31, 0x310, 0x32, 0x320, 0x321, 0x3210, 0x4, 0x40, 0x41, 0x410,
        0x42, 0x420, 0x421, 0x4210, 0x43, 0x430, 0x431, 0x4310, 0x432, 0x4320,
        0x4321, 0x43210, 0x5, 0x50, 0x51, 0x510, 0x52, 0x520, 0x521, 0x5210,
        0x53, 0x530, 0x531, 0x5310, 0x532, 0x5320, 0x5321, 0x53210, 0x54, 0x540,
        0x541, 0x5410, 0x542, 0x5420, 0x5421, 0x54210, 0x543, 0x5430, 0x5431, 0x54310,
        0x5432, 0x54320, 0x54321, 0x543210, 0x6, 0x60, 0x61, 0x610, 0x62, 0x620,
        0x621, 0x6210, 0x63, 0x630, 0x631, 0x6310, 0x632, 0x6320, 0x6321, 0x63210,
        0x64, 0x640, 0x641, 0x6410, 0x642, 0x6420, 0x6421, 0x64210, 0x643, 0x6430,
        0x6431, 0x64310, 0x6432, 0x64320, 0x64321, 0x643210, 0x65, 0x650, 0x651, 0x6510,
        0x652, 0x6520, 0x6521, 0x65210, 0x653, 0x6530, 0x6531, 0x65310, 0x6532, 0x65320,
        0x65321, 0x653210, 0x654, 0x6540, 0x6541, 0x65410, 0x6542, 0x65420, 0x65421, 0x654210,
        0x6543, 0x65430, 0x65431, 0x654310, 0x65432, 0x654320, 0x654321, 0x6543210, 0x7, 0x70,
        0x71, 0x710, 0x72, 0x720, 0x721, 0x7210, 0x73, 0x730, 0x731, 0x7310,
        0x732, 0x7320, 0x7321, 0x73210, 0x74, 0x740, 0x741, 0x7410, 0x742, 0x7420,
        0x7421, 0x74210, 0x743, 0x7430, 0x7431, 0x74310, 0x7432, 0x74320, 0x74321, 0x743210,
        0x75, 0x750, 0x751, 0x7510, 0x752, 0x7520, 0x7521, 0x75210, 0x753, 0x7530,
        0x7531, 0x75310, 0x7532, 0x75320, 0x75321, 0x753210, 0x754, 0x7540, 0x7541, 0x75410,
        0x7542, 0x75420, 0x75421, 0x754210, 0x7543, 0x75430, 0x75431, 0x754310, 0x75432, 0x754320,
        0x754321, 0x7543210, 0x76, 0x760, 0x761, 0x7610, 0x762, 0x7620, 0x7621, 0x76210,
        0x763, 0x7630, 0x7631, 0x76310, 0x7632, 0x76320, 0x76321, 0x763210, 0x764, 0x7640,
        0x7641, 0x76410, 0x7642, 0x76420, 0x76421, 0x764210, 0x7643, 0x76430, 0x76431, 0x764310,
        0x76432, 0x764320, 0x764321, 0x7643210, 0x765, 0x7650, 0x7651, 0x76510, 0x7652, 0x76520,
        0x76521, 0x765210, 0x7653, 0x76530, 0x76531, 0x765310, 0x76532, 0x765320, 0x765321, 0x7653210,
        0x7654, 0x76540, 0x76541, 0x765410, 0x76542, 0x765420, 0x765421, 0x7654210, 0x76543, 0x765430,
        0x765431, 0x7654310, 0x765432, 0x7654320, 0x7654321, 0x76543210,
    };
    #endif
    /* The position of the k-th set bit of a byte (k = 0 for the lowest); there is one. */
    ACQ_INLINE int acq_select(uint32_t x, int k) {
    #if defined(__BMI2__)
        return acq_lowest(_pdep_u32(1U << k, x));
    #else
        return (int)(acq_positions[x & 0xFF] >> 4 * k & 15);
    #endif
    }
    /* Choose evenly, by the 16-bit number x, one of the bytes of `row` whose top bit is set. There is at least one, and all
       other bits are 0. The result is eight times the index of the byte, which is what shifts need. */
    ACQ_INLINE int acq_pick(uint64_t row, uint32_t x) {
    #if defined(__BMI2__)
        return (int)_tzcnt_u64(_pdep_u64(1ULL << (x * (uint32_t)_mm_popcnt_u64(row) >> 16), row)) & 56;
    #else
        uint32_t mask = acq_tops(row);
        return 8 * acq_select(mask, (int)(x * (uint32_t)acq_popcount8(mask) >> 16));
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
    """Return a row with a single share of `chain`."""
    return <uint64_t>1 << (8 * chain)


cdef inline uint64_t some(uint64_t row) noexcept nogil:
    """Return a row with the top bit set in each byte where `row` is not zero."""
    return (row + <uint64_t>0x7F7F7F7F7F7F7F7F) & TOPS


cdef inline uint64_t at_least(uint64_t row, uint64_t floor_row) noexcept nogil:
    """Return a row with the top bit set in each byte where `row` is not below `floor_row`."""
    return ((row | TOPS) - floor_row) & TOPS


cdef inline int bytes_sum(uint64_t row) noexcept nogil:
    """Return the sum of the bytes; it must be below 256."""
    return <int>((row * ONES) >> 56)


cdef inline bint several(uint32_t mask) noexcept nogil:
    """Return True if at least two bits are set."""
    return (mask & (mask - 1)) != 0
