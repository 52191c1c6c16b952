#!/usr/bin/env python3
"""Record in which order a head and its loss allocate and free what is as large as the logits, without a GPU.

    python loss_order.py >> ../../testdata/oracle/loss_order.csv

torch's profiler sees each allocation and each free of the CPU's allocator. The model is a small Llama with a large vocabulary; the function that
computes the loss returns nothing else, as transformers' Trainer does. Sizes are in bytes a logit; frees that follow each other are sorted.
"""
import warnings

import torch
import transformers
from torch.profiler import ProfilerActivity, profile

warnings.filterwarnings("ignore")
VOCABULARY, TOKENS, BATCH = 16384, 128, 2


def start(event):
    return event.start_ns() if hasattr(event, "start_ns") else event.start_us() * 1000


def record(compute, weights):
    config = transformers.LlamaConfig(vocab_size=VOCABULARY, hidden_size=64, intermediate_size=96, num_hidden_layers=1, num_attention_heads=2,
                                      num_key_value_heads=2, use_cache=False)
    model = transformers.LlamaForCausalLM(config).to(weights).train()
    ids = torch.randint(0, VOCABULARY, (BATCH, TOKENS))

    def loss():
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=compute != "pure"):
            return model(input_ids=ids, labels=ids)["loss"]

    def step():
        value = loss()
        torch.empty(123456789, dtype=torch.uint8)  # between forward and backward
        value.backward()

    step()
    model.zero_grad(set_to_none=True)
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as seen:
        step()
    logits, forward, parts = BATCH * TOKENS * VOCABULARY, True, [[], []]
    for event in sorted((e for e in seen.profiler.kineto_results.events() if e.name() == "[memory]"), key=start):
        size = event.nbytes()
        if abs(size) == 123456789:
            forward = False
            continue
        if abs(size) >= 1.5 * logits:  # gradients and copies of the head's weight are smaller
            parts[0 if forward else 1].append(round(size / logits, 2))
    return [" ".join("%+g" % size for size in ordered(part)) for part in parts]


def ordered(sizes):
    out, freed = [], []
    for size in sizes + [None]:
        if size is not None and size < 0:
            freed.append(size)
            continue
        out += sorted(freed)
        freed = []
        if size is not None:
            out.append(size)
    return out


for compute, weights in (("pure", torch.bfloat16), ("amp-bf16", torch.float32), ("pure", torch.float32)):
    print(",".join([torch.__version__.split("+")[0], transformers.__version__, "fp32" if weights == torch.float32 else "bf16",
                    "fp32" if compute == "pure" and weights == torch.float32 else compute, *record(compute, weights)]))
