import torch

read = {}


def load_checkpoint(path, device):
    print("loading", path)
    return torch.load(path, map_location=device)


def weights_of(path, device):
    """The weights alone, without the prefix that DataParallel gave them."""
    state = torch.load(path, map_location=device)["state_dict"]
    return {name.removeprefix("module."): value for name, value in state.items()}


def remembered(path, device):
    """A name of the caller's is not all that holds it."""
    state = torch.load(path, map_location=device)
    read[path] = state
    return state


def epoch_of(path, device):
    return torch.load(path, map_location=device)["epoch"]


def where_it_was(path):
    return torch.load(path)
