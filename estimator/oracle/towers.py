#!/usr/bin/env python3
"""What one layer of the parts that read images keeps for its backward pass: bytes for a patch, by family and regime.

    python towers.py

Hidden 256, 8 heads, feed-forward 704 (768 for Qwen2-VL, which takes a ratio), fused attention. The numbers stand in estimator/tower_test.go.
"""

import itertools

import families
import torch
import transformers
from transformers.models.idefics3.configuration_idefics3 import Idefics3VisionConfig
from transformers.models.idefics3.modeling_idefics3 import Idefics3VisionTransformer
from transformers.models.internvl.modeling_internvl import InternVLVisionModel
from transformers.models.qwen2_5_vl.configuration_qwen2_5_vl import Qwen2_5_VLVisionConfig
from transformers.models.qwen2_5_vl.modeling_qwen2_5_vl import Qwen2_5_VisionTransformerPretrainedModel
from transformers.models.qwen2_vl.configuration_qwen2_vl import Qwen2VLVisionConfig
from transformers.models.qwen2_vl.modeling_qwen2_vl import Qwen2VisionTransformerPretrainedModel
from transformers.models.qwen3_vl.configuration_qwen3_vl import Qwen3VLVisionConfig
from transformers.models.qwen3_vl.modeling_qwen3_vl import Qwen3VLVisionModel

HIDDEN, WIDE, HEADS, SIDE = 256, 704, 8, 8
IMAGES = {"hidden_size": HIDDEN, "intermediate_size": WIDE, "num_attention_heads": HEADS, "image_size": 14 * SIDE, "patch_size": 14}
GRIDS = {"num_heads": HEADS}
INTERNVL = IMAGES | {"image_size": [14 * SIDE] * 2, "patch_size": [14, 14], "attention_bias": True, "use_qk_norm": False, "norm_type": "layer_norm"}

FAMILIES = {
    "clip": lambda n: transformers.CLIPVisionModel(transformers.CLIPVisionConfig(num_hidden_layers=n, **IMAGES)),
    "siglip": lambda n: transformers.SiglipVisionModel(transformers.SiglipVisionConfig(num_hidden_layers=n, vision_use_head=False, **IMAGES)),
    "idefics3": lambda n: fused(Idefics3VisionTransformer, Idefics3VisionConfig(num_hidden_layers=n, **IMAGES)),
    "internvl": lambda n: InternVLVisionModel(transformers.InternVLVisionConfig(num_hidden_layers=n, **INTERNVL)),
    "qwen2-vl": lambda n: fused(
        Qwen2VisionTransformerPretrainedModel, Qwen2VLVisionConfig(depth=n, embed_dim=HIDDEN, hidden_size=128, mlp_ratio=3, **GRIDS)
    ),
    "qwen2.5-vl": lambda n: fused(
        Qwen2_5_VisionTransformerPretrainedModel,
        Qwen2_5_VLVisionConfig(depth=n, hidden_size=HIDDEN, out_hidden_size=128, intermediate_size=WIDE, **GRIDS),
    ),
    "qwen3-vl": lambda n: fused(
        Qwen3VLVisionModel,
        Qwen3VLVisionConfig(depth=n, hidden_size=HIDDEN, out_hidden_size=128, intermediate_size=WIDE, deepstack_visual_indexes=[], **GRIDS),
    ),
}
REGIMES = [("fp32", "fp32", "full"), ("bf16", "pure", "full"), ("fp32", "amp-bf16", "full"), ("bf16", "pure", "lora"), ("bf16", "amp-bf16", "lora")]


def fused(made, config):
    return made._from_config(config, attn_implementation="sdpa")


def adapted(model):
    import peft

    names = [name for name, module in model.named_modules() if isinstance(module, torch.nn.Linear)]
    return peft.get_peft_model(model, peft.LoraConfig(r=8, target_modules=names, lora_dropout=0)).base_model.model


def forward(family, model, images):
    dtype = next(model.parameters()).dtype
    if family.startswith("qwen"):
        wide = 3 * model.config.temporal_patch_size * model.config.patch_size**2
        return model(torch.randn(images * SIDE * SIDE, wide, dtype=dtype), grid_thw=torch.tensor([[1, SIDE, SIDE]] * images))
    return model(pixel_values=torch.randn(images, 3, 14 * SIDE, 14 * SIDE, dtype=dtype))


def kept(family, layers, images, weights, compute, method):
    torch.manual_seed(0)
    model = FAMILIES[family](layers).to(torch.bfloat16 if weights == "bf16" else torch.float32)
    if method == "lora":
        model = adapted(model)
    model.train()
    own = {t.untyped_storage()._cdata for t in itertools.chain(model.parameters(), model.buffers())}
    saved, alive = {}, []

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage._cdata not in own:
            saved[storage._cdata] = storage.nbytes()
            alive.append(storage)
        return tensor

    mode = families.Autocast(torch.bfloat16)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor), families.Dropout():
        if compute == "amp-bf16":
            with mode:
                result = forward(family, model, images)
        else:
            result = forward(family, model, images)
    for _, copy in mode.copies.values():  # of weights: autocast's own
        saved.pop(copy.untyped_storage()._cdata, None)
    del result
    return sum(saved.values())


def main():
    transformers.logging.set_verbosity_error()
    for family, regime in itertools.product(FAMILIES, REGIMES):
        few, deep, many, both = (kept(family, layers, images, *regime) for layers, images in ((2, 2), (4, 2), (2, 4), (4, 4)))
        print(family, *regime, round((both - many - deep + few) / 2 / (2 * (SIDE * SIDE + (family in ("clip", "internvl"))))))  # a class token


if __name__ == "__main__":
    main()
