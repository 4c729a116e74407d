"""Self-play and gradient descent for the trained value. The program around it is `acquire train` (training_run.py).

A `SelfPlay` plays games by value with some noise, or takes games that others play (lessons.py). It keeps what seats saw when
turns ended, and what came of it: a blend of the result and of later values (a lambda return). A `Trainer` moves the weights
towards that, by Adam. Playing by value and learning run without the GIL; both depend on their seeds alone.
"""

import struct

from acquire_core.cpu import cpu_variant

from libc.math cimport log, sqrt
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from acquire_core.ai.by_value cimport *
from acquire_core.ai.search cimport Weights
from acquire_core.engine.codes cimport *
from acquire_core.engine.game cimport Observation
from acquire_core.engine.playout cimport Rng, below
from acquire_core.engine.rules cimport *
from acquire_core.engine.state cimport *


list_purchases()
wide_layers = cpu_variant() == "wide"

cdef enum:
    MAX_TURNS_KEPT = 400
    MINIBATCH = 256


cdef struct Sample:
    # What a seat saw when a turn ended, and what came of it: chance of winning, share of the money.
    Inputs seen
    float target[HEADS]


cdef struct Workspace:
    # One game while it is played.
    uint16_t codes[CODES]
    float values[CODES]
    Inputs seen[MAX_TURNS_KEPT][6]
    float value[MAX_TURNS_KEPT][6][2]
    uint8_t mover[MAX_TURNS_KEPT]


cdef class SelfPlay:
    """Samples: of games that it plays by value, or of games that others have played."""

    cdef Sample* samples
    cdef Workspace* space
    cdef readonly int count
    cdef int room
    cdef readonly int games
    cdef readonly long turns

    def __dealloc__(self):
        free(self.samples)
        free(self.space)

    cdef Sample* add(self) noexcept nogil:
        cdef Sample* grown
        cdef int room
        if self.count == self.room:
            room = 2 * self.room if self.room else 4096
            grown = <Sample*>realloc(self.samples, room * sizeof(Sample))
            if grown == NULL:
                return NULL
            self.samples = grown
            self.room = room
        self.count += 1
        return &self.samples[self.count - 1]

    def play(self, Weights weights not None, Observation opening not None, seed, double noise, double result_weight):
        """Play one game from the opening, the public view of a game not begun. `result_weight` is lambda: at 1 only results
        count."""
        cdef Rng rng
        cdef ValueStyle value_style
        cdef bint done
        if opening.s.phase != P_START and opening.s.phase != P_DRAW:
            raise ValueError("self-play begins with a game of which nothing has been drawn")
        if self.space == NULL:                       # not needed for games that others play
            self.space = <Workspace*>malloc(sizeof(Workspace))
            if self.space == NULL:
                raise MemoryError
        rng.state = seed
        value_style.win_weight = <float>0.8
        value_style.noise = <float>noise
        with nogil:
            done = self.run(&weights.net, &opening.s, &opening.table.r, &rng, &value_style, result_weight)
        if not done:
            raise MemoryError

    def worth(self, Weights weights not None, Observation seen not None):
        """Return a seat's chance of winning and its share of the money by these weights; None unless a turn has just ended and
        its tile is not yet drawn, because only such positions are valued."""
        cdef Inputs inputs
        cdef NetLayers t
        if seen.viewer < 0 or seen.s.phase != P_DRAW or seen.s.purpose != FOR_REFILL:
            return None
        take_inputs(&seen.s, &seen.table.r, seen.viewer, &inputs)
        evaluate_net(&weights.net, &inputs, &t)
        return logistic(t.head[0]), logistic(t.head[1])

    def outcome(self, Observation end not None):
        """Return each seat's part of the win and of the money, and count the game as one of the batch."""
        cdef int seat
        if end.s.phase != P_OVER:
            raise ValueError("a game has an outcome when it is over")
        self.games += 1
        self.turns += end.s.turn
        return [(winners_share(&end.s, &end.table.r, seat), money_share(&end.s, &end.table.r, seat))
                for seat in range(end.table.r.seats)]

    def keep(self, Observation seen not None, double win, double money):
        """Keep one sample: what a seat saw when a turn had ended, and what came of it."""
        cdef Sample* sample
        if seen.viewer < 0 or not (0 <= win <= 1 and 0 <= money <= 1):
            raise ValueError("a sample is what a seat saw, with a chance and a share between 0 and 1")
        sample = self.add()
        if sample == NULL:
            raise MemoryError
        take_inputs(&seen.s, &seen.table.r, seen.viewer, &sample.seen)
        sample.target[0] = <float>win
        sample.target[1] = <float>money

    cdef bint run(self, const Net* net, const GameState* opening, const Rules* r, Rng* rng, const ValueStyle* value_style,
                  double result_weight) noexcept nogil:
        cdef GameState s
        cdef NetLayers t
        cdef Workspace* w = self.space
        cdef int kept = 0, seat, i, j, other
        cdef uint32_t noted = 0
        cdef float later[6][2]
        cdef float v
        cdef Sample* sample
        copy_state(&s, opening, r.state_bytes)
        while s.phase != P_OVER and s.turn < 1000:
            if s.phase == P_DRAW and s.purpose == FOR_REFILL and s.turn != noted and kept < MAX_TURNS_KEPT:
                noted = s.turn
                w.mover[kept] = s.current
                for seat in range(r.seats):
                    take_inputs(&s, r, seat, &w.seen[kept][seat])
                    evaluate_net(net, &w.seen[kept][seat], &t)
                    w.value[kept][seat][0] = logistic(t.head[0])
                    w.value[kept][seat][1] = logistic(t.head[1])
                kept += 1
            step_by_value(net, &s, r, value_style, rng, w.codes, w.values)
        self.games += 1
        self.turns += s.turn
        if s.phase != P_OVER:
            return True
        for seat in range(r.seats):
            later[seat][0] = <float>winners_share(&s, r, seat)
            later[seat][1] = <float>money_share(&s, r, seat)
        for i in range(kept - 1, -1, -1):
            other = (w.mover[i] + 1 + below(rng, r.seats - 1)) % r.seats
            for seat in range(r.seats):
                if seat == w.mover[i] or seat == other:
                    sample = self.add()
                    if sample == NULL:
                        return False
                    sample.seen = w.seen[i][seat]
                    sample.target[0] = later[seat][0]
                    sample.target[1] = later[seat][1]
                for j in range(2):
                    v = w.value[i][seat][j]
                    later[seat][j] = <float>(result_weight * later[seat][j] + (1 - result_weight) * v)
        return True


