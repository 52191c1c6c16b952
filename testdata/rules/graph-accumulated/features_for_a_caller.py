import torch
import torch.nn as nn
import torch.nn.functional as F


def features_of(model, loader):
    kept = []
    for images, _ in loader:
        features = model(images)
        kept.append(features.cpu().clone())
    kept = torch.cat(kept, 0)
    return kept, len(kept)


def distances(model, loaders):
    with torch.no_grad():
        model.eval()
        query, _ = features_of(model, loaders["query"])
        gallery, _ = features_of(model, loaders["gallery"])
    return torch.cdist(query, gallery)


def trained_features(model, loader, optimizer):
    kept = []
    for images, labels in loader:
        features = model(images)
        loss = F.cross_entropy(features, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.append(features)  # want "kept keeps"
    return torch.cat(kept, 0)


def boxes_of(model, loader):
    model.eval()
    boxes, shown = {}, {}
    for images, targets in loader:
        with torch.no_grad():
            found = model(images)
        for one, target in zip(found, targets):
            boxes[target["image_id"].item()] = {"boxes": one["boxes"].cpu(), "scores": one.scores.cpu()}
            shown[target["image_id"].item()] = one["masks"]
    return boxes, shown


def boxes_with_graphs(model, loader):
    model.eval()
    boxes = {}
    for images, targets in loader:
        found = model(images)  # also eval-without-no-grad
        for one, target in zip(found, targets):
            boxes[target["image_id"].item()] = one["boxes"]  # want "boxes keeps"
    return boxes


class PerSample(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 8)

    def decode(self, codes):
        rows = []
        for code in torch.unbind(codes):
            rows.append(self.net(code))
        return torch.stack(rows)


def predict(codes, table):
    model = PerSample()
    for name in table:
        table[name] = model.decode(codes).detach().numpy()
    return table


def collected(model, chunks):
    rows = []
    for chunk in chunks:
        rows.append(model(chunk))  # want "rows keeps" # also eval-without-no-grad
    return torch.cat(rows).detach()
