import torch


def run(model, x):
    with torch.amp.autocast("cuda"):  # want "without parentheses it does nothing it should"
        return model(x)
