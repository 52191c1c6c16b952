# The model's class comes from a package that is not at hand: an optimizer takes its parameters, so it is a module.
import torch
from elsewhere.models import Encoder, Tokens


def fit(loaders):
    model = Encoder()
    tokens = Tokens()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for batch in loaders["train"]:
            optimizer.zero_grad()
            model(tokens(batch)).mean().backward()
            optimizer.step()
        model.eval()
        total = 0
        for batch in loaders["dev"]:
            total += model(tokens(batch)).mean().item()  # want "model runs with gradients on in an evaluation loop"
        print(total)


def no_module(loaders):
    model = Encoder()
    optimizer = torch.optim.Adam(model.parameters())
    tokens = Tokens()
    for batch in loaders["train"]:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
    tokens.eval()
    return [len(tokens(batch)) for batch in loaders["dev"]]
