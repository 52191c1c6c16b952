import os
from functools import partial

from torch.utils.data import DataLoader

make_loader = partial(DataLoader, num_workers=int(os.environ["WORKERS"]))
