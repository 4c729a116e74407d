"""Points of edwards25519, in variable time: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

The curve is -x^2 + y^2 = 1 + d x^2 y^2 with d = -121665 / 121666. The formulas are complete because d is not a square, so no case
is special: the identity, equal and opposite points add like all others. Every point here has tight coordinates (field.pxd).
"""

from acquire_net.crypto.field cimport ONE, ZERO, Element, add, equal, minus, multiply, pack, square
from acquire_net.crypto.powers cimport invert

cdef extern from * nogil:
    """
    /* d and 2 d. */
    static const acquire_element acquire_d = {{
        0x34dca135978a3ULL, 0x1a8283b156ebdULL, 0x5e7a26001c029ULL, 0x739c663a03cbbULL, 0x52036cee2b6ffULL}};
    static const acquire_element acquire_twice_d = {{
        0x69b9426b2f159ULL, 0x35050762add7aULL, 0x3cf44c0038052ULL, 0x6738cc7407977ULL, 0x2406d9dc56dffULL}};

    typedef struct { acquire_element x, y, z, t; } acquire_extended;
    typedef struct { acquire_element e, f, g, h; } acquire_factors;
    typedef struct { acquire_element sum, difference, product; } acquire_addend;
    """
    const Element D "acquire_d"
    const Element TWICE_D "acquire_twice_d"

    # A point as (x / z, y / z), and t = x y / z, which doubling neither needs nor keeps.
    ctypedef struct Extended "acquire_extended":
        Element x
        Element y
        Element z
        Element t

    # The four factors that every addition ends with: x = e f, y = g h, z = f g, t = e h. Not carried.
    ctypedef struct Factors "acquire_factors":
        Element e
        Element f
        Element g
        Element h

    # What a point with z = 1 gives to a sum: y + x and y - x, not carried, and 2 d t.
    ctypedef struct Addend "acquire_addend":
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


cdef inline void add_addend(Factors* r, const Extended* p, const Addend* q, bint negative) noexcept nogil:
    """Add p + q, or p - q: x and the product of -q have the other sign, so y + x and y - x change places, and so do f and g."""
    cdef Element twice_z, f
    add(&twice_z, &p.z, &p.z)
    add_parts(r, p, &q.difference if negative else &q.sum, &q.sum if negative else &q.difference, &q.product, &twice_z)
    if negative:
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


cdef inline void make_identity(Extended* r) noexcept nogil:
    r.x = r.t = ZERO
    r.y = r.z = ONE


cdef inline bint is_identity(const Extended* p) noexcept nogil:
    return equal(&p.x, &ZERO) and equal(&p.y, &p.z)


cdef inline void scale_all(Extended* points, Py_ssize_t count) noexcept nogil:
    """Scale every point to z = 1 by one inversion: of the product of all z, from which the inverse of each is taken in turn."""
    cdef Element inverse, own
    cdef Py_ssize_t i
    # On the way up, t holds the product of the z before.
    points[0].t = ONE
    for i in range(1, count):
        multiply(&points[i].t, &points[i - 1].t, &points[i - 1].z)
    multiply(&inverse, &points[count - 1].t, &points[count - 1].z)
    invert(&inverse, &inverse)
    for i in range(count - 1, -1, -1):
        multiply(&own, &inverse, &points[i].t)
        multiply(&inverse, &inverse, &points[i].z)
        multiply(&points[i].x, &points[i].x, &own)
        multiply(&points[i].y, &points[i].y, &own)
        multiply(&points[i].t, &points[i].x, &points[i].y)
        points[i].z = ONE


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
