from accelerate import Accelerator
from torch.utils.data import DataLoader

from .data import Images


def on_cpu(model, optimizer):
    accelerator = Accelerator(cpu=True)
    loader = DataLoader(Images("train"), batch_size=16, shuffle=True)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(**batch).loss)
        optimizer.step()


def not_placed(model, optimizer):
    accelerator = Accelerator(device_placement=False)
    loader = DataLoader(Images("train"), batch_size=16, shuffle=True)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(**batch).loss)
        optimizer.step()


def not_handed_over(model, optimizer):
    accelerator = Accelerator()
    loader = DataLoader(Images("train"), batch_size=16, shuffle=True)
    model, optimizer = accelerator.prepare(model, optimizer)
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(**batch).loss)
        optimizer.step()
