import torch
import torch.nn.functional as F


def get_batch(data, block, batch, device):
    starts = torch.randint(len(data) - block, (batch,))
    x = torch.stack([data[i : i + block] for i in starts])
    y = torch.stack([data[i + 1 : i + 1 + block] for i in starts])
    return x.to(device), y.to(device)


# Every micro-batch gives a mean, and the step takes their sum.
def train(model, data, args, device):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for step in range(args.max_steps):
        optimizer.zero_grad(set_to_none=True)
        for micro in range(args.micro_steps):
            x, y = get_batch(data, args.block, args.batch, device)
            logits = model(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
            loss.backward()  # want "divide the loss by args.micro_steps"
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 100 == 0:
            print(step, loss.item())


class Trainer:
    """The gate is a method's answer."""

    def __init__(self, model, loader, accumulate):
        self.model, self.loader, self.accumulate = model, loader, accumulate
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.step = 0

    def is_boundary(self):
        return (self.step + 1) % self.accumulate == 0

    def fit(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                loss = F.cross_entropy(self.model(x), y)
                loss.backward()  # want "divide the loss by self.accumulate"
                if self.is_boundary():
                    self.optimizer.step()
                    self.optimizer.zero_grad()
                self.step += 1
