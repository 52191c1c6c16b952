import torch
import torch.nn.functional as F


def fit(model, loader, optimizer):
    """The entries of a codebook are whole numbers, under whatever key they come: they have no graph."""
    tracked = {"ids": [], "states": []}
    for x in loader:
        out, stats = model(x)
        optimizer.zero_grad()
        stats["loss"].backward()
        optimizer.step()
        tracked["ids"].append(stats["latent_ids"].cpu().contiguous())
        tracked["states"].append(stats["last_state"].cpu().contiguous())  # want "with its autograd graph; collect"
    return torch.cat(tracked["ids"])


def behind_the_backward_pass(model, loader, optimizer):
    """What is computed from the prediction once more saves tensors of its own."""
    errors, losses = [], []
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        loss = F.mse_loss(out, y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # want "(backward has freed the saved tensors, not the nodes)"
        error = torch.sqrt(F.mse_loss(out[:, 0], y[:, 0]))
        errors.append(error)  # want "with its autograd graph; collect"
    return len(losses), len(errors)
