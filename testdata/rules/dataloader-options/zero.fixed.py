import torch
from torch.utils import data
from torch.utils.data import DataLoader as Loader

WORKERS = 0


def loaders(dataset):
    a = torch.utils.data.DataLoader(dataset, 32, num_workers=0)  # want "persistent_workers=True with num_workers=0: the DataLoader raises ValueError; drop it"
    b = data.DataLoader(dataset)  # want "prefetch_factor=4 with no num_workers, which is 0 by default"
    c = Loader(
        dataset,
        batch_size=32,
        num_workers=0,
    )
    d = Loader(dataset, 32, True, None, None, 0)  # want "prefetch_factor=2"
    e = Loader(dataset, num_workers=WORKERS, persistent_workers=WORKERS > 0)  # want "num_workers=0"
    options = {"prefetch_factor": 4, "pin_memory": True}
    f = Loader(dataset, **options)  # want "prefetch_factor=4 with no num_workers"
    g = Loader(dataset)  # want "multiprocessing_context=.spawn. with no num_workers"
    return a, b, c, d, e, f, g
