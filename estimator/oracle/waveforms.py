#!/usr/bin/env python3
"""What encoders of raw audio keep for the backward pass, by transformers: testdata/oracle/waveforms.csv.

    python waveforms.py > ../../testdata/oracle/waveforms.csv

Wav2Vec2ForCTC with the sizes of the base and of the large models (fewer blocks), in training mode, in fp32 on a CPU, without dropout, whose masks a CPU
keeps in another way, and without layers that are left out at random. What autograd saves is counted once per storage.
"""
import csv
import sys

import torch
from transformers import Wav2Vec2Config, Wav2Vec2ForCTC

ROWS = [  # hub id, hidden, wide, heads, norm, blocks
    ("facebook/wav2vec2-base", 768, 3072, 12, "group", 2),
    ("facebook/wav2vec2-base", 768, 3072, 12, "group", 4),
    ("facebook/wav2vec2-large-xlsr-53", 1024, 4096, 16, "layer", 2),
    ("facebook/wav2vec2-large-xlsr-53", 1024, 4096, 16, "layer", 4),
]


def saved(hidden, wide, heads, norm, blocks, samples, batch, frozen):
    large = norm == "layer"
    model = Wav2Vec2ForCTC(Wav2Vec2Config(
        num_hidden_layers=blocks, hidden_size=hidden, intermediate_size=wide, num_attention_heads=heads, feat_extract_norm=norm, conv_bias=large,
        do_stable_layer_norm=large, attention_dropout=0.0, hidden_dropout=0.0, activation_dropout=0.0, feat_proj_dropout=0.0, final_dropout=0.0,
        layerdrop=0.0, mask_time_prob=0.0)).train()
    if frozen:
        model.freeze_feature_encoder()
    own = {t.untyped_storage().data_ptr() for t in [*model.parameters(), *model.buffers()]}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = (storage.nbytes(), tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = model(torch.randn(batch, samples), labels=torch.randint(1, 30, (batch, 5)))
    total = sum(size for size, _ in kept.values())
    del result
    return total


def main():
    torch.set_num_threads(1)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["model", "blocks", "samples", "batch", "frozen", "saved"])
    for name, hidden, wide, heads, norm, blocks in ROWS:
        for samples, batch, frozen in ((32000, 1, "yes"), (32000, 1, "no"), (80000, 2, "yes"), (80000, 2, "no")):
            writer.writerow([name, blocks, samples, batch, frozen, saved(hidden, wide, heads, norm, blocks, samples, batch, frozen == "yes")])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
