"""The twin of multiscalar without 128-bit numbers, for type checkers."""

from acquire_net.crypto.multiscalar import Points as Points
from acquire_net.crypto.multiscalar import combine as combine
from acquire_net.crypto.multiscalar import cpu_has_lanes as cpu_has_lanes
from acquire_net.crypto.multiscalar import subsets_in_subgroup as subsets_in_subgroup
from acquire_net.crypto.multiscalar import valid_point as valid_point
