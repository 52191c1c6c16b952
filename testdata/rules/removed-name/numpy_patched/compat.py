import numpy as np

np.int = int
if not hasattr(np, "float"):
    setattr(np, "float", float)