cdef class Trainer:
    """Weights in training, with the moments of Adam."""

    cdef readonly Weights weights
    cdef Net gradient
    cdef Net mean
    cdef Net square
    cdef readonly long steps

    def __init__(self, Weights weights not None):
        self.weights = weights
        memset(&self.mean, 0, sizeof(Net))
        memset(&self.square, 0, sizeof(Net))

    def state(self):
        """Return the weights and both moments as bytes, for `restore`."""
        return bytes(self.weights) + floats_of(&self.mean) + floats_of(&self.square)

    def restore(self, state, long steps):
        cdef float found[3 * NET_FLOATS]
        cdef int i
        if not isinstance(state, bytes) or len(state) != sizeof(found) or steps < 0:
            raise ValueError("the state of the training has another size")
        for i, (number,) in enumerate(struct.iter_unpack("<f", state)):
            found[i] = number
            # A NaN fails the comparison too. The mean squares come last, and must not be negative because their root is taken.
            if not -1e6 < found[i] < 1e6 or (i >= 2 * NET_FLOATS and found[i] < 0):
                raise ValueError("the state of the training holds something other than a number of usual size")
        memcpy(&self.weights.net, found, NET_FLOATS * sizeof(float))
        memcpy(&self.mean, found + NET_FLOATS, NET_FLOATS * sizeof(float))
        memcpy(&self.square, found + 2 * NET_FLOATS, NET_FLOATS * sizeof(float))
        self.steps = steps

    def learn(self, SelfPlay batch not None, double rate, uint64_t seed):
        """Learn from all samples once, in random order; return the mean loss of both heads, taken before each step."""
        cdef Rng rng
        cdef uint32_t* order
        cdef uint32_t held
        cdef int i, j, n = batch.count
        cdef double loss[2]
        if n == 0:
            return 0.0, 0.0
        order = <uint32_t*>malloc(n * sizeof(uint32_t))
        if order == NULL:
            raise MemoryError
        rng.state = seed
        loss[0] = 0
        loss[1] = 0
        with nogil:
            for i in range(n):
                order[i] = i
            for i in range(n - 1, 0, -1):
                j = below(&rng, i + 1)
                held = order[i]
                order[i] = order[j]
                order[j] = held
            i = 0
            while i < n:
                memset(&self.gradient, 0, sizeof(Net))
                j = 0
                while j < MINIBATCH and i < n:
                    add_gradient(&self.weights.net, &batch.samples[order[i]], &self.gradient, loss)
                    i += 1
                    j += 1
                self.steps += 1
                adam(&self.weights.net, &self.gradient, &self.mean, &self.square, self.steps, rate, j)
        free(order)
        return loss[0] / n, loss[1] / n


