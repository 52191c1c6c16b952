"""Measures training steps of modules that people wrote on a GPU: the most that torch allocates in the third step with AdamW.

    python gpu_user.py LIST.csv TREES OUT.csv [--workers 8] [--seconds 300]      on a machine with an NVIDIA GPU

LIST.csv and TREES are those of user_modules.py. Each module runs in a process of its own, in fp32 and under autocast to bfloat16; the loss is the
sum of all outputs, as `trainlint model --gpu` takes it. Numbers are written, and no line of anybody's code.
"""
import argparse
import csv
import gc
import json
import os
import signal
import sys
import time

import torch

import user_modules

COLUMNS = user_modules.COLUMNS + ["compute", "torch", "gpu", "before", "kept", "step", "error"]


def measure(tree, row, compute):
    torch.manual_seed(0)
    model = user_modules.build(tree, row["path"], row["name"], json.loads(row["arguments"] or "{}")).cuda().train()
    args = [t.cuda() for t in user_modules.inputs_of(row["input"])]
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], foreach=True)
    numbers = {"torch": torch.__version__.split("+")[0], "gpu": torch.cuda.get_device_name(0)}
    for turn in range(3):
        torch.cuda.synchronize()
        gc.collect()
        torch.cuda.reset_peak_memory_stats()
        numbers["before"] = torch.cuda.memory_allocated()
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=compute == "bf16"):
            out = [t for t in user_modules.floats(model(*args)) if t.requires_grad]
        numbers["kept"] = torch.cuda.memory_allocated() - numbers["before"]
        loss = sum(t.sum() if not t.is_complex() else t.abs().sum() for t in out)
        del out
        loss.backward()
        del loss
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        numbers["step"] = torch.cuda.max_memory_allocated()
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("listed")
    parser.add_argument("trees")
    parser.add_argument("out")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=300)
    options = parser.parse_args()
    trees, began = os.path.abspath(options.trees), time.time()
    with open(options.listed) as file:
        waiting = [(row, compute) for row in csv.DictReader(file) for compute in ("fp32", "bf16")]
    out = os.path.abspath(options.out)
    with open(out, "w", newline="") as file:
        csv.DictWriter(file, COLUMNS, lineterminator="\n").writeheader()
    running = {}
    while waiting or running:
        if time.time() - began > options.seconds:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            break
        while waiting and len(running) < options.workers:
            row, compute = waiting.pop(0)
            pid = os.fork()
            if pid == 0:
                signal.alarm(120)
                tree = os.path.join(trees, row["repository"].replace("/", "+"))
                try:
                    numbers = measure(tree, row, compute)
                except BaseException as error:  # what a module raises is its own affair
                    numbers = {"error": f"{type(error).__name__}: {str(error)[:160]}"}
                with open(out, "a", newline="") as file:
                    csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n").writerow({**row, "compute": compute, **numbers})
                os._exit(0)
            running[pid] = row["name"]
        for pid in list(running):
            if os.waitpid(pid, os.WNOHANG)[0]:
                running.pop(pid)
        time.sleep(0.05)
    print(f"{time.time() - began:.0f} s, {len(waiting)} not begun", file=sys.stderr)


if __name__ == "__main__":
    main()
