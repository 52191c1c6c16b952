#!/usr/bin/env python3
"""Measure the peak memory of training steps of real architectures with random weights.

    python measure.py --out ../../testdata/measured/own.csv     on a machine with an NVIDIA GPU
    python measure.py --dry                                     tiny models on the CPU: does every case run?
    python measure.py --list                                    the cases, without torch

Every case runs in a process of its own, so that no case sees another one's cache: three optimizer steps, of which the
second and third have optimizer states. Rows have the columns of testdata/measured/measured.csv; the peak is
torch.cuda.max_memory_allocated, the notes carry max_memory_reserved and what the driver shows.

Needs torch and transformers; cases that need peft, bitsandbytes, timm or diffusers are skipped without them.
Nothing is downloaded: models are built from the configurations below.
"""
import argparse
import csv
import json
import os
import subprocess
import sys

COLUMNS = (
    "id source_group framework kind model params trainable method lora_rank lora_targets weights compute master "
    "adapter_dtype optimizer optimizer_impl micro_batch grad_accum seq_len seq_len_max image checkpointing attention "
    "loss kernels cached_inputs gpus sharding offload ema gpu peak_bytes unit_certain metric context_included usable "
    "missing notes"
).split()

# transformers' configuration keys of published architectures
LLAMA = {
    "meta-llama/Llama-3.2-1B": dict(hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32,
                                    num_key_value_heads=8, head_dim=64, vocab_size=128256, tie_word_embeddings=True),
    "TinyLlama/TinyLlama-1.1B-intermediate-step-1431k-3T": dict(
        hidden_size=2048, intermediate_size=5632, num_hidden_layers=22, num_attention_heads=32, num_key_value_heads=4,
        vocab_size=32000, tie_word_embeddings=False),
}
GPT2 = {"gpt2": dict(n_embd=768, n_layer=12, n_head=12), "gpt2-medium": dict(n_embd=1024, n_layer=24, n_head=16)}
BERT = {
    "bert-base-uncased": dict(),
    "bert-large-uncased": dict(hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16),
}
PRECISIONS = {"fp32": ("fp32", "fp32"), "amp-bf16": ("fp32", "amp-bf16"), "pure": ("bf16", "pure")}


def case(kind, model, **fields):
    base = dict(kind=kind, model=model, method="full", optimizer="adamw", optimizer_impl="foreach", grad_accum=1,
                checkpointing="none", gpus=1, sharding="none", offload="none")
    base.update(fields)
    return base


def cases():
    """At least forty runs: each decides between two ways of counting."""
    for model in LLAMA:
        for precision, (weights, compute) in PRECISIONS.items():
            for checkpointing in ("none", "full"):
                yield case("decoder", model, weights=weights, compute=compute, micro_batch=2, seq_len=1024,
                           checkpointing=checkpointing, attention="sdpa", loss="plain")
        for optimizer in ("adamw-8bit", "sgd"):
            yield case("decoder", model, weights="bf16", compute="pure", micro_batch=2, seq_len=1024, attention="sdpa",
                       loss="plain", optimizer=optimizer, optimizer_impl="", checkpointing="full")
        yield case("decoder", model, weights="bf16", compute="pure", micro_batch=2, seq_len=1024, attention="sdpa",
                   loss="plain", optimizer_impl="fused", checkpointing="full")
        for targets in ("q_proj v_proj", "all-linear"):
            for checkpointing in ("none", "full"):
                yield case("decoder", model, method="lora", lora_rank=16, lora_targets=targets, weights="bf16",
                           compute="amp-bf16", adapter_dtype="fp32", micro_batch=4, seq_len=1024, attention="sdpa",
                           loss="plain", checkpointing=checkpointing)
    for model in GPT2:
        for precision in ("fp32", "amp-bf16"):
            for attention in ("eager", "sdpa"):
                weights, compute = PRECISIONS[precision]
                yield case("decoder", model, weights=weights, compute=compute, micro_batch=4, seq_len=512,
                           attention=attention, loss="plain")
    for model in BERT:
        for precision in ("fp32", "amp-bf16"):
            for attention in ("eager", "sdpa"):
                weights, compute = PRECISIONS[precision]
                yield case("encoder", model, weights=weights, compute=compute, micro_batch=8, seq_len=256, attention=attention)
    for model, batch in (("timm/vit_base_patch16_224", 32), ("timm/resnet50", 32), ("timm/efficientnet_b0", 32),
                         ("timm/convnext_tiny", 16), ("timm/swin_tiny_patch4_window7_224", 16)):
        for precision in ("fp32", "amp-bf16"):
            weights, compute = PRECISIONS[precision]
            yield case("vision-cls", model, weights=weights, compute=compute, micro_batch=batch, image="224x224")
    for checkpointing in ("none", "full"):
        for weights, compute in (("fp32", "amp-bf16"), ("bf16", "pure")):
            yield case("diffusion", "runwayml/stable-diffusion-v1-5", weights=weights, compute=compute, micro_batch=1,
                       image="512x512", checkpointing=checkpointing, attention="sdpa", cached_inputs="yes")


