import gc

import torch

from .frontier import FullMemory, StepMeasurement


def cleanup():
    gc.collect()
    torch.cuda.empty_cache()


def step_of(model, optimizer):
    def step(batch):
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return torch.cuda.max_memory_allocated()

    return step


def sweep(lengths, model):
    step = step_of(model, torch.optim.AdamW(model.parameters()))
    found = []
    for length in lengths:
        cleanup()  # each length starts alike
        try:
            found.append(StepMeasurement(length, step(torch.zeros(1, length))))
        except FullMemory:
            found.append(StepMeasurement(length, None))
    return found
