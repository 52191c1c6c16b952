import torch


def run(model, x):
    with torch.cuda.amp.autocast:  # want "without parentheses it does nothing it should"
        return model(x)
