import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.message = nn.GRUCell(8, 8)
        self.grow = nn.Linear(8, 1)


def passing(neighbors, nodes, model):
    """Both who trains and who evaluates calls it."""
    after = []
    for i in range(len(neighbors)):
        after.append(model.message(nodes[i], nodes[i]))
    return after


def best_of(candidates, model):
    """Who trains calls it as well, and takes a number."""
    model.eval()
    best = -1.0
    with torch.no_grad():
        for i in range(len(candidates)):
            best = max(best, model.grow(candidates[i]).detach().mean().item())  # want "grow runs with gradients on"
    model.train()
    return best


def train_epoch(model, graphs, optimizer):
    model.train()
    for neighbors, nodes, target in graphs:
        nodes = passing(neighbors, nodes, model)
        loss = (model.grow(torch.stack(nodes)).mean() - target) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(best_of(graphs.candidates, model))


def test_epoch(model, graphs):
    model.eval()
    for i in range(len(graphs)):
        neighbors, nodes, target = graphs[i]
        nodes = passing(neighbors, nodes, model)
        print(nodes[0].detach().mean().item())


def other_test(model, graphs):
    model.eval()
    with torch.no_grad():
        for neighbors, nodes, target in graphs:
            grown = model.grow(nodes)  # want "grow runs with gradients on"
            print(grown.detach().mean().item())


def main(graphs):
    model = Cell().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        train_epoch(model, graphs, optimizer)
        test_epoch(model, graphs)
        other_test(model, graphs)


main(torch.load("graphs.pt"))