def build(spec, dry):
    """The model, a function that makes one batch, and one that returns the loss and what a loop holds beside it."""
    import torch
    kind, name = spec["kind"], spec["model"]
    batch, length = spec["micro_batch"], 32 if dry else spec.get("seq_len", 0)
    if kind in ("decoder", "encoder"):
        return build_text(spec, batch, length, dry)
    height, width = (64, 64) if dry else map(int, spec["image"].split("x"))
    if kind == "vision-cls":
        import timm
        size = {"img_size": height} if "vit" in name or "swin" in name else {}
        model = timm.create_model(name.split("/")[1], pretrained=False, **({} if dry and "swin" in name else size))
        side = 224 if dry and "swin" in name else height
        def inputs(device):
            return torch.randn(2 if dry else batch, 3, side, side, device=device), torch.randint(1000, (2 if dry else batch,), device=device)
        return model, inputs, lambda net, x: (torch.nn.functional.cross_entropy(net(x[0]), x[1]), None)
    from diffusers import UNet2DConditionModel
    small = dict(block_out_channels=(32, 64, 64, 64), cross_attention_dim=32, norm_num_groups=8, attention_head_dim=8)
    model = UNet2DConditionModel(**(small if dry else dict(cross_attention_dim=768, attention_head_dim=8)))
    cross = 32 if dry else 768
    def latents(device):
        dtype = next(model.parameters()).dtype
        return (torch.randn(batch, 4, height // 8, width // 8, device=device, dtype=dtype),
                torch.randint(1000, (batch,), device=device), torch.randn(batch, 77, cross, device=device, dtype=dtype))
    return model, latents, lambda net, x: (net(x[0], x[1], x[2]).sample.float().pow(2).mean(), None)


def build_text(spec, batch, length, dry):
    import torch
    import transformers
    name = spec["model"]
    tiny = dict(vocab_size=512)
    if name in LLAMA:
        small = dict(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=16)
        config = transformers.LlamaConfig(**{**LLAMA[name], **({**small, **tiny} if dry else {})})
        config._attn_implementation = spec["attention"]
        model = transformers.LlamaForCausalLM(config)
    elif name in GPT2:
        config = transformers.GPT2Config(**{**GPT2[name], **(dict(n_embd=64, n_layer=2, n_head=4, **tiny) if dry else {})})
        config._attn_implementation = spec["attention"]
        model = transformers.GPT2LMHeadModel(config)
    else:
        small = dict(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4, **tiny)
        config = transformers.BertConfig(**{**BERT[name], **(small if dry else {})}, num_labels=2)
        config._attn_implementation = spec["attention"]
        model = transformers.BertForSequenceClassification(config)
    def inputs(device):
        ids = torch.randint(config.vocab_size, (batch, length), device=device)
        return ids, ids if spec["kind"] == "decoder" else torch.randint(2, (batch,), device=device)
    def loss_of(net, x):
        outputs = net(input_ids=x[0], labels=x[1])
        return outputs.loss, outputs  # a plain loop still holds the logits while it calls backward
    return model, inputs, loss_of


def optimizer_for(spec, parameters):
    import torch
    if spec["optimizer"] == "adamw-8bit":
        import bitsandbytes
        return bitsandbytes.optim.AdamW8bit(parameters, lr=1e-5)
    if spec["optimizer"] == "sgd":
        return torch.optim.SGD(parameters, lr=1e-5)
    return torch.optim.AdamW(parameters, lr=1e-5, fused=spec["optimizer_impl"] == "fused" or None,
                             foreach=spec["optimizer_impl"] == "foreach" or None)


def prepare(spec, model):
    """Dtype, adapters and checkpointing, in the order a training script applies them."""
    import torch
    if spec["weights"] == "bf16":
        model = model.to(torch.bfloat16)
    if spec["checkpointing"] == "full":
        if hasattr(model, "gradient_checkpointing_enable"):
            model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        else:
            model.enable_gradient_checkpointing()
    if spec["method"] == "lora":
        from peft import LoraConfig, get_peft_model
        targets = spec["lora_targets"] if spec["lora_targets"] == "all-linear" else spec["lora_targets"].split()
        model = get_peft_model(model, LoraConfig(r=spec["lora_rank"], target_modules=targets, lora_dropout=0.05, task_type="CAUSAL_LM"))
    return model.train()


def run(spec, dry):
    """Three optimizer steps; returns the row's measured fields."""
    import torch
    device = "cpu" if dry else "cuda"
    model, inputs, loss_of = build(spec, dry)
    model = prepare(spec, model).to(device)
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = optimizer_for(spec, trainable)
    amp = spec["compute"].startswith("amp")
    for _ in range(3):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=amp):
            loss, _held = loss_of(model, inputs(device))
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    counts = dict(params=sum(p.numel() for p in model.parameters()), trainable=sum(p.numel() for p in trainable))
    if dry:
        return counts
    torch.cuda.synchronize()
    free, total = torch.cuda.mem_get_info()
    notes = f"reserved {torch.cuda.max_memory_reserved()} B, driver {total - free} B, torch {torch.__version__}"
    return dict(counts, peak_bytes=torch.cuda.max_memory_allocated(), notes=notes, gpu=torch.cuda.get_device_name())


