import sys

import numpy as np
import torch

weights = {}
for name, values in np.load(sys.argv[1]).items():
    tensor = torch.from_numpy(values)
    tensor.requires_grad = True  # want note "PyTorch never reads"
    weights[name] = tensor
torch.save(weights, sys.argv[2])
