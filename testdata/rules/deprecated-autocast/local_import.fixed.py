def step(model, batch):
    import torch

    with torch.amp.autocast("cuda"):  # want "deprecated"
        return torch.sum(model(batch))


def other(model, batch):
    import torch

    with torch.amp.autocast("cuda"):  # want "deprecated"
        return model(batch)
