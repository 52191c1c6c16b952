#!/usr/bin/env python3
"""Measure what one layer of a language model keeps for its backward pass, by family, precision and method.

    python families.py --out ../../testdata/oracle/families.csv [--only llama,gpt2] [--package transformers|litgpt]

Small models are built from their config classes (nothing is downloaded) and run forward once on the CPU. A layer's bytes
are the mixed difference over two depths and two batches, so that neither the embedding and the loss nor copies of weights
are in it. The CPU's autocast has other lists than a GPU's (it leaves layer_norm in half precision), so the casts of
torch.autocast("cuda") are made here, by the lists of aten/src/ATen/autocast_mode.h. Attention is torch's fused kernel or
eager; dropout is off, but for that of the adapters where the column says so.
"""
import argparse
import csv
import importlib.metadata
import itertools
import json
import sys
import warnings

import torch
from torch.overrides import TorchFunctionMode

COLUMNS = ("torch package version family config parameters weights compute method adapter_dropout attention tokens "
           "layer_bytes rest_bytes").split()

# AT_FORALL_LOWER_PRECISION_FP and AT_FORALL_FP32 with its variants, as far as these models call them.
HALF = {"linear", "matmul", "bmm", "mm", "addmm", "baddbmm", "addbmm", "conv1d", "conv2d", "einsum",
        "scaled_dot_product_attention", "__matmul__", "__rmatmul__", "prelu", "_grouped_mm"}
FULL = {"exp", "log", "pow", "__pow__", "__rpow__", "reciprocal", "rsqrt", "softplus", "layer_norm", "group_norm", "norm",
        "nll_loss", "cross_entropy", "binary_cross_entropy_with_logits", "mse_loss", "logsumexp", "prod", "softmax",
        "log_softmax", "cumprod", "cumsum", "sum", "rms_norm"}


