import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, i):
        return torch.randn(8), i % 2


class Config:
    def __init__(self):
        self.batch_size = 64
        self.num_workers = 4


class Trainer:
    def __init__(self, config, model, dataset):
        self.config = config
        self.model = model.to("cuda")
        self.dataset = dataset

    def run(self):
        config = self.config
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=3e-4)
        loader = DataLoader(self.dataset, batch_size=config.batch_size, num_workers=config.num_workers, pin_memory=True)
        for x, y in loader:
            x, y = x.to("cuda"), y.to("cuda")
            loss = torch.nn.functional.cross_entropy(self.model(x), y)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
