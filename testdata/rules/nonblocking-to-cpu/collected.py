import torch


@torch.no_grad()
def predictions(model, loader):
    model.eval()
    collected = []
    for batch in loader:
        out = model(batch.to("cuda"))
        collected.append(out.detach().to("cpu", non_blocking=True))  # want error "line 11 reads it"
    return torch.cat(collected).argmax(1)


@torch.no_grad()
def with_a_loss(model, loader, criterion):
    model.eval()
    collected, total = [], 0.0
    for x, y in loader:
        out = model(x.to("cuda"))
        collected.append(out.to("cpu", non_blocking=True))
        total += criterion(out, y.to("cuda")).item()  # the copy before it has arrived, too
    return torch.cat(collected), total


@torch.no_grad()
def before_the_copy(model, loader, criterion):
    model.eval()
    collected, total = [], 0.0
    for x, y in loader:
        out = model(x.to("cuda"))
        total += criterion(out, y.to("cuda")).item()
        collected.append(out.to("cpu", non_blocking=True))  # want error "line 33 reads it"
    return torch.stack(collected), total


@torch.no_grad()
def waited_for_by_another(model, batch, criterion, target):
    out = model(batch)
    kept = out.detach().to("cpu", non_blocking=True)
    loss = criterion(out, target)
    print(loss.item())
    return kept.numpy()