class Dropout(TorchFunctionMode):
    """A GPU's dropout keeps a mask of one byte an element; the CPU's keeps its noise in the dtype of the input."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if getattr(function, "__name__", "") == "dropout":
            p = kwargs.get("p", args[1] if len(args) > 1 else 0.5)
            training = kwargs.get("training", args[2] if len(args) > 2 else True)
            return torch.native_dropout(args[0], p, training)[0] if p and training else args[0]
        return function(*args, **kwargs)


class Autocast(TorchFunctionMode):
    """Casts as torch.autocast("cuda") does, and remembers the copies of weights that it keeps."""

    def __init__(self, dtype):
        super().__init__()
        self.dtype, self.copies = dtype, {}

    def cast(self, value, dtype):
        if isinstance(value, (list, tuple)):
            return type(value)(self.cast(v, dtype) for v in value)
        if not isinstance(value, torch.Tensor) or not value.is_floating_point() or value.dtype == dtype:
            return value
        if dtype == torch.float32 or not value.is_leaf or not value.requires_grad:  # only such leaves are cached
            return value.to(dtype)
        if id(value) not in self.copies:
            self.copies[id(value)] = value, value.to(dtype)
        return self.copies[id(value)][1]

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(function, "__name__", "")
        if name in HALF or name in FULL and kwargs.get("dtype") is None:
            dtype = self.dtype if name in HALF else torch.float32
            args, kwargs = self.cast(args, dtype), {k: self.cast(v, dtype) for k, v in kwargs.items()}
        return function(*args, **kwargs)


HIDDEN, HEADS, WIDE, VOCAB = 256, 8, 704, 512
SHAPE = [  # each family's own names for one thing; the first that its config class has is set
    (("hidden_size", "n_embd", "d_model", "dim"), HIDDEN),
    (("num_hidden_layers", "n_layer", "n_layers", "num_layers"), None),
    (("num_attention_heads", "n_head", "n_heads", "num_heads"), HEADS),
    (("intermediate_size", "ffn_hidden_size", "ffn_dim", "hidden_dim", "n_inner"), WIDE),
    (("num_key_value_heads",), HEADS // 2), (("head_dim",), HIDDEN // HEADS), (("rotary_dim",), 16), (("vocab_size",), VOCAB),
    (("word_embed_proj_dim", "embedding_size"), HIDDEN), (("moe_intermediate_size",), WIDE // 2),
    (("shared_expert_intermediate_size",), WIDE // 2), (("num_local_experts", "num_experts"), 4), (("num_experts_per_tok",), 2),
]
FIXED = dict(max_position_embeddings=512, n_positions=512, use_cache=False, pad_token_id=0, bos_token_id=1, eos_token_id=2)
# What trainlint reads of a config.json (estimator/hfconfig.go).
READ = ("model_type architectures hidden_size n_embd d_model dim num_hidden_layers n_layer n_layers num_layers "
        "num_attention_heads n_head n_heads num_heads num_key_value_heads num_kv_heads multi_query head_dim intermediate_size "
        "ffn_hidden_size ffn_dim hidden_dim n_inner vocab_size type_vocab_size max_position_embeddings n_positions "
        "tie_word_embeddings attention_bias attention_out_bias mlp_bias use_bias use_qkv_bias bias num_local_experts "
        "num_experts num_experts_per_tok moe_intermediate_size shared_expert_intermediate_size mlp_only_layers "
        "relative_attention_num_buckets decoder_sparse_step new_decoder_architecture parallel_attn alibi word_embed_proj_dim use_qk_norm").split()


def hub_config(family, layers, transformers):
    config = transformers.AutoConfig.for_model(family)
    own = config.to_dict()
    for names, value in SHAPE:
        name = next((n for n in names if n in own), None)
        if name:
            setattr(config, name, layers if value is None else value)
    for name, value in FIXED.items():
        if name in own:
            setattr(config, name, value)
    for name in own:
        if "drop" in name and isinstance(own[name], float):
            setattr(config, name, 0.0)
    if own.get("attention_types"):
        config.attention_types, config.attention_layers = [[["global"], layers]], ["global"] * layers
    if own.get("layer_types"):
        config.layer_types = ["full_attention"] * layers
    return config


def hub_model(family, layers, attention):
    import transformers

    transformers.logging.set_verbosity_error()
    name, _, task = family.partition(":")
    config = hub_config(name, layers, transformers)
    model = getattr(transformers, task or "AutoModelForCausalLM").from_config(config, attn_implementation=attention)
    text = {k: v for k, v in config.to_dict().items() if k in READ and v is not None}
    return model, json.dumps(text, sort_keys=True, separators=(",", ":"))


def hub_forward(model, family, batch, tokens):
    ids = torch.randint(3, VOCAB - 2, (batch, tokens))
    labels = torch.zeros(batch, dtype=torch.long) if "Classification" in family else ids
    return lambda: model(input_ids=ids, labels=labels)


def adapted(model, dropout):
    import peft

    return peft.get_peft_model(model, peft.LoraConfig(r=8, target_modules="all-linear", lora_dropout=dropout))


def lit_model(family, layers, attention):
    from litgpt import GPT, Config

    config = Config.from_name(family)
    heads = config.n_head
    groups = HEADS if config.n_query_groups == heads else 1 if config.n_query_groups == 1 else HEADS // 2
    config = Config.from_name(family, n_layer=layers, n_embd=HIDDEN, n_head=HEADS, n_query_groups=groups, head_size=HIDDEN // HEADS,
                              intermediate_size=WIDE, vocab_size=VOCAB, padded_vocab_size=VOCAB, block_size=512)
    read = "mlp_class_name norm_class_name parallel_residual shared_attention_norm n_query_groups".split()
    return GPT(config), json.dumps({n: getattr(config, n) for n in read}, separators=(",", ":"))


def lit_adapted(family, layers):
    from litgpt.lora import GPT, Config, mark_only_lora_as_trainable

    _, text = lit_model(family, layers, "sdpa")
    groups = json.loads(text)["n_query_groups"]
    config = Config.from_name(family, n_layer=layers, n_embd=HIDDEN, n_head=HEADS, n_query_groups=groups, head_size=HIDDEN // HEADS,
                              intermediate_size=WIDE, vocab_size=VOCAB, padded_vocab_size=VOCAB, block_size=512, lora_r=8, lora_alpha=16,
                              lora_dropout=0.05, lora_query=True, lora_key=False, lora_value=True)
    model = GPT(config)
    mark_only_lora_as_trainable(model)
    return model, text


def lit_forward(model, family, batch, tokens):
    from litgpt.utils import chunked_cross_entropy

    ids = torch.randint(3, VOCAB - 2, (batch, tokens))

    def step():
        logits = model(ids, lm_head_chunk_size=128)
        logits[-1] = logits[-1][..., :-1, :]
        return chunked_cross_entropy(logits, ids[..., 1:])
    return step


def kept(package, family, layers, batch, tokens, row):
    """The bytes that one forward pass keeps; parameters and autocast's copies of them are not counted."""
    torch.manual_seed(0)
    lit = package == "litgpt"
    if lit and row["method"] == "lora":
        model, config = lit_adapted(family, layers)
    else:
        model, config = (lit_model if lit else hub_model)(family, layers, row["attention"])
    parameters = sum(p.numel() for p in model.parameters())
    model.to(torch.bfloat16 if row["weights"] == "bf16" else torch.float32)
    if not lit and row["method"] == "lora":
        model = adapted(model, row["adapter_dropout"])
    model.train()
    own = {p.untyped_storage()._cdata for p in itertools.chain(model.parameters(), model.buffers())}
    saved, alive = {}, []

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage._cdata not in own:
            saved[storage._cdata] = storage.nbytes()
            alive.append(storage)
        return tensor

    step = (lit_forward if lit else hub_forward)(model, family, batch, tokens)
    mode = Autocast(torch.bfloat16)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor), Dropout():
        if row["compute"] == "amp-bf16":
            with mode:
                result = step()
        else:
            result = step()
    for _, copy in mode.copies.values():
        saved.pop(copy.untyped_storage()._cdata, None)
    del result
    return sum(saved.values()), config, parameters


