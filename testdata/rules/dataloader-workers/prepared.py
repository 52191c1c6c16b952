from accelerate import Accelerator
from torch.utils.data import DataLoader

from .data import Images


def train(model, optimizer):
    accelerator = Accelerator(mixed_precision="bf16")
    loader = DataLoader(Images("train"), batch_size=16, shuffle=True)  # want note "the training process loads every batch itself"
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(**batch).loss)
        optimizer.step()
