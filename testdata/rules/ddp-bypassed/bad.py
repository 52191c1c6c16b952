import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler
from transformers.modeling_outputs import CausalLMOutputWithPast


class Diffusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 4)

    def forward(self, x):
        return self.net(x)

    def get_loss(self, x):
        noise = torch.randn_like(x)
        return nn.functional.mse_loss(self(x + noise), noise)


def methods(data, rank):
    dist.init_process_group("nccl")
    model = DDP(Diffusion().to(rank), device_ids=[rank])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    sampler = DistributedSampler(data)
    for epoch in range(10):
        sampler.set_epoch(epoch)
        for x in DataLoader(data, batch_size=8, sampler=sampler):
            loss = model.module.get_loss(x.to(rank))  # want "computed by model.module.get_loss, not by calling the DistributedDataParallel"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def under_its_old_name(model, loader, rank):
    wrapped = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)  # want "computed by model, not by calling"
        loss.backward()
        optimizer.step()
    torch.save(wrapped.module.state_dict(), "last.pt")


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 100)

    def forward(self, x):
        return CausalLMOutputWithPast(loss=None, logits=self.head(x))


def what_a_model_of_transformers_gives(loader, rank):
    model = DDP(LanguageModel().to(rank), device_ids=[rank])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for x, y in loader:
        bare = model.module if isinstance(model, DDP) else model
        answer = bare(x)  # want "computed by bare, not by calling"
        loss = nn.functional.cross_entropy(answer.logits[:, :-1].flatten(0, 1), y.flatten())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def unwrap(model):
    return model.module if hasattr(model, "module") else model


def by_a_helper(loader, rank):
    model = DDP(Diffusion().to(rank), device_ids=[rank])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for x in loader:
        loss = unwrap(model).get_loss(x.to(rank))  # want "computed by unwrap.model..get_loss, not by calling"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Trainer:
    def __init__(self, loader):
        self.rank = int(os.environ["LOCAL_RANK"])
        self.loader = loader
        self.model = DDP(Diffusion(), device_ids=[self.rank])
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)

    def run_batch(self, x):
        self.optimizer.zero_grad()
        output = self.model.module(x)  # want "computed by self.model.module, not by calling"
        loss = output.abs().mean()
        loss.backward()
        self.optimizer.step()

    def train(self):
        for x in self.loader:
            self.run_batch(x.to(self.rank))


data = torch.randn(8, 4)
sampler = DistributedSampler(data)
Trainer(DataLoader(data, batch_size=2, sampler=sampler)).train()