def measure_in_process(number, dry):
    command = [sys.executable, os.path.abspath(__file__), "--case", str(number)] + (["--dry"] if dry else [])
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None, (done.stderr.strip().splitlines() or ["no output"])[-1]
    return json.loads(done.stdout.strip().splitlines()[-1]), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="own.csv")
    parser.add_argument("--dry", action="store_true", help="tiny models on the CPU, no file")
    parser.add_argument("--list", action="store_true", help="print the cases")
    parser.add_argument("--case", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    specs = list(cases())
    if arguments.list:
        for number, spec in enumerate(specs):
            print(number, " ".join(str(value) for value in spec.values() if value))
        return 0
    if arguments.case is not None:
        print(json.dumps(run(specs[arguments.case], arguments.dry)))
        return 0
    rows, failed = [], 0
    for number, spec in enumerate(specs):
        measured, error = measure_in_process(number, arguments.dry)
        if measured is None:
            failed += 1
            print(f"{number}: skipped: {error}", file=sys.stderr)
            continue
        row = dict(spec, id=f"OWN{number:03d}", source_group="own", framework="pytorch", unit_certain="yes",
                   metric="allocated", context_included="no", usable="core", **measured)
        rows.append({column: row.get(column, "") for column in COLUMNS})
        print(number, spec["model"], measured.get("peak_bytes", "ran"), file=sys.stderr)
    if not arguments.dry:
        with open(arguments.out, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    print(f"{len(rows)} of {len(specs)} cases ran, {failed} skipped", file=sys.stderr)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
