import argparse

import torch
from accelerate import Accelerator


def constant(model, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        with accelerator.accumulate(model):
            loss = model(**batch).loss
            loss = loss / 4
            accelerator.backward(loss)  # want "the gradient is that many times too small"
            optimizer.step()
            optimizer.zero_grad()


def option(model, loader):
    parser = argparse.ArgumentParser()
    parser.add_argument("--gradient_accumulation_steps", type=int, default=1)
    args = parser.parse_args()
    accelerator = Accelerator(mixed_precision="bf16", gradient_accumulation_steps=args.gradient_accumulation_steps)
    model, loader = accelerator.prepare(model, loader)
    optimizer = accelerator.prepare(torch.optim.SGD(model.parameters(), lr=1e-2))
    for step, batch in enumerate(loader):
        loss = model(**batch).loss / args.gradient_accumulation_steps
        accelerator.backward(loss)  # want "the loss is divided by the number of micro-batches"
        if (step + 1) % args.gradient_accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()


class Trainer:
    def __init__(self, model, optimizer, loader, every=8):
        self.every = every
        self.accelerator = Accelerator(gradient_accumulation_steps=self.every)
        self.model, self.optimizer, self.loader = self.accelerator.prepare(model, optimizer, loader)

    def train(self):
        for batch in self.loader:
            with self.accelerator.accumulate(self.model):
                loss = self.model(batch).mean()
                self.accelerator.backward(loss / self.accelerator.gradient_accumulation_steps)  # want "Accelerator.backward divides it"
                self.optimizer.step()
                self.optimizer.zero_grad()


def weighted_sum(model, optimizer, loader, every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    for batch in loader:
        with accelerator.accumulate(model):
            one, other = model(**batch)
            loss = 0.5 * one + other
            loss = loss / every
            accelerator.backward(loss)  # want "the gradient is that many times too small"
            optimizer.step()
            optimizer.zero_grad()
