"""Points from their encodings, and which of them are of the subgroup of prime order: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

Both need roots, and those of several points are taken together (powers.pxd). The first root for the subgroup follows from y
alone, which the encoding shows, so it is taken together with the root that is x.
"""

from acquire_net.crypto.curve cimport D, Extended
from acquire_net.crypto.field cimport ONE, ZERO, Element, add, equal, minus, multiply, pack, square, unpack
from acquire_net.crypto.powers cimport Root, begin_root, finish_root, raise_all

cdef enum:
    BATCH = 8  # points that are decoded together
    ENCODED = 32  # bytes of a point
    ALL_WELL = -1

cdef extern from * nogil:
    """
    /* A root of -486664, and that root of 486664 less 2 which fits it. */
    static const acquire_element acquire_montgomery_scale = {{
        0x604aaff457e06ULL, 0x2296fa350598dULL, 0x7f13dfb16874fULL, 0x35de93d846e01ULL, 0x0f26edf460a00ULL}};
    static const acquire_element acquire_tangent = {{
        0x248ef9c884413ULL, 0x0e509526c7d34ULL, 0x7d29bbd8d6847ULL, 0x157e10fd3bd6bULL, 0x6be4f497f9a9cULL}};
    static const acquire_element acquire_486664 = {{486664, 0, 0, 0, 0}};
    """
    const Element MONTGOMERY_SCALE "acquire_montgomery_scale"
    const Element TANGENT "acquire_tangent"
    const Element A_PLUS_2 "acquire_486664"

# The test whether a point is of the subgroup, between two of its steps.
ctypedef struct Membership:
    Root root
    Element pairing
    Element power
    bint possible


# --- encodings ---

cdef inline void begin_decoding(Extended* r, Root* root, const unsigned char* data) noexcept nogil:
    """Read y, and prepare the root that x is."""
    cdef Element u, v
    unpack(&r.y, data)
    r.z = ONE
    square(&u, &r.y)
    multiply(&v, &u, &D)
    minus(&u, &u, &ONE)
    add(&v, &v, &ONE)
    begin_root(root, &u, &v)


cdef inline bint finish_decoding(Extended* r, const Root* root, const unsigned char* data) noexcept nogil:
    """Complete a point (RFC 8032, 5.1.3); return False unless `data` is its one encoding. Any point of the curve will do."""
    cdef unsigned char again[ENCODED]
    cdef int sign, k
    if not finish_root(&r.x, root):
        return False
    pack(again, &r.x)
    if (again[0] & 1) != data[31] >> 7:
        minus(&r.x, &ZERO, &r.x)
    multiply(&r.x, &r.x, &ONE)
    multiply(&r.t, &r.x, &r.y)
    # A second encoding of a point has y of p or more, or a sign for x = 0. Both show when the point is written again.
    pack(again, &r.x)
    sign = again[0] & 1
    pack(again, &r.y)
    again[31] |= sign << 7
    for k in range(ENCODED):
        if again[k] != data[k]:
            return False
    return True


# --- the subgroup ---

cdef inline void begin_membership(Membership* r, const Element* y) noexcept nogil:
    """Begin to find out whether a point with z = 1 is 8 times a point and not the identity. It takes two powers, and not a
    multiplication by q.

    On the Montgomery curve E: v^2 = u (u^2 + A u + 1), u = (1 + y) / (1 - y), v = c u / x, c^2 = -(A + 2), the group is cyclic
    of order 8 q. Doubling on E goes through E': v'^2 = u' (u' - A - 2) (u' - A + 2), and its second half takes (u', v') to
    u = v'^2 / 4 u'^2. So P comes from E' iff u = s^2, and then from Q: u' = A + 2 + 2 (u - 1) + 2 c s / x, v' = 2 s u'. The
    points of E' whose order is a power of 2 are the sums of T = (0, 0), which the second half takes to O, and multiples of F,
    of order 4, where the first half takes a point of order 8. Hence P is in 8 E iff Q is in 4 E' or in T + 4 E'. There is one
    S of order 4, up to its sign, whose Tate pairing with T is 1; that with F has order 4 then, or the pairing would be
    degenerate. So P is in 8 E iff u is a square and f(Q) a fourth power, where f has the divisor 4 S - 4 O: this is
    f = (v' - l m)^2 / m with m = u' - A - 2 and l the slope of the tangent at S, which is a root of A + 2 less 2. The steps
    after this one multiply f by fourth powers until no fraction is left; where it is 0, the point has small order.
    """
    cdef Element t
    square(&t, y)
    minus(&t, &ONE, &t)
    begin_root(&r.root, &t, &ONE)


