import torch

from measures import accuracy


def main(model, train_set, held_out, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        model.train()
        for x, y in train_set:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        if epoch:
            print(accuracy(model, held_out, criterion))
