def step(model, batch):
    import torch
    from torch.cuda.amp import autocast

    with autocast():  # want "deprecated"
        return torch.sum(model(batch))


def other(model, batch):
    from torch.cuda.amp import autocast

    with autocast():  # want "deprecated"
        return model(batch)
