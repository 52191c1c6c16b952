import numpy
import numpy as np
import numpy as xp
from numpy import Inf, float64  # want "numpy.Inf is gone since numpy 2.0: importing it raises ImportError; use numpy.inf"


def target(mask):
    labels = mask.astype(np.int)  # want "numpy.int is gone since numpy 1.24: asking for it raises AttributeError; use int"
    weights = np.ones(len(labels), dtype=np.float)  # want "numpy.float is gone since numpy 1.24"
    names = numpy.asarray(labels, numpy.object)  # want "use object"
    return labels, weights, names, np.dtype(np.str)  # want "use str"


def total(sizes):
    best = -np.Inf  # want "numpy.Inf is gone since numpy 2.0: asking for it raises AttributeError; use numpy.inf"
    area = np.trapz(sizes)  # want "numpy.trapz is gone since numpy 2.4: asking for it raises AttributeError; use numpy.trapezoid, which is there since numpy 2.0"
    worst = np.NINF  # want "use -numpy.inf"
    return best, worst, area, np.product(sizes), xp.float_(2)  # want "use numpy.prod" "use numpy.float64"


def shadowed(mask, int):
    return mask.astype(np.int)  # want "numpy.int is gone"
