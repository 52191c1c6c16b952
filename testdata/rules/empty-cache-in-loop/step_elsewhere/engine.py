import gc

import torch


class Engine:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def update(self, batch):
        self.optimizer.zero_grad()
        self.model(batch).mean().backward()
        self.optimizer.step()
        torch.cuda.empty_cache()  # want "every training step: it waits for the GPU"

    def finish(self):
        gc.collect()
        torch.cuda.empty_cache()


class Quiet(Engine):
    def update(self, batch, step):
        self.optimizer.zero_grad()
        self.model(batch).mean().backward()
        self.optimizer.step()
        if step % 1000 == 0:
            torch.cuda.empty_cache()
