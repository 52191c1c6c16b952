# An Accelerator divides by the number of micro-batches that it was made with: by one, where it was told none.
from accelerate import Accelerator


class Trainer:
    def __init__(self, model, optimizer, batches, every):
        self.accelerator = Accelerator(split_batches=True)
        self.model, self.optimizer = self.accelerator.prepare(model, optimizer)
        self.batches = iter(batches)
        self.accumulate_every = every

    def train(self, steps):
        for step in range(steps):
            for _ in range(self.accumulate_every):
                loss = self.model(next(self.batches))
                self.accelerator.backward(loss / self.accumulate_every)  # want "self.accumulate_every micro-batches"
            self.optimizer.step()
            self.optimizer.zero_grad()


class Told:
    def __init__(self, model, optimizer, batches, every):
        self.accelerator = Accelerator(gradient_accumulation_steps=every)
        self.model, self.optimizer = self.accelerator.prepare(model, optimizer)
        self.batches = iter(batches)
        self.accumulate_every = every

    def train(self, steps):
        for step in range(steps):
            for _ in range(self.accumulate_every):
                loss = self.model(next(self.batches))
                self.accelerator.backward(loss)
            self.optimizer.step()
            self.optimizer.zero_grad()


class Given:
    def __init__(self, accelerator, model, optimizer, batches, every):
        self.accelerator = accelerator
        self.model, self.optimizer = self.accelerator.prepare(model, optimizer)
        self.batches = iter(batches)
        self.accumulate_every = every

    def train(self, steps):
        for step in range(steps):
            for _ in range(self.accumulate_every):
                self.accelerator.backward(self.model(next(self.batches)))
            self.optimizer.step()
            self.optimizer.zero_grad()
