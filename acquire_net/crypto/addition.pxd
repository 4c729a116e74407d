"""The group law as the sums use it, in the form that is fastest here: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A `Sum` is a point to which others are added. Where numbers have lanes its four coordinates lie side by side (lanes.pxd);
elsewhere it is what curve.pxd calls an Extended. Every addition leaves an `OpenSum`, whose factors `close` multiplies out.
"""

from acquire_net.crypto.curve cimport (
    TWICE_D, Addend, Extended, Factors, add_addend, add_scaled, double_point, extend, make_addend, make_identity, project,
    scale_all,
)
from acquire_net.crypto.field cimport Element
from acquire_net.crypto.lanes cimport (
    HAS_LANES, LaneFactors, Lanes, add_lanes, double_lanes, make_lane_addend, multiply_lanes, put_in_lane, take_from_lane,
)

cdef extern from * nogil:
    """
    typedef struct { acquire_addend addend; acquire_element z; } acquire_scaled_addend;

    #if ACQUIRE_HAS_LANES
    typedef acquire_lanes acquire_sum;
    typedef acquire_lane_factors acquire_open_sum;
    typedef acquire_lanes acquire_entry;
    typedef acquire_lanes acquire_step;
    #else
    typedef acquire_extended acquire_sum;
    typedef acquire_factors acquire_open_sum;
    typedef acquire_addend acquire_entry;
    typedef acquire_scaled_addend acquire_step;
    #endif

    /* Called in many places: inline in all of them it would be half of the code, and compilers would call others instead. */
    ACQUIRE_NEVER_INLINE void acquire_add_sums(acquire_sum *r, const acquire_sum *p, const acquire_sum *q);
    """
    void add_sums "acquire_add_sums"(Sum* r, const Sum* p, const Sum* q)  # see multiscalar.pxi: here it would have to be inline

    ctypedef struct Sum "acquire_sum":
        pass

    ctypedef struct OpenSum "acquire_open_sum":
        pass

    # What a table holds of a point.
    ctypedef struct Entry "acquire_entry":
        pass

    # A point with any z, made ready to be added: to all sums of a row while a table is made, or to one sum.
    ctypedef struct Step "acquire_step":
        pass

    # A step without lanes, where the coordinates of the addend are still to be divided by z.
    ctypedef struct ScaledAddend "acquire_scaled_addend":
        Addend addend
        Element z


cdef inline void sum_of(Sum* r, const Extended* p) noexcept nogil:
    """Write a point as a sum, in the form of this build."""
    if not HAS_LANES:
        (<Extended*>r)[0] = p[0]
        return
    put_in_lane(<Lanes*>r, 0, &p.x)
    put_in_lane(<Lanes*>r, 1, &p.y)
    put_in_lane(<Lanes*>r, 2, &p.z)
    put_in_lane(<Lanes*>r, 3, &p.t)


cdef inline void point_of(Extended* r, const Sum* p) noexcept nogil:
    """Write a sum as the point that it is."""
    if not HAS_LANES:
        r[0] = (<const Extended*>p)[0]
        return
    take_from_lane(&r.x, <const Lanes*>p, 0)
    take_from_lane(&r.y, <const Lanes*>p, 1)
    take_from_lane(&r.z, <const Lanes*>p, 2)
    take_from_lane(&r.t, <const Lanes*>p, 3)


cdef inline void start_sum(Sum* r) noexcept nogil:
    """Set a sum to the identity."""
    cdef Extended identity
    make_identity(&identity)
    sum_of(r, &identity)


cdef inline void close(Sum* r, const OpenSum* c) noexcept nogil:
    """Multiply the factors out to all four coordinates."""
    if HAS_LANES:
        multiply_lanes(<Lanes*>r, &(<const LaneFactors*>c).left, &(<const LaneFactors*>c).right)
    else:
        extend(<Extended*>r, <const Factors*>c)


cdef inline void close_to_double(Sum* r, const OpenSum* c) noexcept nogil:
    """Multiply the factors out where t is not needed: before a doubling, or before `point_of` for `encode` or `is_identity`."""
    if HAS_LANES:
        close(r, c)
    else:
        project(<Extended*>r, <const Factors*>c)


cdef inline void double_sum(OpenSum* r, const Sum* p) noexcept nogil:
    if HAS_LANES:
        double_lanes(<LaneFactors*>r, <const Lanes*>p)
    else:
        double_point(<Factors*>r, <const Extended*>p)


cdef inline void double_often(Sum* r, const Sum* p, int times) noexcept nogil:
    """Multiply a point by 2^times; times > 0. The result may lie where the point lies."""
    cdef OpenSum sum
    cdef int k
    double_sum(&sum, p)
    for k in range(times - 1):
        close_to_double(r, &sum)
        double_sum(&sum, r)
    close(r, &sum)


cdef inline void add_entry(OpenSum* r, const Sum* p, const Entry* q, bint negative) noexcept nogil:
    """Add a point of a table, or subtract it."""
    if HAS_LANES:
        add_lanes(<LaneFactors*>r, <const Lanes*>p, <const Lanes*>q, negative)
    else:
        add_addend(<Factors*>r, <const Extended*>p, <const Addend*>q, negative)


cdef inline void make_step(Step* r, const Sum* p) noexcept nogil:
    if HAS_LANES:
        make_lane_addend(<Lanes*>r, <const Lanes*>p, &TWICE_D)
    else:
        make_addend(&(<ScaledAddend*>r).addend, <const Extended*>p)
        (<ScaledAddend*>r).z = (<const Extended*>p).z


cdef inline void add_step(Sum* r, const Sum* p, const Step* q) noexcept nogil:
    cdef OpenSum sum
    if HAS_LANES:
        add_lanes(<LaneFactors*>&sum, <const Lanes*>p, <const Lanes*>q, False)
    else:
        add_scaled(<Factors*>&sum, <const Extended*>p, &(<const ScaledAddend*>q).addend, &(<const ScaledAddend*>q).z)
    close(r, &sum)


cdef inline void scale_for_entries(Sum* points, Py_ssize_t count) noexcept nogil:
    """Make points ready for `make_entry`. Without lanes an entry needs z = 1: each addition is cheaper by an eighth, and one
    inversion serves all points. In lanes the product with z costs nothing."""
    if not HAS_LANES:
        scale_all(<Extended*>points, count)


cdef inline void make_entry(Entry* r, const Sum* p) noexcept nogil:
    if HAS_LANES:
        make_lane_addend(<Lanes*>r, <const Lanes*>p, &TWICE_D)
    else:
        make_addend(<Addend*>r, <const Extended*>p)
