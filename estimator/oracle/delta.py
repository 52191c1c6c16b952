#!/usr/bin/env python3
"""Measure what the two kinds of layers of Qwen3.5 keep for their backward pass.

    python delta.py --out ../../testdata/oracle/delta.csv

As families.py, with layers of one kind. The kernels of flash-linear-attention and of the causal convolution run on GPUs alone: in
their place stand functions that keep what ChunkGatedDeltaRuleFunction (fla-core 0.6.0, fla/ops/gated_delta_rule/chunk.py) and a
convolution that computes its activation again keep.
"""
import argparse
import csv
import warnings

import families
import torch
import transformers.models.qwen3_5.modeling_qwen3_5 as modeling

KEY_HEADS, VALUE_HEADS, WIDTH, CHUNK = 4, 8, 32, 64


class Delta(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k, v, g, beta):
        unit = [(x / x.norm(dim=-1, keepdim=True)).to(x.dtype) for x in (q, k)]
        inverse = [torch.zeros(x.shape[:-1]) for x in (q, k)]
        within = torch.zeros(*v.shape[:-1], CHUNK, dtype=k.dtype)
        ctx.save_for_backward(unit[0], inverse[0], unit[1], inverse[1], v, g.float().cumsum(1), beta, within)
        return torch.zeros_like(v)


class Convolution(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return torch.nn.functional.silu(x)


modeling.torch_chunk_gated_delta_rule = lambda q, k, v, g, beta, **_: (Delta.apply(q, k, v, g, beta), None)
modeling.causal_conv1d_fn = lambda x, weight, bias=None, **_: Convolution.apply(x, weight)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    plain = families.hub_config
    with open(options.out, "w", newline="") as out:
        table = csv.DictWriter(out, ["layer", *families.COLUMNS], lineterminator="\n")
        table.writeheader()
        for kind in ("full_attention", "linear_attention"):
            def config_of(family, layers, transformers):
                config = plain(family, layers, transformers)
                config.layer_types = [kind] * layers
                config.linear_num_key_heads, config.linear_num_value_heads = KEY_HEADS, VALUE_HEADS
                config.linear_key_head_dim = config.linear_value_head_dim = WIDTH
                return config
            families.hub_config = config_of
            for row in families.rows_of("transformers", "qwen3_5_text", 64):
                table.writerow(dict(row, layer=kind))


if __name__ == "__main__":
    main()
