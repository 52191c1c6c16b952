# A function that nobody calls: what is called a loader here keeps its order, however many options it is given.
from itertools import cycle

from torch.utils.data import DataLoader


class Batches:
    def of(self, data):
        train_loader = DataLoader(data, batch_size=8, num_workers=2, pin_memory=True, drop_last=True)
        return cycle(train_loader)

    def drawn(self, data):
        train_loader = DataLoader(data, batch_size=8, num_workers=2, pin_memory=True, shuffle=True)
        return cycle(train_loader)  # want "cycle"
