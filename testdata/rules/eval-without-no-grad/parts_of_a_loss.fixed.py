# A loss that is computed part by part and given back with its graph: who called may differentiate it. A number carries none.
import torch


def test_loss(model, x, batch_size):
    total = 0
    for i in range(0, len(x), batch_size):
        total = total + model(x[i : i + batch_size]).square().mean()
    return total


def evaluate_parts(model, x, batch_size):
    parts = []
    for i in range(0, len(x), batch_size):
        parts.append(model(x[i : i + batch_size]).square().mean())
    return {"loss": torch.stack(parts).sum(), "parts": len(parts)}


def evaluate_score(model, x, batch_size):
    total = 0
    with torch.no_grad():
        for i in range(0, len(x), batch_size):
            total = total + model(x[i : i + batch_size]).square().mean().item()  # want "model runs with gradients on"
    return total


def evaluate_labels(model, texts, batch_size):
    labels = []
    with torch.no_grad():
        for i in range(0, len(texts), batch_size):
            labels.append(model(texts[i : i + batch_size]).argmax(-1))  # want "model runs with gradients on"
    return torch.cat(labels)
