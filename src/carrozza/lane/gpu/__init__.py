"""The lane on NVIDIA GPUs; imported only when a batch is asked for there."""

import numpy as np

# numba-cuda 0.30 names functions that NumPy 2.5 has no more.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))
