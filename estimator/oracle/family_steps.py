#!/usr/bin/env python3
"""Measure the peak of each phase of a training step of small language models, storage by storage, without a GPU.

    python family_steps.py --out ../../testdata/oracle/family_steps.csv [--only llama,gpt2]

The models and the casts of a GPU's autocast are those of families.py, the dispatch mode that sees every storage is that of
steps.py. Three steps of AdamW in its foreach form are taken, and the third is measured. Under autocast nothing is
checkpointed: the copies of weights that are made here are not those that torch makes again.
"""
import argparse
import csv
import gc
import importlib.metadata
import sys
import warnings

import torch

import families
from steps import Live

COLUMNS = ("torch version family config parameters trainable weights compute method checkpointing micro_batch tokens "
           "forward_peak backward_peak optimizer_peak").split()
REGIMES = [("fp32", "fp32", "full"), ("bf16", "pure", "full"), ("fp32", "amp-bf16", "full"), ("bf16", "amp-bf16", "lora")]
BATCH, TOKENS, LAYERS = 4, 128, 6


def measure(family, weights, compute, method, checkpointing):
    torch.manual_seed(0)
    model, config = families.hub_model(family, LAYERS, "sdpa")
    model.to(torch.bfloat16 if weights == "bf16" else torch.float32)
    if method == "lora":
        model = families.adapted(model, 0.0)
    model.train()
    if checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, foreach=True)
    step = families.hub_forward(model, family, BATCH, TOKENS)
    live = Live()
    live.watch(list(model.parameters()) + list(model.buffers()))
    for _ in range(3):
        casts = families.Autocast(torch.bfloat16)
        with live:
            with families.Dropout():
                if compute == "amp-bf16":
                    with casts:
                        loss = step().loss
                else:
                    loss = step().loss
            forward = live.reached()
            loss.backward()
            backward = live.reached()
            del loss
            casts.copies.clear()
            gc.collect()
            optimizer.step()
            stepped = live.reached()
            optimizer.zero_grad(set_to_none=True)
            gc.collect()
            live.reached()
    return dict(config=config, parameters=sum(p.numel() for p in model.parameters()), trainable=sum(p.numel() for p in trained),
                forward_peak=forward, backward_peak=backward, optimizer_peak=stepped)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", default="llama,gpt2,qwen3,gemma,gpt_neox,phi")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    with open(options.out, "a", newline="") as out:
        table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        if out.tell() == 0:
            table.writeheader()
        for family in options.only.split(","):
            for regime in REGIMES:
                for checkpointing in ("none", "full") if regime[1] != "amp-bf16" else ("none",):
                    for families.VOCAB in (512, 16384):
                        families.SHAPE = [(names, families.VOCAB if names == ("vocab_size",) else value) for names, value in families.SHAPE]
                        try:
                            row = measure(family, *regime, checkpointing == "full")
                        except Exception as error:
                            print(f"{family} {' '.join(regime)} {checkpointing}: {type(error).__name__}: {str(error)[:120]}", file=sys.stderr)
                            continue
                        table.writerow(dict(row, torch=torch.__version__.split("+")[0], version=importlib.metadata.version("transformers"),
                                            family=family, weights=regime[0], compute=regime[1], method=regime[2],
                                            checkpointing=checkpointing, micro_batch=BATCH, tokens=TOKENS))
                        out.flush()


if __name__ == "__main__":
    main()
