#!/usr/bin/env python3
"""What timm's models hold, and what one sample of them keeps for the backward pass: estimator/data/timm.csv.

    python timm_models.py --seconds 3600 >> ../data/timm.csv        # goes on after the names that are there
    python timm_models.py --only 'resnetv2_*'

Each model is made with timm's own defaults and without weights, and run once in training mode, in fp32 on a CPU, with images of 224 pixels, or of
its own side where it takes no other. What autograd saves is counted once per storage, without parameters and buffers. The column
`saved` is that of 224 pixels a side at 2 bytes an element, as act_saved_bytes_2B_ref of models.csv.
"""
import argparse
import csv
import fnmatch
import pathlib
import sys
import time

import timm
import torch

TABLE = pathlib.Path(__file__).parent.parent / "data" / "timm.csv"
MOST_PARAMETERS = 450_000_000
LARGEST_SIDE = 400
REFERENCE = 224


def saved_by(model, batch, side):
    own = {t.untyped_storage().data_ptr() for t in [*model.parameters(), *model.buffers()]}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = (storage.nbytes(), tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = model(torch.randn(batch, 3, side, side))
    total = sum(size for size, _ in kept.values())
    del result
    return total / batch


def row(name):
    with torch.device("meta"):
        model = timm.create_model(name, pretrained=False)
    parameters = sum(p.numel() for p in model.parameters())
    config = model.pretrained_cfg or model.default_cfg
    side, fixed = config["input_size"][1], bool(config.get("fixed_input_size"))
    run = side if fixed or side < REFERENCE else REFERENCE
    if parameters > MOST_PARAMETERS or run > LARGEST_SIDE:
        return None
    model = timm.create_model(name, pretrained=False).train()
    try:
        saved = saved_by(model, 1, run)
    except ValueError:  # a batch norm over one value
        saved = saved_by(model, 2, run)
    return [name, type(model).__name__.lower(), parameters, side, int(fixed), round(saved / 2 * REFERENCE**2 / run**2)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="*")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    known = {line["name"] for line in csv.DictReader(TABLE.open())}
    writer = csv.writer(sys.stdout, lineterminator="\n")
    end = time.monotonic() + arguments.seconds
    for name in timm.list_models(arguments.only):
        if name in known or time.monotonic() > end:
            continue
        try:
            line = row(name)
        except (RuntimeError, ValueError, TypeError) as error:
            print(name, error, file=sys.stderr)
            continue
        if line:
            writer.writerow(line)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
