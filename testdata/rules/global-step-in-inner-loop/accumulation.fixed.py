import torch


class Trainer:
    def __init__(self, model, optimizer, loader):
        self.model, self.optimizer, self.loader = model, optimizer, loader
        self.num_updates = 0

    def fit(self, max_updates):
        while self.num_updates < max_updates:
            for batch in self.loader:
                self.optimizer.zero_grad()
                for micro_batch in batch.chunk(4):
                    loss = self.model(micro_batch).mean() / 4
                    loss.backward()
                self.num_updates = self.num_updates + 1  # want "self.num_updates is incremented in the loop at line 13"
                self.optimizer.step()


def nanogpt(model, optimizer, get_batch, gradient_accumulation_steps, max_iters):
    iter_num = 0
    while True:
        for micro_step in range(gradient_accumulation_steps):
            x, y = get_batch()
            _, loss = model(x, y)
            (loss / gradient_accumulation_steps).backward()
        iter_num += 1  # want "iter_num is incremented in the loop"
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if iter_num > max_iters:
            break


def per_metric(model, optimizer, loader, writer):
    total_steps = 0
    for batch in loader:
        losses = model(batch)
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        for name, value in losses.items():
            writer.add_scalar(name, value.item(), total_steps)
        total_steps += 1  # want "total_steps is incremented in the loop at line 41"
