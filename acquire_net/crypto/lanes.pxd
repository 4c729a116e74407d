"""Four numbers modulo p = 2^255 - 19 at once, one in each lane of wide registers: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A `Lanes` has limb k of all four numbers side by side, every limb *tight* as in field.pxd: below 2^51 + 2^15. The processor
multiplies 52 bits of each lane, so what is not tight is carried before it is multiplied. There are such instructions where
ACQUIRE_LANES is defined; elsewhere nothing here is called.

A point is added by the formulas of curve.pxd. They take two rounds of four products that do not wait for each other, so each
round is one product in lanes: first a, b, c and `twice_z` of `add_parts`, or the four squares of `double_point`, then x = e f,
y = g h, z = f g and t = e h.
"""

from libc.stdint cimport uint64_t

from acquire_net.crypto.field cimport Element

cdef extern from * nogil:
    """
    typedef struct { uint64_t limb[5][4]; } acquire_lanes;
    /* Two times four factors, of which `left` times `right` is a point. */
    typedef struct { acquire_lanes left, right; } acquire_lane_factors;

    #ifdef ACQUIRE_LANES
    #include <immintrin.h>
    #define ACQUIRE_HAS_LANES 1

    typedef __m256i acquire_row;  /* one limb of four numbers */
    typedef struct { acquire_row limb[5]; } acquire_rows;

    /* Which lanes get what, in the order of a shuffle's arguments: the first lane first. */
    #define ACQUIRE_FROM(a, b, c, d) ((a) | (b) << 2 | (c) << 4 | (d) << 6)
    #define ACQUIRE_ONLY(a, b, c, d) ((__mmask8)((a) | (b) << 1 | (c) << 2 | (d) << 3))
    #define acquire_take _mm256_permutex_epi64
    #define acquire_take_only _mm256_maskz_permutex_epi64
    #define acquire_row_plus _mm256_add_epi64
    #define acquire_row_minus _mm256_sub_epi64

    ACQUIRE_INLINE acquire_rows acquire_load(const acquire_lanes *from) {
        acquire_rows r;
        for (int k = 0; k < 5; k++) r.limb[k] = _mm256_loadu_si256((const acquire_row *)from->limb[k]);
        return r;
    }
    ACQUIRE_INLINE void acquire_store(acquire_lanes *to, acquire_rows a) {
        for (int k = 0; k < 5; k++) _mm256_storeu_si256((acquire_row *)to->limb[k], a.limb[k]);
    }
    /* Limb k of 2 p: enough to subtract a tight number from. */
    ACQUIRE_INLINE acquire_row acquire_twice_p(int k) {
        return _mm256_set1_epi64x(2 * (int64_t)(k ? ACQUIRE_LIMB : ACQUIRE_LIMB - 18));
    }
    ACQUIRE_INLINE acquire_row acquire_times_19(acquire_row a) {
        return acquire_row_plus(acquire_row_plus(a, _mm256_slli_epi64(a, 1)), _mm256_slli_epi64(a, 4));
    }
    /* All limbs carry at once: tight if they were below 2^60. */
    ACQUIRE_INLINE acquire_rows acquire_carry_rows(acquire_rows a) {
        const acquire_row mask = _mm256_set1_epi64x((int64_t)ACQUIRE_LIMB);
        acquire_rows r;
        for (int k = 0; k < 5; k++) {
            acquire_row over = _mm256_srli_epi64(a.limb[k ? k - 1 : 4], 51);
            r.limb[k] = acquire_row_plus(_mm256_and_si256(a.limb[k], mask), k ? over : acquire_times_19(over));
        }
        return r;
    }
    /* Products of limbs have 104 bits: a lower part of 52, and an upper one that counts twice at the next limb, of 51 bits. Add
       up the ten sums of both, and what is above the fifth limb 19 times at the bottom. */
    ACQUIRE_INLINE acquire_rows acquire_fold_rows(const acquire_row low[10], const acquire_row high[10]) {
        acquire_row sum[10];
        acquire_rows r;
        sum[0] = low[0];
        for (int k = 1; k < 10; k++) sum[k] = acquire_row_plus(low[k], acquire_row_plus(high[k], high[k]));
        for (int k = 0; k < 5; k++) r.limb[k] = acquire_row_plus(sum[k], acquire_times_19(sum[k + 5]));
        return acquire_carry_rows(r);
    }
    ACQUIRE_INLINE acquire_rows acquire_multiply_rows(acquire_rows a, acquire_rows b) {
        acquire_row low[10], high[10];
        for (int k = 0; k < 10; k++) low[k] = high[k] = _mm256_setzero_si256();
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < 5; k++) {
                low[i + k] = _mm256_madd52lo_epu64(low[i + k], a.limb[i], b.limb[k]);
                high[i + k + 1] = _mm256_madd52hi_epu64(high[i + k + 1], a.limb[i], b.limb[k]);
            }
        }
        return acquire_fold_rows(low, high);
    }
    ACQUIRE_INLINE acquire_rows acquire_square_rows(acquire_rows a) {
        acquire_row low[10], high[10];
        for (int k = 0; k < 10; k++) low[k] = high[k] = _mm256_setzero_si256();
        for (int i = 0; i < 5; i++) {
            for (int k = i + 1; k < 5; k++) {
                low[i + k] = _mm256_madd52lo_epu64(low[i + k], a.limb[i], a.limb[k]);
                high[i + k + 1] = _mm256_madd52hi_epu64(high[i + k + 1], a.limb[i], a.limb[k]);
            }
        }
        for (int k = 0; k < 10; k++) {
            low[k] = acquire_row_plus(low[k], low[k]);
            high[k] = acquire_row_plus(high[k], high[k]);
        }
        for (int i = 0; i < 5; i++) {
            low[2 * i] = _mm256_madd52lo_epu64(low[2 * i], a.limb[i], a.limb[i]);
            high[2 * i + 1] = _mm256_madd52hi_epu64(high[2 * i + 1], a.limb[i], a.limb[i]);
        }
        return acquire_fold_rows(low, high);
    }

    ACQUIRE_INLINE void acquire_lanes_multiply(acquire_lanes *r, const acquire_lanes *a, const acquire_lanes *b) {
        acquire_store(r, acquire_multiply_rows(acquire_load(a), acquire_load(b)));
    }
    ACQUIRE_INLINE void acquire_lanes_square(acquire_lanes *r, const acquire_lanes *a, int times) {
        acquire_rows square = acquire_load(a);
        for (int k = 0; k < times; k++) square = acquire_square_rows(square);
        acquire_store(r, square);
    }

    /* Turn lanes (x, y, z, t) into (y - x, y + x, t, z), carried. */
    ACQUIRE_INLINE acquire_rows acquire_crossed(acquire_rows p) {
        acquire_rows r;
        for (int k = 0; k < 5; k++) {
            acquire_row x = acquire_take_only(ACQUIRE_ONLY(1, 1, 0, 0), p.limb[k], ACQUIRE_FROM(0, 0, 0, 0));
            x = _mm256_mask_sub_epi64(x, ACQUIRE_ONLY(1, 0, 0, 0), acquire_twice_p(k), x);
            r.limb[k] = acquire_row_plus(acquire_take(p.limb[k], ACQUIRE_FROM(1, 1, 3, 2)), x);
        }
        return acquire_carry_rows(r);
    }
    ACQUIRE_INLINE void acquire_lanes_addend(acquire_lanes *r, const acquire_lanes *p, const acquire_element *twice_d) {
        acquire_rows scale;
        for (int k = 0; k < 5; k++) scale.limb[k] = _mm256_set_epi64x(k ? 0 : 2, (int64_t)twice_d->v[k], k ? 0 : 1, k ? 0 : 1);
        acquire_store(r, acquire_multiply_rows(acquire_crossed(acquire_load(p)), scale));
    }
    ACQUIRE_INLINE void acquire_lanes_add(acquire_lane_factors *r, const acquire_lanes *p, const acquire_lanes *addend,
                                          int negative) {
        acquire_rows q = acquire_load(addend), left, right;
        /* The negative of a point has the first two lanes exchanged, and the third one negative. */
        __mmask8 all = negative ? 15 : 0, third = negative ? 4 : 0;
        for (int k = 0; k < 5; k++) {
            q.limb[k] = _mm256_mask_permutex_epi64(q.limb[k], all, q.limb[k], ACQUIRE_FROM(1, 0, 2, 3));
            q.limb[k] = _mm256_mask_sub_epi64(q.limb[k], third, acquire_twice_p(k), q.limb[k]);
        }
        q = acquire_multiply_rows(acquire_crossed(acquire_load(p)), q);
        for (int k = 0; k < 5; k++) {
            acquire_row a = acquire_take(q.limb[k], ACQUIRE_FROM(0, 2, 2, 0));
            acquire_row b = acquire_take(q.limb[k], ACQUIRE_FROM(1, 3, 3, 1));
            /* (e, g, f, e) and (f, h, g, h), where e = b - a, f = d - c, g = d + c, h = b + a; q is (a, b, c, d). */
            left.limb[k] = acquire_row_plus(b, _mm256_mask_sub_epi64(a, ACQUIRE_ONLY(1, 0, 1, 1), acquire_twice_p(k), a));
            a = acquire_take(q.limb[k], ACQUIRE_FROM(2, 0, 2, 0));
            b = acquire_take(q.limb[k], ACQUIRE_FROM(3, 1, 3, 1));
            right.limb[k] = acquire_row_plus(b, _mm256_mask_sub_epi64(a, ACQUIRE_ONLY(1, 0, 0, 0), acquire_twice_p(k), a));
        }
        acquire_store(&r->left, acquire_carry_rows(left));
        acquire_store(&r->right, acquire_carry_rows(right));
    }
    ACQUIRE_INLINE void acquire_lanes_double(acquire_lane_factors *r, const acquire_lanes *point) {
        acquire_rows p = acquire_load(point), left, right;
        for (int k = 0; k < 5; k++) {
            acquire_row x = acquire_take_only(ACQUIRE_ONLY(0, 0, 0, 1), p.limb[k], ACQUIRE_FROM(0, 0, 0, 0));
            p.limb[k] = acquire_row_plus(x, acquire_take(p.limb[k], ACQUIRE_FROM(0, 1, 2, 1)));
        }
        p = acquire_carry_rows(p);
        p = acquire_multiply_rows(p, p);
        for (int k = 0; k < 5; k++) {
            acquire_row xx = acquire_take(p.limb[k], ACQUIRE_FROM(0, 0, 0, 0));
            acquire_row yy = acquire_take(p.limb[k], ACQUIRE_FROM(1, 1, 1, 1));
            acquire_row h = acquire_row_plus(xx, yy), g = acquire_row_minus(acquire_row_plus(xx, acquire_twice_p(k)), yy);
            acquire_row twice = acquire_row_plus(p.limb[k], p.limb[k]), more = p.limb[k];
            /* (e, g, f, e) and (f, h, g, h), where e = h - (x + y)^2, f = g + 2 z^2. */
            more = _mm256_mask_sub_epi64(twice, ACQUIRE_ONLY(0, 0, 0, 1), acquire_twice_p(k), more);
            left.limb[k] = acquire_row_plus(_mm256_mask_blend_epi64(ACQUIRE_ONLY(0, 1, 1, 0), h, g),
                                            acquire_take_only(ACQUIRE_ONLY(1, 0, 1, 1), more, ACQUIRE_FROM(3, 0, 2, 3)));
            right.limb[k] = acquire_row_plus(_mm256_mask_blend_epi64(ACQUIRE_ONLY(1, 0, 1, 0), h, g),
                                             acquire_take_only(ACQUIRE_ONLY(1, 0, 0, 0), twice, ACQUIRE_FROM(2, 0, 0, 0)));
        }
        acquire_store(&r->left, acquire_carry_rows(left));
        acquire_store(&r->right, acquire_carry_rows(right));
    }
    #else
    #define ACQUIRE_HAS_LANES 0
    static inline void acquire_lanes_multiply(acquire_lanes *r, const acquire_lanes *a, const acquire_lanes *b) {}
    static inline void acquire_lanes_square(acquire_lanes *r, const acquire_lanes *a, int times) {}
    static inline void acquire_lanes_addend(acquire_lanes *r, const acquire_lanes *p, const acquire_element *d) {}
    static inline void acquire_lanes_add(acquire_lane_factors *r, const acquire_lanes *p, const acquire_lanes *a, int negative) {}
    static inline void acquire_lanes_double(acquire_lane_factors *r, const acquire_lanes *p) {}
    #endif
    """
    ctypedef struct Lanes "acquire_lanes":
        uint64_t limb[5][4]
    ctypedef struct LaneFactors "acquire_lane_factors":
        Lanes left
        Lanes right
    bint HAS_LANES "ACQUIRE_HAS_LANES"
    void multiply_lanes "acquire_lanes_multiply"(Lanes* r, const Lanes* a, const Lanes* b)
    void square_lanes "acquire_lanes_square"(Lanes* r, const Lanes* a, int times)  # to the power 2^times; times > 0
    void make_lane_addend "acquire_lanes_addend"(Lanes* r, const Lanes* p, const Element* twice_d)  # y - x, y + x, 2 d t, 2 z
    void add_lanes "acquire_lanes_add"(LaneFactors* r, const Lanes* p, const Lanes* addend, bint negative)
    void double_lanes "acquire_lanes_double"(LaneFactors* r, const Lanes* p)

cdef enum:
    LANES = 4


cdef inline void put_in_lane(Lanes* r, int lane, const Element* a) noexcept nogil:
    """Set one of the four numbers. It is tight."""
    cdef int k
    for k in range(5):
        r.limb[k][lane] = a.v[k]


cdef inline void take_from_lane(Element* r, const Lanes* a, int lane) noexcept nogil:
    cdef int k
    for k in range(5):
        r.v[k] = a.limb[k][lane]
