import torch.nn.functional as F


# Only who calls it says for which loader it trains.
def run_epoch(model, loader, is_train, optimizer=None):
    if is_train:
        model.train()
    else:
        model.eval()
    total = 0.0
    for x, y in loader:
        logits = model(x)  # want "model runs with gradients on"
        loss = F.cross_entropy(logits, y)
        if is_train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total / len(loader)
