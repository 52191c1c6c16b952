import torch


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()
