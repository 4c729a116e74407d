"""Points of edwards25519, in variable time: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

The curve is -x^2 + y^2 = 1 + d x^2 y^2 with d = -121665 / 121666. The formulas are complete because d is not a square, so no case
is special: the identity, equal and opposite points add like all others. Every point here has tight coordinates (field.pxd).
"""

from acquire_net.crypto.field cimport (
    ONE, ZERO, Element, add, equal, invert, minus, multiply, pack, raise_to_eighth, root_of_ratio, square, unpack,
)

cdef extern from * nogil:
    """
    /* d and 2 d. */
    static const acquire_element acquire_d = {{
        0x34dca135978a3ULL, 0x1a8283b156ebdULL, 0x5e7a26001c029ULL, 0x739c663a03cbbULL, 0x52036cee2b6ffULL}};
    static const acquire_element acquire_twice_d = {{
        0x69b9426b2f159ULL, 0x35050762add7aULL, 0x3cf44c0038052ULL, 0x6738cc7407977ULL, 0x2406d9dc56dffULL}};
    /* For in_prime_subgroup: a root of -486664, and that root of 486664 less 2 which fits it. */
    static const acquire_element acquire_montgomery_scale = {{
        0x604aaff457e06ULL, 0x2296fa350598dULL, 0x7f13dfb16874fULL, 0x35de93d846e01ULL, 0x0f26edf460a00ULL}};
    static const acquire_element acquire_tangent = {{
        0x248ef9c884413ULL, 0x0e509526c7d34ULL, 0x7d29bbd8d6847ULL, 0x157e10fd3bd6bULL, 0x6be4f497f9a9cULL}};
    static const acquire_element acquire_486664 = {{486664, 0, 0, 0, 0}};
    """
    const Element D "acquire_d"
    const Element TWICE_D "acquire_twice_d"
    const Element MONTGOMERY_SCALE "acquire_montgomery_scale"
    const Element TANGENT "acquire_tangent"
    const Element A_PLUS_2 "acquire_486664"


# A point as (x / z, y / z), and t = x y / z, which doubling neither needs nor keeps.
ctypedef struct Extended:
    Element x
    Element y
    Element z
    Element t

# The four factors that every addition ends with: x = e f, y = g h, z = f g, t = e h. Not carried.
ctypedef struct Factors:
    Element e
    Element f
    Element g
    Element h

# What a point gives to a sum: y + x and y - x, not carried, and 2 d t.
ctypedef struct Addend:
    Element sum
    Element difference
    Element product


# --- the group law ---

cdef inline void project(Extended* r, const Factors* c) noexcept nogil:
    """Multiply the factors out to x, y and z, which doubling, encoding and `is_identity` need; r.t is left as it was."""
    multiply(&r.x, &c.e, &c.f)
    multiply(&r.y, &c.g, &c.h)
    multiply(&r.z, &c.f, &c.g)


cdef inline void extend(Extended* r, const Factors* c) noexcept nogil:
    """Multiply the factors out to all four coordinates."""
    project(r, c)
    multiply(&r.t, &c.e, &c.h)


cdef inline void double_point(Factors* r, const Extended* p) noexcept nogil:
    """Double a point by dbl-2008-hwcd with a = -1 and all four factors negated, which changes none of their products."""
    cdef Element xx, yy, zz
    square(&xx, &p.x)
    square(&yy, &p.y)
    square(&zz, &p.z)
    add(&r.e, &p.x, &p.y)
    square(&r.e, &r.e)
    add(&r.h, &xx, &yy)
    minus(&r.e, &r.h, &r.e)
    minus(&r.g, &xx, &yy)
    add(&r.f, &zz, &zz)
    add(&r.f, &r.f, &r.g)


cdef inline void add_parts(Factors* r, const Extended* p, const Element* sum, const Element* difference,
                           const Element* product, const Element* twice_z) noexcept nogil:
    """Add two points by add-2008-hwcd-3; `twice_z` is 2 z1 z2."""
    cdef Element a, b, c
    minus(&a, &p.y, &p.x)
    multiply(&a, &a, difference)
    add(&b, &p.y, &p.x)
    multiply(&b, &b, sum)
    multiply(&c, &p.t, product)
    minus(&r.e, &b, &a)
    minus(&r.f, twice_z, &c)
    add(&r.g, twice_z, &c)
    add(&r.h, &b, &a)


cdef inline void add_addend(Factors* r, const Extended* p, const Addend* q) noexcept nogil:
    cdef Element twice_z
    add(&twice_z, &p.z, &p.z)
    add_parts(r, p, &q.sum, &q.difference, &q.product, &twice_z)


cdef inline void subtract_addend(Factors* r, const Extended* p, const Addend* q) noexcept nogil:
    """Add p + (-q): x and the product change their signs, so y + x and y - x change places, and so do f and g."""
    cdef Element twice_z, f
    add(&twice_z, &p.z, &p.z)
    add_parts(r, p, &q.difference, &q.sum, &q.product, &twice_z)
    f = r.f
    r.f = r.g
    r.g = f


