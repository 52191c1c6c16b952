# What the loss is divided by is a product: it stays together.
import torch.nn.functional as F


def train(model, loader, optimizer, args):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # want "divide the loss by args.accum \* args.workers before"
        if (i + 1) % (args.accum * args.workers) == 0:
            optimizer.step()
            optimizer.zero_grad()
