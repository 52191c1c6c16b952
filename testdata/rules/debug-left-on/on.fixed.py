import os

import torch
from lightning.pytorch import Trainer
from transformers import TrainingArguments


arguments = TrainingArguments("out")  # want "full_determinism=True is on" "debug=.underflow_overflow. is on"
trainer = Trainer(max_epochs=3)  # want "detect_anomaly=True is on"


def train(model, optimizer, loader):
    with torch.autograd.detect_anomaly():  # want "detect_anomaly\(\) is on for the whole run"
        for batch in loader:
            optimizer.zero_grad()
            model(batch).backward()
            optimizer.step()


def profiled(model, optimizer, loader, epochs):
    with torch.profiler.profile(record_shapes=True):  # want "the profiler has no schedule and runs over all epochs"
        for epoch in range(epochs):
            for batch in loader:
                optimizer.zero_grad()
                model(batch).backward()
                optimizer.step()


if __name__ == "__main__":
    pass  # want "is on for the whole run"
