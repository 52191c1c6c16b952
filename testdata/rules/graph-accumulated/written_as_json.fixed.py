# What is written as JSON holds numbers.
import json

import torch


def run_once(model, loader, args):
    return args.trainer.measure(model, loader, torch.nn.functional.mse_loss)


def main(model, loader, optimizer, args, path):
    log = {"log": []}
    for epoch in range(20):
        for x, y in loader:
            loss = torch.nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        log["log"].append({"epoch": epoch, "loss": float(loss), "more": run_once(model, loader, args)})
        with open(path, "w") as f:
            json.dump(log, f)


def kept(model, loader, optimizer):
    log = {"log": []}
    for epoch in range(20):
        for x, y in loader:
            loss = torch.nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            log["log"].append(loss.detach())  # want "with its autograd graph"
    return log