cdef inline void add_scaled(Factors* r, const Extended* p, const Addend* q, const Element* z) noexcept nogil:
    """Add an addend whose coordinates are still to be divided by z."""
    cdef Element twice_z
    multiply(&twice_z, &p.z, z)
    add(&twice_z, &twice_z, &twice_z)
    add_parts(r, p, &q.sum, &q.difference, &q.product, &twice_z)


cdef inline void make_addend(Addend* r, const Extended* p) noexcept nogil:
    add(&r.sum, &p.y, &p.x)
    minus(&r.difference, &p.y, &p.x)
    multiply(&r.product, &p.t, &TWICE_D)


cdef inline void add_extended(Extended* r, const Extended* p, const Extended* q) noexcept nogil:
    cdef Addend addend
    cdef Factors sum
    make_addend(&addend, q)
    add_scaled(&sum, p, &addend, &q.z)
    extend(r, &sum)


cdef inline void make_identity(Extended* r) noexcept nogil:
    r.x = r.t = ZERO
    r.y = r.z = ONE


cdef inline bint is_identity(const Extended* p) noexcept nogil:
    return equal(&p.x, &ZERO) and equal(&p.y, &p.z)


# --- encodings ---

cdef inline void encode(unsigned char* data, const Extended* p) noexcept nogil:
    """Write y with the lowest bit of x on top of it (RFC 8032, 5.1.2)."""
    cdef Element x, y, inverse
    cdef unsigned char of_x[32]
    invert(&inverse, &p.z)
    multiply(&x, &p.x, &inverse)
    multiply(&y, &p.y, &inverse)
    pack(of_x, &x)
    pack(data, &y)
    data[31] |= (of_x[0] & 1) << 7


cdef inline bint decode(Extended* r, const unsigned char* data) noexcept nogil:
    """Read a point (RFC 8032, 5.1.3); return False unless `data` is its one encoding. Any point of the curve will do."""
    cdef Element u, v
    cdef unsigned char again[32]
    unpack(&r.y, data)
    r.z = ONE
    square(&u, &r.y)
    multiply(&v, &u, &D)
    minus(&u, &u, &ONE)
    add(&v, &v, &ONE)
    if not root_of_ratio(&r.x, &u, &v):
        return False
    pack(again, &r.x)
    if (again[0] & 1) != data[31] >> 7:
        minus(&r.x, &ZERO, &r.x)
    multiply(&r.x, &r.x, &ONE)
    multiply(&r.t, &r.x, &r.y)
    # A second encoding of a point has y of p or more, or a sign for x = 0. Both show when the point is written again.
    pack(again, &r.x)
    cdef int sign = again[0] & 1, k
    pack(again, &r.y)
    again[31] |= sign << 7
    for k in range(32):
        if again[k] != data[k]:
            return False
    return True


cdef inline bint in_prime_subgroup(const Extended* p) noexcept nogil:
    """Return True if p, decoded (so z = 1), is 8 times a point and not the identity. It takes two powers, and not a
    multiplication by q.

    On the Montgomery curve E: v^2 = u (u^2 + A u + 1), u = (1 + y) / (1 - y), v = c u / x, c^2 = -(A + 2), the group is cyclic
    of order 8 q. Doubling on E goes through E': v'^2 = u' (u' - A - 2) (u' - A + 2), and its second half takes (u', v') to
    u = v'^2 / 4 u'^2. So P comes from E' iff u = s^2, and then from Q: u' = A + 2 + 2 (u - 1) + 2 c s / x, v' = 2 s u'. The
    points of E' whose order is a power of 2 are the sums of T = (0, 0), which the second half takes to O, and multiples of F,
    of order 4, where the first half takes a point of order 8. Hence P is in 8 E iff Q is in 4 E' or in T + 4 E'. There is one
    S of order 4, up to its sign, whose Tate pairing with T is 1; that with F has order 4 then, or the pairing would be
    degenerate. So P is in 8 E iff u is a square and f(Q) a fourth power, where f has the divisor 4 S - 4 O: this is
    f = (v' - l m)^2 / m with m = u' - A - 2 and l the slope of the tangent at S, which is a root of A + 2 less 2. Below, f is
    multiplied by fourth powers until no fraction is left; where it is 0, p has small order.
    """
    cdef Element w, m, delta, tangent, t, f
    # w = s (1 - y) is a root of 1 - y^2.
    square(&t, &p.y)
    minus(&t, &ONE, &t)
    if not root_of_ratio(&w, &t, &ONE):
        return False
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
    multiply(&f, &t, &t)
    multiply(&f, &f, &delta)
    multiply(&m, &m, &p.x)
    multiply(&f, &f, &m)
    multiply(&f, &f, &m)
    multiply(&f, &f, &m)
    # f^((p - 1) / 4) = (f^((p - 5) / 8))^2 f
    raise_to_eighth(&t, &f)
    square(&t, &t)
    multiply(&t, &t, &f)
    return equal(&t, &ONE)
