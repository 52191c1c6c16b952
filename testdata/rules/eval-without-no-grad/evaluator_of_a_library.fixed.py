import pytorch_pfn_extras as ppe
import torch
from pytorch_pfn_extras.training import extensions

from networks import build


# What the Evaluator calls for each batch runs with gradients off.
def evaluate_batch(model, criterion, x, y):
    model.eval()
    scores = model(x)
    ppe.reporting.report({"val/loss": criterion(scores, y).item()})


# Another function of the file is called by nobody who is seen to do so.
def look_at(model, criterion, x, y):
    model.eval()
    with torch.no_grad():
        scores = model(x)  # want "model runs with gradients on, and only the values of what it gives are read"
    print(criterion(scores, y).item())


def extend(manager, model, loader, criterion):
    manager.extend(
        extensions.Evaluator(loader, model, eval_func=lambda x, y: evaluate_batch(model, criterion, x, y)),
        trigger=(1, "epoch"),
    )


def train(manager, model, loader, optimizer, criterion):
    while not manager.stop_trigger:
        model.train()
        for x, y in loader:
            with manager.run_iteration():
                optimizer.zero_grad()
                loss = criterion(model(x), y)
                loss.backward()
                optimizer.step()
