"""What frameworks do to the batches of a loader, before a program is given them."""
import torch


def moved(value):
    """A batch on the GPU: the tensors of it, whatever they are put together in."""
    if isinstance(value, torch.Tensor):
        return value.cuda()
    if isinstance(value, dict):
        return {key: moved(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple([moved(item) for item in value])
    if isinstance(value, list):
        return [moved(item) for item in value]
    return value
