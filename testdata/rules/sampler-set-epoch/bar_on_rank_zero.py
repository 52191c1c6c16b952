from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler
from tqdm import tqdm


class Trainer:
    def __init__(self, model, dataset, optimizer, rank):
        self.model, self.optimizer, self.rank = DistributedDataParallel(model), optimizer, rank
        self.sampler = DistributedSampler(dataset)  # want "never told the epoch"
        self.loader = DataLoader(dataset, 32, sampler=self.sampler, num_workers=4, pin_memory=True)

    def train_epoch(self):
        if self.rank == 0:
            bar = tqdm(self.loader, leave=False)
        else:
            bar = self.loader
        for batch in bar:
            self.optimizer.zero_grad()
            self.model(batch).mean().backward()
            self.optimizer.step()

    def train(self, epochs):
        for epoch in range(epochs):
            self.train_epoch()
