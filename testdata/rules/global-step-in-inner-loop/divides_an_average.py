import torch


def update(model, optimizer, batches, accumulate):
    sums, n_updates, waiting = {}, 0, 0
    for batch in batches:
        loss = model(batch) / accumulate
        loss.backward()
        waiting += 1
        if waiting >= accumulate:
            optimizer.step()
            optimizer.zero_grad()
            waiting = 0
        sums["loss"] = sums.get("loss", 0.0) + float(loss)
        n_updates += 1  # counts what is averaged
    return {k: v / max(n_updates, 1) for k, v in sums.items()}
