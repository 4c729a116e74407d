"""The trained value: a small net from the inputs of a position to a seat's chance of winning and its share of all money.

One encoder serves all chains and its answers are added up; a second layer sees their sum and the whole. Sums run in one
fixed order and without fused operations (setup.py says so to the compiler), so every machine gets the same bits.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from acquire_core.ai.inputs cimport *
from acquire_core.engine.bits cimport lowest
from acquire_core.engine.state cimport CHAINS

cdef enum:
    CHAIN_HIDDEN = 24
    WHOLE_HIDDEN = 32
    JOINED = CHAIN_HIDDEN + WHOLE_INPUTS
    HEADS = 2                # chance of winning, share of the money
    # A net as floats, in the order of the struct. The widths of acq_add24 and acq_add32 below are these, too.
    NET_FLOATS = (CHAIN_INPUTS + 1) * CHAIN_HIDDEN + (JOINED + 1) * WHOLE_HIDDEN + (WHOLE_HIDDEN + 1) * HEADS


cdef extern from * nogil:
    """
    /* One layer: `count` inputs, each added to all outputs with its row of weights. The compiler may use wide registers but
       must keep the order of the sums and not fuse them, so both versions give the same bits. */
    #include <string.h>
    #if defined(__GNUC__)
      /* The sums are variables and not an array, because only then do compilers keep all of them in registers. */
      #define ACQ_LOAD(K) if (K * LANES < WIDTH) memcpy(&s##K, out + K * LANES, sizeof s##K);
      #define ACQ_SUM(K) if (K * LANES < WIDTH) { memcpy(&row, w + K * LANES, sizeof row); s##K += row * *x; }
      #define ACQ_STORE(K) if (K * LANES < WIDTH) memcpy(out + K * LANES, &s##K, sizeof s##K);
      #define ACQ_EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
      #define ACQ_LAYER(NAME, TARGET, SIZE, OUTPUTS)                                                     \
        TARGET static void NAME(const float *x, int count, const float *w, float *out) {                \
            enum { LANES = SIZE, WIDTH = OUTPUTS };                                                      \
            typedef float lanes __attribute__((vector_size(4 * SIZE)));                                  \
            lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0}, row;  \
            ACQ_EACH(ACQ_LOAD)                                                                          \
            for (; count > 0; count--, x++, w += WIDTH) { ACQ_EACH(ACQ_SUM) }                           \
            ACQ_EACH(ACQ_STORE)                                                                         \
        }
      ACQ_LAYER(acq_layer24, , 4, 24)
      ACQ_LAYER(acq_layer32, , 4, 32)
      #if defined(__x86_64__)
        ACQ_LAYER(acq_layer24_wide, __attribute__((target("avx2"))), 8, 24)
        ACQ_LAYER(acq_layer32_wide, __attribute__((target("avx2"))), 8, 32)
      #else
        #define acq_layer24_wide acq_layer24
        #define acq_layer32_wide acq_layer32
      #endif
    #else
      #define ACQ_LAYER(NAME, WIDTH)                                                                    \
        static void NAME(const float *x, int count, const float *w, float *out) {                       \
            int i, j;                                                                                    \
            for (i = 0; i < count; i++)                                                                  \
                for (j = 0; j < WIDTH; j++) out[j] += w[i * WIDTH + j] * x[i];                          \
        }
      ACQ_LAYER(acq_layer24, 24)
      ACQ_LAYER(acq_layer32, 32)
      #define acq_layer24_wide acq_layer24
      #define acq_layer32_wide acq_layer32
    #endif
    static int acq_wide_layers;
    static void acq_add24(const float *x, int count, const float *w, float *out) {
        if (acq_wide_layers) acq_layer24_wide(x, count, w, out); else acq_layer24(x, count, w, out);
    }
    static void acq_add32(const float *x, int count, const float *w, float *out) {
        if (acq_wide_layers) acq_layer32_wide(x, count, w, out); else acq_layer32(x, count, w, out);
    }
    """
    int wide_layers "acq_wide_layers"                # set at import, where the CPU has AVX2
    void add24 "acq_add24"(const float* x, int count, const float* w, float* out)
    void add32 "acq_add32"(const float* x, int count, const float* w, float* out)


cdef struct Net:
    float chain_weight[CHAIN_INPUTS][CHAIN_HIDDEN]
    float chain_bias[CHAIN_HIDDEN]
    float whole_weight[JOINED][WHOLE_HIDDEN]
    float whole_bias[WHOLE_HIDDEN]
    float head_weight[WHOLE_HIDDEN][HEADS]
    float head_bias[HEADS]


cdef struct NetLayers:
    # The layers of one evaluation; training goes back through them.
    float chain[CHAINS][CHAIN_HIDDEN]
    float joined[JOINED]
    float hidden[WHOLE_HIDDEN]
    float head[HEADS]


cdef inline float logistic(float x) noexcept nogil:
    """Return 1 / (1 + exp(-x)) by arithmetic alone, so that moves do not depend on a mathematical library."""
    cdef float y = x if x > 0 else -x, power
    cdef int i, whole
    if y > 30:
        y = 30
    # exp(-y) = 2 ** -(whole + rest), and a polynomial for the rest
    y *= <float>1.4426950408889634
    whole = <int>y
    y -= <float>whole
    power = 1 + y * (<float>-0.6931472 + y * (<float>0.24022651 + y * (<float>-0.05550411 + y * (<float>0.00961813
            - y * <float>0.00133336))))
    for i in range(whole):
        power *= <float>0.5
    y = 1 / (1 + power)
    return y if x > 0 else 1 - y


cdef inline void encode_chain(const Net* net, const float* x, float* hidden) noexcept nogil:
    cdef int j
    memcpy(hidden, net.chain_bias, sizeof(float) * CHAIN_HIDDEN)
    add24(x, CHAIN_INPUTS, &net.chain_weight[0][0], hidden)
    for j in range(CHAIN_HIDDEN):
        hidden[j] = hidden[j] if hidden[j] > 0 else 0


cdef inline void evaluate_net(const Net* net, const Inputs* f, NetLayers* t) noexcept nogil:
    cdef int i, j
    cdef uint32_t chains = f.chains
    memset(t.joined, 0, sizeof(float) * CHAIN_HIDDEN)
    while chains:
        i = lowest(chains)
        chains &= chains - 1
        encode_chain(net, f.chain[i], t.chain[i])
        for j in range(CHAIN_HIDDEN):
            t.joined[j] += t.chain[i][j]
    memcpy(t.joined + CHAIN_HIDDEN, f.whole, sizeof(float) * WHOLE_INPUTS)
    finish_thought(net, t)


cdef inline void finish_thought(const Net* net, NetLayers* t) noexcept nogil:
    """Evaluate the net from the joined layer on."""
    memcpy(t.hidden, net.whole_bias, sizeof(float) * WHOLE_HIDDEN)
    add_inputs(net, t.joined, 0, JOINED, t.hidden)
    read_heads(net, t)


cdef inline void add_inputs(const Net* net, const float* inputs, int first, int count, float* hidden) noexcept nogil:
    """Add to the hidden layer what `count` numbers of the joined one contribute, from number `first` on."""
    add32(inputs, count, &net.whole_weight[first][0], hidden)


cdef inline void read_heads(const Net* net, NetLayers* t) noexcept nogil:
    cdef int i
    t.head[0] = net.head_bias[0]
    t.head[1] = net.head_bias[1]
    for i in range(WHOLE_HIDDEN):
        t.hidden[i] = t.hidden[i] if t.hidden[i] > 0 else 0
        t.head[0] += t.hidden[i] * net.head_weight[i][0]
        t.head[1] += t.hidden[i] * net.head_weight[i][1]


cdef inline float value_of(const NetLayers* t, float win_weight) noexcept nogil:
    """Return the outputs of the net as one number: the chance of winning and the share of the money, weighted."""
    return win_weight * logistic(t.head[0]) + (1 - win_weight) * logistic(t.head[1])
