import torch
from contextlib import nullcontext


# The graph is recorded where somebody asks for it.
def interpolate(generator, count, guided, save):
    generator.eval()
    with torch.no_grad() if not guided else nullcontext():
        for i in range(count):
            images = generator(torch.randn(8, 128))
            save(i, images.detach().cpu())


def interpolate_recorded(generator, count, save):
    generator.eval()
    with torch.no_grad():
        for i in range(count):
            images = generator(torch.randn(8, 128))  # want "runs with gradients on"
            save(i, images.detach().cpu())
