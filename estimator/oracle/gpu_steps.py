#!/usr/bin/env python3
"""Measure what training steps take on a GPU: models of libraries by regime, and the programs of gpu_jobs as they stand.

    python gpu_steps.py --out FOLDER [--seconds 240] [--workers 5] [--only TEXT]    on a machine with an NVIDIA GPU
    python gpu_steps.py --table                     the runs of hub models, without running any
    python gpu_steps.py --join FOLDER               what was measured, as testdata/measured/gpu_models.csv and gpu_jobs.csv

Each run has a process of its own, forked from one that has only imported: no run sees another one's cache. Four steps are taken on random
data. rows.jsonl has what torch says behind the third: max_memory_allocated and max_memory_reserved of these steps, and what lies there
behind the first. In the fourth step a dispatch mode notes, operation by operation, what is allocated before and after it and the most in
between; traces.jsonl.gz holds that, and what lives at its peak. Nothing is downloaded: models are built from their configurations.
"""
import argparse
import csv
import gc
import gzip
import json
import os
import runpy
import shlex
import signal
import sys
import time
import traceback
import warnings
import weakref
import zlib

from gpu_models import LATER, MODELS, NO_DROPOUT, SHAPES

HERE = os.path.dirname(os.path.abspath(__file__))
JOBS = os.path.join(HERE, "gpu_jobs")
PRECISION = {"fp32": ("fp32", "fp32"), "amp": ("fp32", "amp-bf16"), "scaled": ("fp32", "amp-fp16"), "bf16": ("bf16", "pure"), "both": ("bf16", "amp-bf16")}
GPUS = {"NVIDIA H100 80GB HBM3": "h100-80", "NVIDIA H200": "h200"}
MEASURED = "torch transformers gpu first_bytes allocated reserved".split()
COLUMNS = ("name set model config framework method lora_rank lora_targets adapter_dropout weights compute optimizer optimizer_impl micro_batch grad_accum "
           "seq_len checkpointing attention").split()


def row(model, precision, batch, tokens, **more):
    weights, compute = PRECISION[precision]
    out = dict(model=model, weights=weights, compute=compute, micro_batch=batch, seq_len=tokens, framework="pytorch", method="full",
               optimizer="adamw", optimizer_impl="foreach", grad_accum=1, checkpointing="none", attention="sdpa")
    out.update(more)
    if out["optimizer"] == "adafactor":
        out["optimizer_impl"] = ""
    if "bloom" in model or "deberta" in model:  # these have no other
        out["attention"] = "eager"
    words = [model.split("/")[-1], precision, f"b{batch}", f"t{tokens}"]
    words += [str(v) for k, v in more.items() if k not in ("seq_len",)]
    return dict(out, name=" ".join(words).replace("_proj ", "+"))


