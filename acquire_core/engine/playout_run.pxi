# The compiled random player. This text is built twice: as playout_portable for every CPU and as playout_wide with the
# compiler allowed newer instructions; acquire_core/cpu.py chooses one at import. Games are the same, checksums prove it.

from cpython.pycapsule cimport PyCapsule_New

from acquire_core.engine.playout cimport Rng, play_out
from acquire_core.engine.rules cimport Rules
from acquire_core.engine.state cimport GameState


cdef void run(GameState* s, const Rules* r, Rng* g, int turns) noexcept nogil:
    play_out(s, r, g, turns)


RUN = PyCapsule_New(<void*>run, "acquire_core.run", NULL)
