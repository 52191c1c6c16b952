import argparse

import torch
from accelerate import Accelerator
from torch.nn import functional as F


def accumulates(model, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            loss = F.cross_entropy(model(x), y)
            loss.backward()  # want "that many times too large"
            optimizer.step()
            optimizer.zero_grad()


def in_float16(model, loader):
    accelerator = Accelerator(mixed_precision="fp16")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # want error "raises AssertionError"
        optimizer.step()


class Trainer:
    def __init__(self, model, optimizer, loader, args):
        self.accelerator = Accelerator(gradient_accumulation_steps=args.micro_batches, mixed_precision="bf16")
        self.model, self.optimizer, self.loader = self.accelerator.prepare(model, optimizer, loader)

    def train(self):
        for x, y in self.loader:
            with self.accelerator.accumulate(self.model):
                F.mse_loss(self.model(x), y).backward()  # want "that many times too large"
                self.optimizer.step()
                self.optimizer.zero_grad()


def wrapped_behind(model, net, loader):
    # What computes the loss is made of the prepared model.
    parser = argparse.ArgumentParser()
    parser.add_argument("--micro-batches", type=int, default=4)
    args = parser.parse_args()
    accelerator = Accelerator(gradient_accumulation_steps=args.micro_batches)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    diffusion = net(model).to(accelerator.device)
    for x, y in loader:
        with accelerator.accumulate(model):
            loss = diffusion(x, y)
            accelerator.log({"loss": loss})
            loss.backward()  # want "that many times too large"
            optimizer.step()
            optimizer.zero_grad()
