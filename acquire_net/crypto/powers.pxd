"""Powers modulo p = 2^255 - 19, and the inverses and square roots that they are: FOR PUBLIC DATA ONLY. See multiscalar.pxi.

A power takes some 250 squarings, each of which waits for the one before. Where numbers have lanes (lanes.pxd), four powers cost
what one does; so roots are taken in three steps, `begin_root`, `raise_all` for the powers of many roots, and `finish_root`.
"""

from acquire_net.crypto.field cimport ROOT_OF_MINUS_ONE, ZERO, Element, add, equal, multiply, square
from acquire_net.crypto.lanes cimport HAS_LANES, LANES, Lanes, multiply_lanes, put_in_lane, square_lanes, take_from_lane

ctypedef fused Number:
    Element
    Lanes

# A square root of u / v: `scale` times a power of `power`, or that times a root of -1.
ctypedef struct Root:
    Element u
    Element v
    Element scale
    Element power


cdef inline void product_of(Number* r, const Number* a, const Number* b) noexcept nogil:
    if Number is Element:
        multiply(r, a, b)
    else:
        multiply_lanes(r, a, b)


cdef inline void square_often(Number* r, const Number* a, int times) noexcept nogil:
    """Raise a to the power 2^times; times > 0."""
    cdef int k
    if Number is Element:
        square(r, a)
        for k in range(times - 1):
            square(r, r)
    else:
        square_lanes(r, a, times)


cdef inline void raise_to_2_250_less_1(Number* r, Number* eleven, const Number* a) noexcept nogil:
    """Raise a to the power 2^250 - 1, and on the way to 11: inverses need both."""
    cdef Number t, low, five, ten, fifty
    square_often(&t, a, 1)                 # 2
    square_often(&low, &t, 2)              # 8
    product_of(&low, &low, a)              # 9
    product_of(eleven, &low, &t)
    square_often(&t, eleven, 1)            # 22
    product_of(&five, &t, &low)            # 31 = 2^5 - 1
    square_often(&t, &five, 5)
    product_of(&ten, &t, &five)            # 2^10 - 1
    square_often(&t, &ten, 10)
    product_of(&low, &t, &ten)             # 2^20 - 1
    square_often(&t, &low, 20)
    product_of(&t, &t, &low)               # 2^40 - 1
    square_often(&t, &t, 10)
    product_of(&fifty, &t, &ten)           # 2^50 - 1
    square_often(&t, &fifty, 50)
    product_of(&low, &t, &fifty)           # 2^100 - 1
    square_often(&t, &low, 100)
    product_of(&t, &t, &low)               # 2^200 - 1
    square_often(&t, &t, 50)
    product_of(r, &t, &fifty)


cdef inline void invert(Element* r, const Element* a) noexcept nogil:
    """Raise a to the power p - 2 = 2^255 - 21, which is its inverse; the inverse of 0 is 0."""
    cdef Element t, eleven
    raise_to_2_250_less_1(&t, &eleven, a)
    square_often(&t, &t, 5)
    multiply(r, &t, &eleven)


cdef inline void raise_to_eighth(Number* r, const Number* a) noexcept nogil:
    """Raise a to the power (p - 5) / 8 = 2^252 - 3, the core of every root."""
    cdef Number t, eleven
    raise_to_2_250_less_1(&t, &eleven, a)
    square_often(&t, &t, 2)
    product_of(r, &t, a)


cdef inline void raise_all(Element** numbers, int count) noexcept nogil:
    """Raise tight numbers in place to the power (p - 5) / 8."""
    cdef Lanes four
    cdef int start = 0, i, k
    if not HAS_LANES:
        for i in range(count):
            raise_to_eighth(numbers[i], numbers[i])
        return
    while start < count:
        for k in range(LANES):
            put_in_lane(&four, k, numbers[min(start + k, count - 1)])
        raise_to_eighth(&four, &four)
        for k in range(min(LANES, count - start)):
            take_from_lane(numbers[start + k], &four, k)
        start += LANES


# --- roots ---

cdef inline void begin_root(Root* r, const Element* u, const Element* v) noexcept nogil:
    """Prepare a square root of u / v, v not 0: it is u v^3 (u v^7)^((p - 5) / 8) or that times a root of -1."""
    cdef Element t
    r.u = u[0]
    r.v = v[0]
    square(&t, v)
    multiply(&r.scale, &t, v)
    square(&t, &r.scale)
    multiply(&t, &t, v)
    multiply(&r.power, &t, u)
    multiply(&r.scale, &r.scale, u)


cdef inline bint finish_root(Element* r, const Root* root) noexcept nogil:
    """Find a root whose power was raised; return False if there is none."""
    cdef Element t, check
    multiply(&t, &root.power, &root.scale)
    square(&check, &t)
    multiply(&check, &check, &root.v)
    if not equal(&check, &root.u):
        add(&check, &check, &root.u)
        if not equal(&check, &ZERO):
            return False
        multiply(&t, &t, &ROOT_OF_MINUS_ONE)
    r[0] = t
    return True
