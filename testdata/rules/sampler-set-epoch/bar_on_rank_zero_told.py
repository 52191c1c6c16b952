from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler
from tqdm import tqdm


class Trainer:
    def __init__(self, model, dataset, optimizer, rank):
        self.model, self.optimizer, self.rank = DistributedDataParallel(model), optimizer, rank
        self.sampler = DistributedSampler(dataset)
        self.loader = DataLoader(dataset, 32, sampler=self.sampler, num_workers=4, pin_memory=True)

    def train_epoch(self, epoch):
        self.loader.sampler.set_epoch(epoch)
        for batch in tqdm(self.loader) if self.rank == 0 else self.loader:
            self.optimizer.zero_grad()
            self.model(batch).mean().backward()
            self.optimizer.step()

    def train(self, epochs):
        for epoch in range(epochs):
            self.train_epoch(epoch)
