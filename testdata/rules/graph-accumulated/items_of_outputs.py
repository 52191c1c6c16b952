import torch


def train(model, loader, val_loader, optimizer, criterion):
    for epoch in range(10):
        for x, target in loader:
            optimizer.zero_grad()
            restored = model(x.cuda())
            loss = criterion(restored[0], target)
            loss.backward()
            optimizer.step()
        values = []
        kept = []
        for x, target in val_loader:
            with torch.no_grad():
                restored = model(x.cuda())
            restored = restored[0]
            for one, other in zip(restored, target):  # made where nothing is recorded
                values.append((one - other).abs().mean())
            recorded = model(x.cuda())  # also eval-without-no-grad
            for one in recorded:
                kept.append(one.mean())  # want "keeps the autograd graph of the value"
        print(torch.stack(values).mean().item(), torch.stack(kept).mean().item())