def rows():
    decoders = [m for m, (_, _, head) in MODELS.items() if head == "CausalLM" and "TinyLlama" not in m and m not in LATER]
    for m in decoders:
        large = "1B" in m
        yield row(m, "amp", 2 if large else 4, 512)
        yield row(m, "bf16", 4, 512, checkpointing="full")
        yield row(m, "fp32", 1 if large else 2, 384)
    for m in SHAPES:
        yield row(m, "amp", 8, 256)
        yield row(m, "bf16", 8, 512)
        yield row(m, "fp32", 4, 256, checkpointing="full")
    for m in ("gpt2", "HuggingFaceTB/SmolLM2-135M", "Qwen/Qwen2.5-0.5B"):
        for more in (dict(attention="eager"), dict(optimizer="sgd"), dict(optimizer="sgd-momentum"), dict(optimizer="adafactor"),
                     dict(optimizer_impl="fused"), dict(optimizer_impl="single"), dict(grad_accum=2)):
            yield row(m, "amp", 2, 512, **more)
        for precision in ("scaled", "both", "bf16"):
            yield row(m, precision, 4, 256)
        yield row(m, "amp", 1, 1024)
        yield row(m, "amp", 16, 128)
        yield row(m, "amp", 8, 512, checkpointing="full")
    encoders = [m for m, (_, _, head) in MODELS.items() if head == "SequenceClassification" and m not in LATER]
    for m in encoders:
        yield row(m, "fp32", 16, 128)
        yield row(m, "amp", 32, 256)
        yield row(m, "scaled", 16, 384, attention="eager")
    for m in ("bert-base-uncased", "roberta-base"):
        yield row(m, "bf16", 32, 128)
        yield row(m, "amp", 64, 256, checkpointing="full")
        yield row(m, "fp32", 8, 512, attention="eager")
    for m in [m for m, (_, _, head) in MODELS.items() if head == "Seq2SeqLM" and m not in LATER]:
        yield row(m, "fp32", 8, 256)
        yield row(m, "amp", 16, 256)
        yield row(m, "bf16", 16, 256)
        yield row(m, "amp", 16, 256, checkpointing="full")
    for m in ("openai/whisper-tiny", "openai/whisper-small"):
        yield row(m, "fp32", 4, 128)
        yield row(m, "amp", 8, 128)
    qv = "q_proj v_proj"
    for m in ("TinyLlama/TinyLlama-1.1B-intermediate-step-1431k-3T", "Qwen/Qwen2.5-0.5B", "meta-llama/Llama-3.2-1B"):
        lora = dict(method="lora", lora_rank=16)
        yield row(m, "bf16", 4, 512, **lora, lora_targets="all-linear", adapter_dropout="yes")
        yield row(m, "bf16", 4, 512, **lora, lora_targets=qv, adapter_dropout="no")
        yield row(m, "both", 4, 512, **lora, lora_targets="all-linear", adapter_dropout="no")
        yield row(m, "both", 4, 512, **lora, lora_targets=qv, adapter_dropout="yes", checkpointing="full")
        yield row(m, "amp", 2, 512, **lora, lora_targets="all-linear", adapter_dropout="yes")
    for m, b, t in (("gpt2", 4, 512), ("Qwen/Qwen2.5-0.5B", 2, 512), ("bert-base-uncased", 16, 256), ("HuggingFaceTB/SmolLM2-135M", 8, 512), ("t5-small", 16, 256)):
        yield row(m, "amp", b, t, framework="hf-trainer", optimizer_impl="fused")
        yield row(m, "fp32", b, t, framework="hf-trainer", optimizer_impl="foreach")
    yield row("Qwen/Qwen2.5-0.5B", "bf16", 4, 1024, framework="hf-trainer", optimizer_impl="fused", checkpointing="full")
    yield row("HuggingFaceTB/SmolLM2-135M", "amp", 4, 512, framework="hf-trainer", optimizer_impl="fused", grad_accum=2)
    yield row("Qwen/Qwen2.5-0.5B", "both", 4, 512, framework="hf-trainer", optimizer_impl="fused", method="lora", lora_rank=16, lora_targets="all-linear",
              adapter_dropout="no")


def later():
    """Runs that were chosen when the estimator had learned from the others: models that were not among these, other batches and lengths."""
    for at, m in enumerate(LATER):
        head = MODELS[m][2]
        if "gpt-neo" in m:
            continue  # transformers has no fused attention for it
        large = any(n in m for n in ("1.5B", "phi-1_5", "gemma-3-1b", "starcoderbase"))
        tokens = (192, 320, 448)[at % 3]
        if head == "CausalLM":
            yield row(m, "bf16", 3, tokens, checkpointing="full")
            yield row(m, "bf16", 5, 2 * tokens)
            if not large:
                yield row(m, "amp", 6, tokens)
                yield row(m, "fp32", 3, tokens)
                yield row(m, "amp", 5, 2 * tokens, checkpointing="full")
        elif head == "SequenceClassification":
            yield row(m, "amp", 24, tokens)
            yield row(m, "fp32", 12, tokens)
            yield row(m, "bf16", 20, tokens, optimizer="sgd-momentum")
        else:
            tokens = 96 if head == "SpeechSeq2Seq" else tokens
            yield row(m, "amp", 6, tokens)
            yield row(m, "fp32", 4, tokens)
            yield row(m, "bf16", 6, tokens)
    for m in ("Qwen/Qwen2.5-1.5B", "microsoft/phi-1_5", "google/gemma-3-1b-it"):
        lora = dict(method="lora", lora_rank=8, adapter_dropout="no")
        yield row(m, "both", 3, 640, **lora, lora_targets="q_proj v_proj")
        yield row(m, "bf16", 2, 640, **lora, lora_targets="q_proj v_proj", checkpointing="full")
    for m in ("EleutherAI/pythia-410m", "roberta-large", "HuggingFaceTB/SmolLM2-360M", "Qwen/Qwen1.5-0.5B"):
        yield row(m, "amp", 6, 288, framework="hf-trainer", optimizer_impl="fused")
        yield row(m, "bf16", 6, 288, framework="hf-trainer", optimizer_impl="foreach", grad_accum=2)