cdef bytes floats_of(const Net* net):
    """Return the numbers of a net as little-endian float32, like the weights: a training may go on on another machine."""
    cdef const float* numbers = <const float*>net
    return struct.pack(f"<{NET_FLOATS}f", *[numbers[i] for i in range(NET_FLOATS)])


cdef inline double surprise(float p, float target) noexcept nogil:
    """Return the cross entropy in nats."""
    cdef double q = p if p > 1e-6 else 1e-6
    q = q if q < 1 - 1e-6 else 1 - 1e-6
    return -(target * log(q) + (1 - target) * log(1 - q))


cdef void add_gradient(const Net* net, const Sample* sample, Net* g, double* loss) noexcept nogil:
    """Go back through the layers of one evaluation: add what a small change of each weight would do to the loss."""
    cdef NetLayers t
    cdef float delta[HEADS]
    cdef float back[WHOLE_HIDDEN]
    cdef float joined[JOINED]
    cdef float chain_back[CHAIN_HIDDEN]
    cdef float p, value, total
    cdef int i, j, chain
    cdef uint32_t chains
    evaluate_net(net, &sample.seen, &t)
    for i in range(2):
        p = logistic(t.head[i])
        loss[i] += surprise(p, sample.target[i])
        delta[i] = p - sample.target[i]
        g.head_bias[i] += delta[i]
    for i in range(WHOLE_HIDDEN):
        g.head_weight[i][0] += delta[0] * t.hidden[i]
        g.head_weight[i][1] += delta[1] * t.hidden[i]
        back[i] = delta[0] * net.head_weight[i][0] + delta[1] * net.head_weight[i][1] if t.hidden[i] > 0 else 0
        g.whole_bias[i] += back[i]
    for i in range(JOINED):
        value = t.joined[i]
        for j in range(WHOLE_HIDDEN):
            g.whole_weight[i][j] += value * back[j]
    for i in range(CHAIN_HIDDEN):
        total = 0
        for j in range(WHOLE_HIDDEN):
            total += net.whole_weight[i][j] * back[j]
        joined[i] = total
    chains = sample.seen.chains
    for chain in range(CHAINS):
        if not chains >> chain & 1:
            continue
        for j in range(CHAIN_HIDDEN):
            chain_back[j] = joined[j] if t.chain[chain][j] > 0 else 0
            g.chain_bias[j] += chain_back[j]
        for i in range(CHAIN_INPUTS):
            value = sample.seen.chain[chain][i]
            if value != 0:
                for j in range(CHAIN_HIDDEN):
                    g.chain_weight[i][j] += value * chain_back[j]


cdef void adam(Net* net, Net* gradient, Net* mean, Net* square, long steps, double rate, int count) noexcept nogil:
    """Take one step of Adam with a little decay of the weights, for the gradient of `count` samples."""
    cdef float* w = <float*>net
    cdef float* g = <float*>gradient
    cdef float* m = <float*>mean
    cdef float* v = <float*>square
    cdef double fade1 = 1, fade2 = 1
    cdef float x, step
    cdef int i
    for i in range(<int>(steps if steps < 10_000 else 10_000)):
        fade1 *= 0.9
        fade2 *= 0.999
    step = <float>(rate * sqrt(1 - fade2) / (1 - fade1))
    for i in range(NET_FLOATS):
        x = g[i] / count
        m[i] = <float>0.9 * m[i] + <float>0.1 * x
        v[i] = <float>0.999 * v[i] + <float>0.001 * x * x
        w[i] -= step * m[i] / (<float>sqrt(v[i]) + <float>1e-8) + <float>(rate * 1e-4) * w[i]
