import torch
import torch.nn.functional as F


def train(model, data, args, get_batch):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for step in range(args.max_steps):
        optimizer.zero_grad(set_to_none=True)
        for micro in range(args.micro_steps):
            x, y = get_batch(data)
            logits = model(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
            (loss / args.micro_steps).backward()
        optimizer.step()


# The parts of one loss: their sum is meant.
def tasks(model, batches, heads, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for batch in batches:
        optimizer.zero_grad()
        for head in heads:
            F.mse_loss(head(model(batch["x"])), batch[head.name]).backward()
        optimizer.step()


class Trainer:
    def __init__(self, model, loader, accumulate):
        self.model, self.loader, self.accumulate = model, loader, accumulate
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.step = 0

    def is_boundary(self):
        return (self.step + 1) % self.accumulate == 0

    def fit(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                loss = F.cross_entropy(self.model(x), y) / self.accumulate
                loss.backward()
                if self.is_boundary():
                    self.optimizer.step()
                    self.optimizer.zero_grad()
                self.step += 1
