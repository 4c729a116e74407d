"""Numbers modulo p = 2^255 - 19, in variable time: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

An Element is a sum of v[k] * 2^(51 k). What `multiply` and its like return is *tight*: every limb is below 2^51 + 2^15. Sums
and differences are not carried; `multiply` takes anything with limbs below 2^54, `minus` subtracts what is tight or a sum of
two tight ones. A result may lie where an operand lies, because every function reads its operands before it writes.

Sums of products of limbs need 128 bits. Where the compiler has such a type, a Wide is one. MSVC has none, but gives the upper
half of a product. Elsewhere, and wherever ACQUIRE_PORTABLE_PRODUCTS is defined, a Wide is three sums of products of half limbs:
low + middle * 2^27 + high * 2^54. Factors stay below 2^54 and 2^58.3 (a limb times 19), so their halves are below 2^27 and
2^31.3, and all three sums below 2^61.
"""

from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if !defined(__SIZEOF_INT128__)
      #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
        #include <intrin.h>
      #elif !defined(ACQUIRE_PORTABLE_PRODUCTS)
        #define ACQUIRE_PORTABLE_PRODUCTS
      #endif
    #endif

    /* Functions that pass wide numbers are inlined wherever they are used: a call would pass these through memory. */
    #if defined(__GNUC__)
    #define ACQUIRE_INLINE static inline __attribute__((always_inline))
    #define ACQUIRE_NEVER_INLINE static __attribute__((noinline))
    #elif defined(_MSC_VER)
    #define ACQUIRE_INLINE static __forceinline
    #define ACQUIRE_NEVER_INLINE static __declspec(noinline)
    #else
    #define ACQUIRE_INLINE static inline
    #define ACQUIRE_NEVER_INLINE static
    #endif

    #define ACQUIRE_LIMB ((((uint64_t)1) << 51) - 1)
    #define ACQUIRE_HALF ((((uint64_t)1) << 27) - 1)

    typedef struct { uint64_t v[5]; } acquire_element;

    static const acquire_element acquire_zero = {{0, 0, 0, 0, 0}};
    static const acquire_element acquire_one = {{1, 0, 0, 0, 0}};
    /* A square root of -1: 2^((p - 1) / 4). */
    static const acquire_element acquire_root_of_minus_one = {{
        0x61b274a0ea0b0ULL, 0x0d5a5fc8f189dULL, 0x7ef5e9cbd0c60ULL, 0x78595a6804c9eULL, 0x2b8324804fc1dULL}};

    #if defined(ACQUIRE_PORTABLE_PRODUCTS)
    typedef struct { uint64_t low, middle, high; } acquire_wide;
    static inline acquire_wide acquire_plus(acquire_wide sum, uint64_t a, uint64_t b) {
        uint64_t a0 = a & ACQUIRE_HALF, a1 = a >> 27, b0 = b & ACQUIRE_HALF, b1 = b >> 27;
        sum.low += a0 * b0;
        sum.middle += a0 * b1 + a1 * b0;
        sum.high += a1 * b1;
        return sum;
    }
    static inline acquire_wide acquire_product(uint64_t a, uint64_t b) {
        acquire_wide none = {0, 0, 0};
        return acquire_plus(none, a, b);
    }
    /* The bits below 2^51 of the sum, and with them the part of `low` that is above. */
    static inline uint64_t acquire_bottom(acquire_wide sum) { return sum.low + ((sum.middle << 27) & ACQUIRE_LIMB); }
    static inline uint64_t acquire_limb(acquire_wide sum) { return acquire_bottom(sum) & ACQUIRE_LIMB; }
    static inline uint64_t acquire_carry(acquire_wide sum) {
        return (acquire_bottom(sum) >> 51) + (sum.middle >> 24) + (sum.high << 3);
    }
    #elif defined(__SIZEOF_INT128__)
    typedef unsigned __int128 acquire_wide;
    static inline acquire_wide acquire_product(uint64_t a, uint64_t b) { return (acquire_wide)a * b; }
    static inline acquire_wide acquire_plus(acquire_wide sum, uint64_t a, uint64_t b) { return sum + (acquire_wide)a * b; }
    static inline uint64_t acquire_limb(acquire_wide sum) { return (uint64_t)sum & ACQUIRE_LIMB; }
    /* Not (sum >> 51): compilers make a double shift of that, which is slow on many processors. */
    static inline uint64_t acquire_carry(acquire_wide sum) {
        return ((uint64_t)(sum >> 64) << 13) + ((uint64_t)sum >> 51);
    }
    #else
    typedef struct { uint64_t low, high; } acquire_wide;
    static inline acquire_wide acquire_product(uint64_t a, uint64_t b) {
        acquire_wide sum;
        sum.low = a * b;
        sum.high = __umulh(a, b);
        return sum;
    }
    static inline acquire_wide acquire_plus(acquire_wide sum, uint64_t a, uint64_t b) {
        uint64_t low = a * b;
        sum.low += low;
        sum.high += __umulh(a, b) + (sum.low < low);
        return sum;
    }
    static inline uint64_t acquire_limb(acquire_wide sum) { return sum.low & ACQUIRE_LIMB; }
    static inline uint64_t acquire_carry(acquire_wide sum) { return (sum.high << 13) + (sum.low >> 51); }
    #endif

    /* Carry five sums of products; what leaves at the top comes back at the bottom times 19, because 2^255 = 19. All limbs carry
       at once, and then once more: no carry waits for another, which is a third faster than one after the other. */
    ACQUIRE_INLINE void acquire_fold(acquire_element *r, acquire_wide r0, acquire_wide r1, acquire_wide r2, acquire_wide r3,
                                    acquire_wide r4) {
        uint64_t t0 = acquire_limb(r0) + 19 * acquire_carry(r4);
        uint64_t t1 = acquire_limb(r1) + acquire_carry(r0);
        uint64_t t2 = acquire_limb(r2) + acquire_carry(r1);
        uint64_t t3 = acquire_limb(r3) + acquire_carry(r2);
        uint64_t t4 = acquire_limb(r4) + acquire_carry(r3);
        r->v[0] = (t0 & ACQUIRE_LIMB) + 19 * (t4 >> 51);
        r->v[1] = (t1 & ACQUIRE_LIMB) + (t0 >> 51);
        r->v[2] = (t2 & ACQUIRE_LIMB) + (t1 >> 51);
        r->v[3] = (t3 & ACQUIRE_LIMB) + (t2 >> 51);
        r->v[4] = (t4 & ACQUIRE_LIMB) + (t3 >> 51);
    }
    """
    ctypedef struct Element "acquire_element":
        uint64_t v[5]
    ctypedef struct Wide "acquire_wide":
        pass
    const Element ZERO "acquire_zero"
    const Element ONE "acquire_one"
    const Element ROOT_OF_MINUS_ONE "acquire_root_of_minus_one"
    const uint64_t LIMB "ACQUIRE_LIMB"
    Wide product "acquire_product"(uint64_t a, uint64_t b)
    Wide plus "acquire_plus"(Wide sum, uint64_t a, uint64_t b)
    void fold "acquire_fold"(Element* r, Wide r0, Wide r1, Wide r2, Wide r3, Wide r4)


# --- sums, not carried ---

cdef inline void add(Element* r, const Element* a, const Element* b) noexcept nogil:
    cdef int k
    for k in range(5):
        r.v[k] = a.v[k] + b.v[k]


cdef inline void minus(Element* r, const Element* a, const Element* b) noexcept nogil:
    """Subtract as a - b + 4 p, so that no limb goes below zero."""
    cdef int k
    r.v[0] = a.v[0] + 4 * (LIMB - 18) - b.v[0]
    for k in range(1, 5):
        r.v[k] = a.v[k] + 4 * LIMB - b.v[k]


# --- products, tight ---

cdef inline void multiply(Element* r, const Element* a, const Element* b) noexcept nogil:
    cdef uint64_t a0 = a.v[0], a1 = a.v[1], a2 = a.v[2], a3 = a.v[3], a4 = a.v[4]
    cdef uint64_t b0 = b.v[0], b1 = b.v[1], b2 = b.v[2], b3 = b.v[3], b4 = b.v[4]
    cdef uint64_t c1 = 19 * b1, c2 = 19 * b2, c3 = 19 * b3, c4 = 19 * b4
    fold(
        r,
        plus(plus(plus(plus(product(a0, b0), a1, c4), a2, c3), a3, c2), a4, c1),
        plus(plus(plus(plus(product(a0, b1), a1, b0), a2, c4), a3, c3), a4, c2),
        plus(plus(plus(plus(product(a0, b2), a1, b1), a2, b0), a3, c4), a4, c3),
        plus(plus(plus(plus(product(a0, b3), a1, b2), a2, b1), a3, b0), a4, c4),
        plus(plus(plus(plus(product(a0, b4), a1, b3), a2, b2), a3, b1), a4, b0),
    )


cdef inline void square(Element* r, const Element* a) noexcept nogil:
    """Square a number with limbs below 2^53, because one of the factors is doubled."""
    cdef uint64_t a0 = a.v[0], a1 = a.v[1], a2 = a.v[2], a3 = a.v[3], a4 = a.v[4]
    cdef uint64_t d0 = 2 * a0, d1 = 2 * a1, d2 = 2 * a2, c3 = 19 * a3, c4 = 19 * a4
    fold(
        r,
        plus(plus(product(a0, a0), d1, c4), d2, c3),
        plus(plus(product(d0, a1), d2, c4), a3, c3),
        plus(plus(product(d0, a2), a1, a1), 2 * a3, c4),
        plus(plus(product(d0, a3), d1, a2), a4, c4),
        plus(plus(product(d0, a4), d1, a3), a2, a2),
    )


# --- bytes and comparisons ---

cdef inline uint64_t load64(const unsigned char* data) noexcept nogil:
    cdef uint64_t word = 0
    cdef int k
    for k in range(8):
        word |= <uint64_t>data[k] << 8 * k
    return word


cdef inline void unpack(Element* r, const unsigned char* data) noexcept nogil:
    """Read the lower 255 bits of 32 bytes, little-endian."""
    cdef uint64_t w0 = load64(data), w1 = load64(data + 8), w2 = load64(data + 16), w3 = load64(data + 24)
    r.v[0] = w0 & LIMB
    r.v[1] = (w0 >> 51 | w1 << 13) & LIMB
    r.v[2] = (w1 >> 38 | w2 << 26) & LIMB
    r.v[3] = (w2 >> 25 | w3 << 39) & LIMB
    r.v[4] = w3 >> 12 & LIMB


cdef inline void pack(unsigned char* data, const Element* a) noexcept nogil:
    """Write a number as the one below p, in 32 bytes, little-endian. Its limbs are below 2^54."""
    cdef Element t = a[0]
    cdef uint64_t word, over
    cdef int k, i
    for i in range(2):
        over = 0
        for k in range(5):
            t.v[k] += over
            over = t.v[k] >> 51
            t.v[k] &= LIMB
        t.v[0] += 19 * over
    # Below 2^255 + 19 now: one p too much exactly if adding 19 reaches 2^255.
    over = 19
    for k in range(5):
        over = t.v[k] + over >> 51
    over *= 19
    for k in range(5):
        t.v[k] += over
        over = t.v[k] >> 51
        t.v[k] &= LIMB
    for k in range(4):
        # Word k holds the bits from 64 k on: the upper part of limb k, and the lower part of the next.
        word = t.v[k] >> 13 * k | t.v[k + 1] << 51 - 13 * k
        for i in range(8):
            data[8 * k + i] = <unsigned char>(word >> 8 * i & 0xFF)


cdef inline bint equal(const Element* a, const Element* b) noexcept nogil:
    cdef unsigned char left[32]
    cdef unsigned char right[32]
    cdef int k
    pack(left, a)
    pack(right, b)
    for k in range(32):
        if left[k] != right[k]:
            return False
    return True
