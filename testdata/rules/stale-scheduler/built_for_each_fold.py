"""One function makes the model, its optimizer and its schedule for every fold. So much happens in it that it is followed once."""
import torch
from torch import nn
from transformers import get_linear_schedule_with_warmup


def build(config):
    sizes = [config["first"], config["second"], config["third"], config["fourth"]]
    layers = []
    for name in ("a", "b", "c", "d", "e", "f", "g", "h"):
        for size in sizes:
            width = size // config[name + "_share"] + config[name + "_more"]
            print(name, size, width, "of", len(sizes))
            layers.append(nn.Linear(width, width))
    model = nn.Sequential(*layers)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"])
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=config["warmup"], num_training_steps=config["steps"])
    return scheduler, optimizer


def train(model, scheduler, optimizer, loader):
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()
        scheduler.step()


def two_folds(model, loaders, config):
    scheduler, optimizer = build(config)
    train(model, scheduler, optimizer, loaders[0])
    scheduler, optimizer = build(config)
    train(model, scheduler, optimizer, loaders[1])


def optimizer_alone(model, loaders, config):
    scheduler, optimizer = build(config)
    train(model, scheduler, optimizer, loaders[0])
    _, optimizer = build(config)  # want "drives the optimizer that line \d+ replaces"
    train(model, scheduler, optimizer, loaders[1])
