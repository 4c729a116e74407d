"""What other compiled modules may use of the search: the weights of the trained value."""

from acquire_core.ai.value cimport Net


cdef class Weights:
    cdef Net net
