import torch

amp = torch.cuda.amp


def run(model, x):
    with amp.autocast():  # want "deprecated"
        return model(x)