cdef inline void pair_with_order_four(Membership* r, const Extended* p) noexcept nogil:
    """Take f(Q), if u is a square, and prepare its power."""
    cdef Element w, m, delta, tangent, t
    # w = s (1 - y) is a root of 1 - y^2.
    r.power = r.pairing = ZERO
    r.possible = finish_root(&w, &r.root)
    if not r.possible:
        return
    minus(&delta, &ONE, &p.y)
    # m = M / (delta x), M = 2 (2 x y + c w); p.t is x y.
    multiply(&m, &w, &MONTGOMERY_SCALE)
    add(&m, &m, &p.t)
    add(&m, &m, &p.t)
    add(&m, &m, &m)
    # v' - l m = L / (delta^2 x), L = 2 w (M + (A + 2) delta x) - l M delta.
    multiply(&t, &delta, &p.x)
    multiply(&t, &t, &A_PLUS_2)
    add(&t, &t, &m)
    multiply(&t, &t, &w)
    add(&t, &t, &t)
    multiply(&tangent, &m, &TANGENT)
    multiply(&tangent, &tangent, &delta)
    minus(&t, &t, &tangent)
    # f = L^2 / (delta^3 x M), and as a fourth power L^2 delta (x M)^3.
    multiply(&r.pairing, &t, &t)
    multiply(&r.pairing, &r.pairing, &delta)
    multiply(&m, &m, &p.x)
    multiply(&r.pairing, &r.pairing, &m)
    multiply(&r.pairing, &r.pairing, &m)
    multiply(&r.pairing, &r.pairing, &m)
    r.power = r.pairing


cdef inline bint finish_membership(const Membership* r) noexcept nogil:
    """Return True if f(Q) is a fourth power: f^((p - 1) / 4) = (f^((p - 5) / 8))^2 f."""
    cdef Element t
    square(&t, &r.power)
    multiply(&t, &t, &r.pairing)
    return r.possible and equal(&t, &ONE)


# --- several points at once ---

cdef inline int first_outsider(Membership* members, const Extended* points, int count) noexcept nogil:
    """Return the number of the first of at most BATCH points that is not of the subgroup, or ALL_WELL. Each of
    `members` has begun, and the power of its root was raised."""
    cdef Element* powers[BATCH]
    cdef int i
    for i in range(count):
        pair_with_order_four(&members[i], &points[i])
        powers[i] = &members[i].power
    raise_all(powers, count)
    for i in range(count):
        if not finish_membership(&members[i]):
            return i
    return ALL_WELL


cdef inline int decode_batch(Extended* points, const unsigned char* data, int count, bint strict) noexcept nogil:
    """Decode at most BATCH points. Return ALL_WELL, or the number of the first that is not the one encoding of a point; `strict`
    asks for one of the subgroup, which is not the identity."""
    cdef Root roots[BATCH]
    cdef Membership members[BATCH]
    cdef Element* powers[2 * BATCH]
    cdef int i, bad = ALL_WELL
    for i in range(count):
        begin_decoding(&points[i], &roots[i], data + ENCODED * i)
        powers[i] = &roots[i].power
        if strict:
            begin_membership(&members[i], &points[i].y)
            powers[count + i] = &members[i].root.power
    raise_all(powers, 2 * count if strict else count)
    for i in range(count):
        if not finish_decoding(&points[i], &roots[i], data + ENCODED * i):
            bad = i
            break
    if not strict:
        return bad
    i = first_outsider(members, points, count if bad == ALL_WELL else bad)
    return bad if i == ALL_WELL else i


cdef inline bint all_in_subgroup(const Extended* points, Py_ssize_t count) noexcept nogil:
    """Return True if all points, with z = 1, are of the subgroup, and none is the identity."""
    cdef Membership members[BATCH]
    cdef Element* powers[BATCH]
    cdef Py_ssize_t start = 0
    cdef int i, few
    while start < count:
        few = <int>min(count - start, BATCH)
        for i in range(few):
            begin_membership(&members[i], &points[start + i].y)
            powers[i] = &members[i].root.power
        raise_all(powers, few)
        if first_outsider(members, points + start, few) != ALL_WELL:
            return False
        start += few
    return True