def job_rows():
    for name in ("run.sh", "later.sh"):
        for line in open(os.path.join(JOBS, name)):
            if line.startswith("python "):
                yield dict(name=line.strip()[len("python "):], command=line.strip(), later=name == "later.sh")


def key(name):
    """Half of the rows are looked at while the estimator is mended: those with an even sum of letters."""
    return "held" if zlib.crc32(name.encode()) % 2 else "tune"


# ---------------------------------------------------------------------------------------------------------------- measuring

class Trace:
    """Notes what each operation of one step allocates."""

    def __init__(self, torch):
        from torch.utils._python_dispatch import TorchDispatchMode
        trace = self
        if torch.cuda.is_available():
            stats, reset = torch._C._cuda_memoryStats, torch._C._cuda_resetPeakMemoryStats
        else:  # only to see that it goes through
            stats, reset = lambda _: dict(allocated_bytes=dict(all=dict(current=0, peak=len(trace.ops) << 9))), lambda _: None
        self.ops, self.born, self.freed, self.known = [], [], {}, {}

        def allocated():
            one = stats(0)["allocated_bytes"]["all"]
            return one["current"], one["peak"]

        class Mode(TorchDispatchMode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                before, _ = allocated()
                reset(0)
                result = function(*args, **(kwargs or {}))
                after, peak = allocated()
                at = len(trace.ops)
                shape = ""
                for value in args:
                    if isinstance(value, torch.Tensor):
                        shape = "x".join(map(str, value.shape)) + ":" + str(value.dtype)[6:]
                        break
                trace.ops.append((str(function)[5:], shape, before >> 9, peak >> 9, after >> 9))
                trace.watch(result, at, str(function)[5:], torch)
                return result

        self.mode = Mode()

    def watch(self, value, at, name, torch):
        if isinstance(value, (list, tuple)):
            for one in value:
                self.watch(one, at, name, torch)
            return
        if not isinstance(value, torch.Tensor) or torch.cuda.is_available() and value.device.type != "cuda":
            return
        storage = value.untyped_storage()
        key = storage._cdata
        if key in self.known:
            return
        number = len(self.born)
        self.known[key] = number
        self.born.append((at, storage.nbytes(), name, "x".join(map(str, value.shape)) + ":" + str(value.dtype)[6:]))

        def gone():
            self.freed[number] = len(self.ops)
            self.known.pop(key, None)
        weakref.finalize(storage, gone)

    def summary(self):
        if not self.ops:
            return {}
        top = max(range(len(self.ops)), key=lambda i: self.ops[i][3])
        live = {}
        for number, (at, size, name, shape) in enumerate(self.born):
            if at <= top and self.freed.get(number, len(self.ops) + 1) > top:
                group = live.setdefault((name, shape), [0, 0])
                group[0] += 1
                group[1] += size
        at_peak = sorted(([n, s, c, b] for (n, s), (c, b) in live.items()), key=lambda g: -g[3])
        first = [(i, o) for i, o in enumerate(self.ops)]
        return dict(peak_op=top, peak=self.ops[top], live=at_peak[:40], live_bytes=sum(g[3] for g in at_peak),
                    ops=[[*o] for _, o in first])


class Meter:
    """Asks torch about its memory behind the first and the third step of all optimizers, and follows the fourth."""

    def __init__(self, torch, per_step, traced):
        self.torch, self.per_step, self.traced, self.steps, self.seen = torch, per_step, traced, 0, {}
        self.trace, self.ended = None, False
        from torch.optim.optimizer import register_optimizer_step_post_hook
        register_optimizer_step_post_hook(self.stepped)

    def begin(self):
        torch = self.torch
        gc.collect()
        if not torch.cuda.is_available():
            return
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()

    def stepped(self, *_):
        torch, m = self.torch, self.torch.cuda
        self.steps += 1
        there = m.is_available()
        if self.steps == self.per_step and there:
            self.seen["first_bytes"] = m.memory_allocated()
        if self.steps == 3 * self.per_step:
            if there:
                m.synchronize()
                self.seen.update(allocated=m.max_memory_allocated(), reserved=m.max_memory_reserved())
            if self.traced:
                self.trace = Trace(torch)
                self.trace.mode.__enter__()
        if self.steps == 4 * self.per_step:
            self.end()

    def end(self):
        if self.trace is not None and not self.ended:
            self.trace.mode.__exit__(None, None, None)
            self.ended = True


def hub_config(spec, transformers):
    name = spec["model"]
    if name in MODELS:
        kind, keys, head = MODELS[name]
        return getattr(transformers, kind)(**keys), head
    return transformers.AutoConfig.for_model(name, **SHAPES[name], **NO_DROPOUT.get(name, {})), "CausalLM"


def hub_model(spec, torch, transformers, device):
    config, head = hub_config(spec, transformers)
    cls = {"CausalLM": transformers.AutoModelForCausalLM, "SequenceClassification": transformers.AutoModelForSequenceClassification,
           "Seq2SeqLM": transformers.AutoModelForSeq2SeqLM, "SpeechSeq2Seq": transformers.AutoModelForSpeechSeq2Seq}[head]
    if hasattr(config, "use_cache"):
        config.use_cache = False
    if spec.get("tiny"):
        for key in ("num_hidden_layers", "n_layer", "num_layers", "encoder_layers", "decoder_layers", "num_decoder_layers"):
            if isinstance(getattr(config, key, None), int):
                setattr(config, key, 2)
        config.vocab_size = 60000 if head == "SpeechSeq2Seq" else 1000
        if getattr(config, "layer_types", None):
            config.layer_types = config.layer_types[:2]
    with torch.device(device):
        if "deberta" in spec["model"] or spec["model"] == "gemma2":  # these have no other than their own
            model = cls.from_config(config)
        else:
            model = cls.from_config(config, attn_implementation=spec["attention"])
    model = model.to(torch.bfloat16 if spec["weights"] == "bf16" else torch.float32)
    if spec["checkpointing"] == "full":
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    if spec["method"] == "lora":
        import peft
        if spec["checkpointing"] == "full":
            model.enable_input_require_grads()
        targets = spec["lora_targets"] if spec["lora_targets"] == "all-linear" else spec["lora_targets"].split()
        dropout = 0.05 if spec["adapter_dropout"] == "yes" else 0.0
        model = peft.get_peft_model(model, peft.LoraConfig(r=spec["lora_rank"], target_modules=targets, lora_dropout=dropout, task_type="CAUSAL_LM"))
    return model.to(device).train(), config, head


def hub_batch(spec, config, head, torch):
    batch, tokens = spec["micro_batch"], spec["seq_len"]
    vocab = config.vocab_size
    if head == "SpeechSeq2Seq":
        return dict(input_features=torch.randn(batch, 80, 3000), labels=torch.randint(10, vocab - 2, (batch, tokens)))
    ids = torch.randint(10, vocab - 2, (batch, tokens))
    if head == "SequenceClassification":
        return dict(input_ids=ids, attention_mask=torch.ones_like(ids), labels=torch.randint(2, (batch,)))
    if head == "Seq2SeqLM":
        return dict(input_ids=ids, attention_mask=torch.ones_like(ids), labels=torch.randint(10, vocab - 2, (batch, tokens)))
    return dict(input_ids=ids, labels=ids.clone())


def optimizer_of(spec, parameters, torch, transformers):
    name, impl = spec["optimizer"], spec["optimizer_impl"]
    if name == "adafactor":
        from transformers.optimization import Adafactor
        return Adafactor(parameters, lr=1e-4, scale_parameter=False, relative_step=False)
    kind = dict(foreach=True) if impl == "foreach" else dict(fused=True) if impl == "fused" else dict(foreach=False)
    if name == "sgd":
        return torch.optim.SGD(parameters, lr=1e-4, **kind)
    if name == "sgd-momentum":
        return torch.optim.SGD(parameters, lr=1e-4, momentum=0.9, **kind)
    return torch.optim.AdamW(parameters, lr=1e-5, **kind)


def run_hub(spec, device, traced):
    import torch
    import transformers
    transformers.logging.set_verbosity_error()
    torch.manual_seed(0)
    model, config, head = hub_model(spec, torch, transformers, device)
    seen = dict(parameters=sum(p.numel() for p in model.parameters()), trainable=sum(p.numel() for p in model.parameters() if p.requires_grad))
    meter = Meter(torch, 1, traced)
    if spec["framework"] == "hf-trainer":
        return run_trainer(spec, model, config, head, meter, seen, torch, transformers)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = optimizer_of(spec, trained, torch, transformers)
    dtype = torch.float16 if spec["compute"] == "amp-fp16" else torch.bfloat16
    amp = spec["compute"].startswith("amp")
    scaler = torch.amp.GradScaler(device, enabled=spec["compute"] == "amp-fp16")
    if meter:
        meter.begin()
    for _ in range(4):
        for _ in range(spec["grad_accum"]):
            batch = {k: v.to(device) for k, v in hub_batch(spec, config, head, torch).items()}
            if "input_features" in batch and spec["weights"] == "bf16":
                batch["input_features"] = batch["input_features"].bfloat16()
            with torch.autocast(device, dtype=dtype, enabled=amp):
                outputs = model(**batch)
                loss = outputs.loss / spec["grad_accum"]
            scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    return meter, seen


def run_trainer(spec, model, config, head, meter, seen, torch, transformers):
    import tempfile
    one = dict(spec, micro_batch=1)
    count = 4 * spec["micro_batch"] * spec["grad_accum"]
    data = [{k: v[0] for k, v in hub_batch(one, config, head, torch).items()} for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        arguments = transformers.TrainingArguments(
            output_dir=folder, max_steps=4, per_device_train_batch_size=spec["micro_batch"], gradient_accumulation_steps=spec["grad_accum"],
            bf16=spec["compute"] == "amp-bf16", optim="adamw_torch_fused" if spec["optimizer_impl"] == "fused" else "adamw_torch",
            gradient_checkpointing=spec["checkpointing"] == "full", report_to="none", save_strategy="no", logging_steps=100,
            disable_tqdm=True, dataloader_num_workers=0)
        trainer = transformers.Trainer(model=model, args=arguments, train_dataset=data)
        if meter:
            meter.begin()
        trainer.train()
    return meter, seen


def run_job(spec, device, traced):
    import torch
    words = shlex.split(spec["command"])[1:]
    script = os.path.join(JOBS, words[0])
    per_step = 2 if words[0] == "gan.py" else 1
    meter = Meter(torch, per_step, traced and not spec.get("untraced"))
    sys.argv = [script] + words[1:]
    torch.manual_seed(0)
    runpy.run_path(script, run_name="__main__")
    return meter, {}


def child(spec, folder, number, device, traced):
    """One run in this process; what it saw is left in a file."""
    warnings.filterwarnings("ignore")
    sys.stdout = open(os.devnull, "w")
    import torch
    torch.set_num_threads(2)
    import transformers
    out = dict(name=spec["name"], torch=torch.__version__.split("+")[0], transformers=transformers.__version__, gpu=GPUS.get(
        torch.cuda.get_device_name() if device == "cuda" else "", ""))
    trace = {}
    meter = None
    try:
        began = time.time()
        try:
            meter, seen = (run_job if "command" in spec else run_hub)(spec, device, traced)
        finally:
            if meter is not None:
                meter.end()
        out.update(seen)
        if meter is not None:
            out.update(meter.seen, steps=meter.steps)
            if meter.trace is not None:
                trace = dict(name=spec["name"], **meter.trace.summary())
        out["seconds"] = round(time.time() - began, 1)
    except BaseException as error:
        out["error"] = f"{type(error).__name__}: {str(error)[:200]}"
        out["where"] = traceback.format_exc()[-400:]
    with open(os.path.join(folder, f"{number}.json"), "w") as file:
        json.dump([out, trace], file)
    os._exit(0)


def measure(options):
    import torch  # imported once, and no device is touched: each run is a fork of this process
    import torchvision  # noqa: F401
    import timm  # noqa: F401
    import transformers
    import peft  # noqa: F401
    from transformers import Trainer  # noqa: F401
    for name in ("llama", "gpt2", "bert", "qwen2", "t5"):
        try:
            transformers.AutoModelForCausalLM._model_mapping[type(transformers.AutoConfig.for_model(name))]
        except Exception:
            pass
    import tempfile
    device = "cuda" if not options.cpu else "cpu"
    began = time.time()
    print(f"imports took {time.time() - options.start:.0f} s; torch {torch.__version__}, transformers {transformers.__version__}", flush=True)
    os.makedirs(options.out, exist_ok=True)
    if options.cpu:
        tiny = dict(tiny=True, micro_batch=1, seq_len=16)
        hub = [dict(s, **tiny) for s in [*rows(), *later()]]
    else:
        hub = [*rows(), *later()]
    specs = [s for s in list(job_rows()) + hub if not options.only or any(o in s["name"] for o in options.only.split(","))]
    if options.skip and os.path.exists(options.skip):
        done = {json.loads(line)["name"] for line in open(options.skip)}
        specs = [s for s in specs if s["name"] not in done]
    specs.sort(key=lambda s: zlib.crc32(s["name"].encode()))  # what is not reached is of every kind
    need = json.load(open(options.need)) if options.need else {}
    waiting, running, finished = list(enumerate(specs)), {}, 0
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(options.out, "rows.jsonl"), "a") as out, \
            gzip.open(os.path.join(options.out, "traces.jsonl.gz"), "at", 5) as traces:
        while waiting or running:
            over = time.time() - options.start > options.seconds
            if over and waiting:
                print(f"{len(waiting)} runs were not begun", flush=True)
                waiting = []
            room = options.memory - sum(n for n, _, _, _ in running.values())
            for at, (number, spec) in enumerate(waiting):
                needs = 1.25 * need.get(spec["name"], 5) + 1
                if len(running) < options.workers and (needs <= room or not running):
                    waiting.pop(at)
                    sys.stdout.flush()
                    pid = os.fork()
                    if pid == 0:
                        child(spec, folder, number, device, not options.untraced)
                    running[pid] = (needs, number, spec["name"], time.time())
                    break
            else:
                time.sleep(0.05)
            for pid in list(running):
                _, number, name, since = running[pid]
                if time.time() - since > options.longest or time.time() - options.start > options.seconds + options.longest / 2:
                    os.kill(pid, signal.SIGKILL)
                done, _ = os.waitpid(pid, os.WNOHANG)
                if not done:
                    continue
                running.pop(pid)
                path = os.path.join(folder, f"{number}.json")
                row, trace = json.load(open(path)) if os.path.exists(path) else [dict(name=name, error="ended"), {}]
                finished += 1
                out.write(json.dumps(row) + "\n")
                out.flush()
                if trace:
                    traces.write(json.dumps(trace, separators=(",", ":")) + "\n")
                if "error" in row:
                    print(f"{name}: {row['error']}", flush=True)
    print(f"{finished} of {len(specs)} runs in {time.time() - began:.0f} s", flush=True)


def join(folder):
    """Writes the tables anew out of what was measured."""
    seen = {}
    for line in open(os.path.join(folder, "rows.jsonl")):
        one = json.loads(line)
        if "allocated" in one:
            seen[one["name"]] = one
    to = os.path.join(HERE, "..", "..", "testdata", "measured")
    for name, columns, specs in (("gpu_models.csv", COLUMNS + ["parameters", "trainable"] + MEASURED, [*rows(), *later()]),
                                 ("gpu_jobs.csv", ["command", "set"] + MEASURED, list(job_rows()))):
        with open(os.path.join(to, name), "w", newline="") as file:
            writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            for spec in specs:
                if spec["name"] in seen:
                    text = {}
                    if spec.get("model") in SHAPES:
                        text["config"] = json.dumps(dict(SHAPES[spec["model"]], model_type=spec["model"]), sort_keys=True, separators=(",", ":"))
                    fresh = spec.get("later") or spec.get("model") in LATER
                    writer.writerow({**spec, **seen[spec["name"]], **text, "set": "later" if fresh else key(spec["name"])})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="gpu_steps")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--workers", type=int, default=5)
    parser.add_argument("--memory", type=float, default=70, help="GiB of the card that runs may take together")
    parser.add_argument("--longest", type=float, default=60, help="seconds that one run may take")
    parser.add_argument("--need", help="JSON: the GiB that each run is thought to need")
    parser.add_argument("--skip", help="rows.jsonl of what was measured already")
    parser.add_argument("--only", help="names that hold one of these texts, separated by commas")
    parser.add_argument("--cpu", action="store_true", help="does every run go through?")
    parser.add_argument("--untraced", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--join", help="the folder of --out")
    options = parser.parse_args()
    options.start = time.time()
    if options.join:
        return join(options.join)
    if options.table:
        writer = csv.DictWriter(sys.stdout, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        for r in rows():
            writer.writerow({**r, "set": key(r["name"])})
        return
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ["HF_HUB_OFFLINE"] = "1"
    measure(options)


if __name__ == "__main__":
    main()
