import gc

import torch


def cleanup():
    gc.collect()  # want "gc.collect\(\) in every training step"
    torch.cuda.empty_cache()  # want "torch.cuda.empty_cache\(\) in every training step"


# The helper is called in every step and after every epoch: it stays as it is.
def train(model, optimizer, loader, epochs, device):
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch.to(device)).backward()
            optimizer.step()
            cleanup()
        torch.save(model.state_dict(), f"epoch-{epoch}.pt")
        cleanup()


def guarded(model, optimizer, loader, device):
    for batch in loader:
        optimizer.zero_grad()
        model(batch.to(device)).backward()
        optimizer.step()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # want "every training step"
