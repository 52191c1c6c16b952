import gc

import MinkowskiEngine as ME
import torch


# Sparse convolutions allocate beside PyTorch: they can use what its cache gives back.
def train(model, optimizer, loader, criterion, device, iter_size=4):
    iterator = iter(loader)
    for step in range(len(loader) // iter_size):
        optimizer.zero_grad()
        for _ in range(iter_size):
            batch = next(iterator)
            sparse = ME.SparseTensor(batch["features"].to(device), coordinates=batch["coordinates"].to(device))
            loss = criterion(model(sparse), batch) / iter_size
            loss.backward()
        optimizer.step()
        gc.collect()
        torch.cuda.empty_cache()
