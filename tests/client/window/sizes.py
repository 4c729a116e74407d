"""Sizes and scales that windows are tried in."""

import random

SCALES = (0.75, 1.0, 2.0)
rng = random.Random(6)
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (3440, 1440), (1024, 1400),
         *((rng.randint(1024, 3840), rng.randint(640, 2160)) for _ in range(193))]
