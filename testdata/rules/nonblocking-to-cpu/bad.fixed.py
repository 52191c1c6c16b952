import torch


@torch.no_grad()
def predict(model, loader):
    results = []
    for batch in loader:
        out = model(batch.to("cuda", non_blocking=True))
        results.append(out.argmax(1).to("cpu").numpy())  # want "returns before the copy has arrived"
    return results


def later(model, batch):
    loss = model(batch).mean().to(torch.device("cpu"))  # want "line 16 reads it" # also eval-without-no-grad
    scale = 2
    print(scale, loss.item())