REGIMES = [  # weights, compute, method, adapter_dropout, attention
    ("fp32", "fp32", "full", 0, "sdpa"), ("bf16", "pure", "full", 0, "sdpa"), ("fp32", "amp-bf16", "full", 0, "sdpa"),
    ("bf16", "pure", "lora", 0, "sdpa"), ("bf16", "amp-bf16", "lora", 0, "sdpa"), ("bf16", "amp-bf16", "lora", 0.05, "sdpa"),
    ("fp32", "fp32", "full", 0, "eager"), ("bf16", "pure", "full", 0, "eager"),
]


def rows_of(package, family, tokens):
    for regime in REGIMES:
        row = dict(zip("weights compute method adapter_dropout attention".split(), regime))
        if package == "litgpt" and (row["attention"] == "eager" or row["method"] == "lora" and not row["adapter_dropout"] and row["compute"] != "pure"):
            continue
        try:
            (a, _, _), (b, config, parameters) = (kept(package, family, n, 2, tokens, row) for n in (2, 4))
            (c, _, _), (d, _, _) = (kept(package, family, n, 4, tokens, row) for n in (2, 4))
        except Exception as error:  # a family without such attention, a path that torch refuses
            print(f"{family} {' '.join(map(str, regime))}: {type(error).__name__}: {str(error)[:120]}", file=sys.stderr)
            continue
        layer = (d - c - b + a) / 2 / (2 * tokens)
        rest = (c - a) / (2 * tokens) - 2 * layer
        yield dict(row, torch=torch.__version__.split("+")[0], package=package, version=importlib.metadata.version(package),
                   family=family.partition(":")[0], config=config, parameters=parameters, tokens=tokens,
                   layer_bytes=f"{layer:g}", rest_bytes=f"{rest:g}")


def main():
    classify = ":AutoModelForSequenceClassification"
    families = {
        "transformers": ("llama mistral qwen2 qwen3 gemma gemma2 gemma3_text phi phi3 gpt2 gpt_neox opt bloom falcon "
                         "starcoder2 stablelm olmo olmo2 cohere granite gpt_bigcode mixtral qwen2_moe qwen3_moe "
                         "seed_oss").split() + [f + classify for f in "bert roberta distilbert mpnet modernbert".split()],
        "litgpt": "tiny-llama-1.1b phi-1_5 phi-2 pythia-160m Llama-3.2-1B Gemma-2b stablelm-base-alpha-3b falcon-7b Mistral-7B-v0.1".split(),
    }
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--package", default="transformers")
    parser.add_argument("--only", default="")
    parser.add_argument("--tokens", type=int, default=64)
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    with open(options.out, "a", newline="") as out:
        table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        if out.tell() == 0:
            table.writeheader()
        for family in options.only.split(",") if options.only else families[options.package]:
            table.writerows(rows_of(options.package, family, options.tokens))
            out.flush()


if __name__ == "__main__":
    main()
