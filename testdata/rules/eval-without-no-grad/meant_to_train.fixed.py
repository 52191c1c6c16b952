import torch
from torch import nn


def step(embedder, generator, optimizer, distance, noise, graphs):
    """The loss is made anew behind the passes, which is told of the loss: it was meant to train the generator."""
    embedder.eval()
    generator.train()
    optimizer.zero_grad()
    embedded = []
    for graph in generator(noise):
        embedded.append(embedder(graph).view(-1))
    again = generator(torch.stack(embedded))
    loss = 0
    for one, other in zip(graphs, again):
        loss += distance(one, other)
    loss = torch.tensor(loss, requires_grad=True)  # also loss-rewrapped
    loss.backward()
    optimizer.step()


def measured(embedder: nn.Module, graphs, distance):
    embedder.eval()
    total = 0.0
    with torch.no_grad():
        for batch in graphs:
            total += distance(embedder(batch), batch).item()  # want "embedder runs with gradients on"
    return total
