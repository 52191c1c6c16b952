from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


class Loop:
    def __init__(self, world, rank, epochs=40):
        self.world, self.rank, self.count = world, rank, epochs

    def setup(self, dataset):
        self.sampler = DistributedSampler(dataset, self.world, self.rank) if self.world > 1 else None
        self.loader = DataLoader(dataset, 96, shuffle=self.sampler is None, sampler=self.sampler)

    def epochs(self):
        for epoch in range(self.count):
            if self.sampler is not None:
                self.sampler.set_epoch(epoch)
            yield epoch, self.loader
