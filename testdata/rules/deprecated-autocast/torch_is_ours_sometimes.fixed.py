import importlib

import torch

if importlib.util.find_spec("fake"):
    torch = importlib.import_module("fake")

import torch as torch_


def run(model, x):
    with torch_.amp.autocast("cuda"):  # want "deprecated"
        return model(x)
