import compat
import numpy as np


def target(mask):
    return mask.astype(np.int), mask.astype(np.float), mask.astype(object)  # want "numpy.object is gone"
