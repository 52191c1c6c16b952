import torch


# Nothing is trained: the loop looks for the largest batch that fits.
def largest_batch(model, sample, device, most=64):
    best = 1
    for size in range(1, most):
        try:
            torch.cuda.empty_cache()
            loss = model(sample[:size].to(device)).mean()
            loss.backward()
            best = size
        except RuntimeError:
            break
    return best


def train(model, loader, optimizer, device):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x.to(device)).mean()
        loss.backward()
        optimizer.step()
        torch.cuda.empty_cache()  # want "in every training step"


def several(model, loader, build_optimizer, device):
    optimizer = build_optimizer(model)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x.to(device)).mean()
        loss.backward()
        optimizer.step("encoder")
        optimizer.step("decoder")
        torch.cuda.empty_cache()  # want "in every training step"
