#!/usr/bin/env python3
"""What models that compare images with texts hold and keep for the backward pass, by transformers: testdata/oracle/contrastive.csv.

    python contrastive.py > ../../testdata/oracle/contrastive.csv

Each model is built by transformers from its public sizes, its layers are counted and, in training mode on a CPU, one forward pass
with the contrastive loss is made; what autograd saves is counted once per storage, without parameters and buffers.
"""
import csv
import sys

import torch
from transformers import CLIPConfig, CLIPModel, SiglipConfig, SiglipModel

ROWS = [  # hub id, class, text (hidden, layers, heads, wide, tokens), images (hidden, layers, heads, wide, patch, side), projection
    ("openai/clip-vit-base-patch32", "clip", (512, 12, 8, 2048, 77), (768, 12, 12, 3072, 32, 224), 512),
    ("openai/clip-vit-base-patch16", "clip", (512, 12, 8, 2048, 77), (768, 12, 12, 3072, 16, 224), 512),
    ("openai/clip-vit-large-patch14", "clip", (768, 12, 12, 3072, 77), (1024, 24, 16, 4096, 14, 224), 768),
    ("openai/clip-vit-large-patch14-336", "clip", (768, 12, 12, 3072, 77), (1024, 24, 16, 4096, 14, 336), 768),
]


def sizes(hidden, layers, heads, wide):
    return dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=wide)


def build(kind, text, image, projection):
    text_config = dict(**sizes(*text[:4]), max_position_embeddings=text[4])
    vision = dict(**sizes(*image[:4]), patch_size=image[4], image_size=image[5])
    if kind == "clip":
        text_config.update(projection_dim=projection)
        vision.update(projection_dim=projection)
        return CLIPModel(CLIPConfig(text_config=text_config, vision_config=vision, projection_dim=projection))
    return SiglipModel(SiglipConfig(text_config=text_config, vision_config=vision))


def saved(model, kind, batch, tokens, side, dtype):
    model = model.to(dtype).train()
    own = {t.untyped_storage().data_ptr() for t in [*model.parameters(), *model.buffers()]}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = (storage.nbytes(), tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = model(
            input_ids=torch.randint(3, 1000, (batch, tokens)), attention_mask=torch.ones(batch, tokens, dtype=torch.long),
            pixel_values=torch.randn(batch, 3, side, side, dtype=dtype), return_loss=True)
    total = sum(size for size, _ in kept.values())
    del result
    return total


def main():
    torch.set_num_threads(1)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["model", "params", "batch", "tokens", "weights", "saved"])
    for name, kind, text, image, projection in ROWS:
        model = build(kind, text, image, projection)
        count = sum(p.numel() for p in model.parameters())
        for dtype, word in ((torch.float32, "fp32"), (torch.bfloat16, "bf16")):
            writer.writerow([name, count, 2, text[4], word, saved(model, kind, 2, text[4], image[5], dtype)])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
