import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, dataset, rank):
        self.model = DistributedDataParallel(model, device_ids=[rank])
        self.loader = DataLoader(dataset, batch_size=4, shuffle=True)  # want "walks over all of dataset"
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, epochs):
        for epoch in range(epochs):
            for batch in self.loader:
                self.optimizer.zero_grad()
                self.model(batch).mean().backward()
                self.optimizer.step()
