"""Rules of loading, loaders and what the Trainer and accelerate make of two settings for one thing."""
import logging
import os
import tempfile

import torch
from torch import nn

from experiment import Experiment

ahead = Experiment("prefetch-factor", "torch", r"\b2 batches asked for ahead", r"\b8 batches asked for ahead")


def asked(**options):
    asked_for = []

    class Order(torch.utils.data.Sampler):
        def __init__(self):
            pass

        def __iter__(self):
            for at in range(64):
                asked_for.append(at)
                yield at

        def __len__(self):
            return 64

    iterator = iter(torch.utils.data.DataLoader(list(range(64)), sampler=Order(), num_workers=1, **options))
    count = len(asked_for)
    del iterator
    return f"{count} batches asked for ahead"


@ahead
def ahead_bad():
    return asked()


@ahead
def ahead_good():
    return asked(prefetch_factor=8)


def small(**more):
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = dict(vocab_size=32, hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2)
    return LlamaForCausalLM(LlamaConfig(**sizes, **more))


# The page tells of both sides of version 5; the checkpoint is fp16, so what was stored, fp32 and what is asked for can be told apart.
stored = Experiment("default-dtype-fp32", "transformers", r"\bfloat32 with transformers 4|\bfloat16 with transformers 5", r"\bbfloat16 with transformers", needs="4.28")


def loaded(**options):
    import transformers

    with tempfile.TemporaryDirectory() as folder:
        small().half().save_pretrained(folder)
        model = transformers.LlamaForCausalLM.from_pretrained(folder, **options)
    dtype = str(next(model.parameters()).dtype).replace("torch.", "")
    return f"{dtype} with transformers {transformers.__version__.split('.')[0]}"


@stored
def stored_bad():
    return loaded()


@stored
def stored_good():
    return loaded(torch_dtype=torch.bfloat16)


cache = Experiment("use-cache-training", "transformers", r"says .use_cache=True. is incompatible with gradient checkpointing", r"says nothing$", needs="4.28")


def trained(use):
    lines = []

    class Keep(logging.Handler):
        def emit(self, record):
            lines.append(" ".join(record.getMessage().split()))

    root, keep = logging.getLogger("transformers"), Keep()
    root.addHandler(keep)
    try:
        model = small(use_cache=use)
        model.gradient_checkpointing_enable()
        model.train()
        model(input_ids=torch.ones(1, 4, dtype=torch.long), labels=torch.ones(1, 4, dtype=torch.long)).loss.backward()
    finally:
        root.removeHandler(keep)
    about = [line for line in lines if "use_cache" in line]
    return "says " + (about[0][:90] if about else "nothing")


@cache
def cache_bad():
    return trained(True)


@cache
def cache_good():
    return trained(False)


ignored = Experiment("epochs-ignored", "transformers", r"(^|; )3 steps$", r"(^|; )20 steps$")


def steps(**options):
    from transformers import Trainer, TrainingArguments

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(2, 1)

        def forward(self, x, labels=None):
            return {"loss": self.linear(x).pow(2).mean()}

    data = [{"x": torch.ones(2), "labels": 0.0} for _ in range(8)]
    cpu = {"use_cpu" if "use_cpu" in TrainingArguments.__dataclass_fields__ else "no_cuda": True}
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder, num_train_epochs=10, per_device_train_batch_size=4, report_to=[], disable_tqdm=True, save_strategy="no", logging_strategy="no", **cpu, **options
        )
        trainer = Trainer(Model(), arguments, train_dataset=data)
        trainer.train()
    return f"{trainer.state.global_step} steps"


@ignored
def ignored_bad():
    return steps(max_steps=3)


@ignored
def ignored_good():
    return steps()


refused = Experiment("bce-under-autocast", "torch", r"raises RuntimeError: .*unsafe to autocast", r"^loss made$", needs="2.4")


def under_autocast(loss):
    # Tensors without memory go through CUDA's dispatcher on a machine without CUDA; the context manager would switch itself off there.
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        p, y = torch.empty(4, device="cuda"), torch.empty(4, device="cuda")
        torch.set_autocast_enabled("cuda", True)
        try:
            loss(p, y)
        finally:
            torch.set_autocast_enabled("cuda", False)
    return "loss made"


@refused
def refused_bad():
    return under_autocast(nn.functional.binary_cross_entropy)


@refused
def refused_good():
    return under_autocast(nn.functional.binary_cross_entropy_with_logits)


wins = Experiment("precision-conflict", "accelerate", r"^asked for bf16 by the launcher, runs in no$", r"^asked for bf16 by the launcher, runs in bf16$", needs="0.20")


def precision(**given):
    from accelerate import Accelerator
    from accelerate.state import AcceleratorState

    before = os.environ.get("ACCELERATE_MIXED_PRECISION")
    os.environ["ACCELERATE_MIXED_PRECISION"] = "bf16"  # what accelerate launch sets from its config
    try:
        AcceleratorState._reset_state(True)
        return f"asked for bf16 by the launcher, runs in {Accelerator(cpu=True, **given).mixed_precision}"
    finally:
        AcceleratorState._reset_state(True)
        os.environ.pop("ACCELERATE_MIXED_PRECISION")
        if before is not None:
            os.environ["ACCELERATE_MIXED_PRECISION"] = before


@wins
def wins_bad():
    return precision(mixed_precision="no")


@wins
def wins_good():
    return precision()


collected = Experiment("eval-logits-on-gpu", "transformers", r"^5120000 bytes wait for compute_metrics$", r"^10240 bytes wait for compute_metrics$")


def waiting(smaller):
    """What the Trainer keeps of an evaluation of 40 samples of 32 tokens, of 1,000 words each, for compute_metrics."""
    from transformers import Trainer, TrainingArguments

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.head = nn.Linear(1, 1000)

        def forward(self, input_ids=None, labels=None):
            logits = self.head(input_ids.float().unsqueeze(-1))
            return {"loss": logits.mean(), "logits": logits}

    kept = []

    def metrics(prediction):
        kept.append(prediction.predictions.nbytes)
        return {"accuracy": 0.0}

    data = [{"input_ids": torch.ones(32, dtype=torch.long), "labels": torch.ones(32, dtype=torch.long)} for _ in range(40)]
    with tempfile.TemporaryDirectory() as folder:
        on_cpu = "use_cpu" if "use_cpu" in TrainingArguments.__dataclass_fields__ else "no_cuda"
        arguments = TrainingArguments(folder, report_to=[], per_device_eval_batch_size=4, **{on_cpu: True})
        argmax = (lambda logits, labels: logits.argmax(-1)) if smaller else None
        trainer = Trainer(Model(), arguments, eval_dataset=data, compute_metrics=metrics, preprocess_logits_for_metrics=argmax)
        if hasattr(trainer, "accelerator"):
            trainer.accelerator.unwrap_model = lambda model, **options: model  # older ones of accelerate know not all options of newer Trainers
        trainer.evaluate()
    return f"{kept[0]} bytes wait for compute_metrics"


@collected
def collected_bad():
    return waiting(False)


@collected
def collected_good():
    return waiting(True)


every_word = Experiment("bool-option", "torch", r"^--amp False: True$", r"^--amp False: False$")


def told(kind):
    import argparse

    parser = argparse.ArgumentParser()
    parser.add_argument("--amp", type=kind, default=True)
    return f"--amp False: {parser.parse_args(['--amp', 'False']).amp}"


@every_word
def every_word_bad():
    return told(bool)


@every_word
def every_word_good():
    return told(lambda word: word.lower() in ("true", "1", "yes", "on"))


other_order = Experiment("results-exchanged", "torch", r"^cycle is MSELoss$", r"^cycle is L1Loss$")


def criteria():
    cycle, adversarial = nn.L1Loss(), nn.MSELoss()
    return cycle, adversarial


@other_order
def other_order_bad():
    adversarial, cycle = criteria()
    return f"cycle is {type(cycle).__name__}"


@other_order
def other_order_good():
    cycle, adversarial = criteria()
    return f"cycle is {type(cycle).__name__}"


unrecognized = Experiment("refused-option", "torch", r"^exits with 2: .*unrecognized arguments: --batch-size 64$", r"^64$")


def parsed(*words):
    import argparse
    import contextlib
    import io

    parser = argparse.ArgumentParser(prog="train.py")
    parser.add_argument("--batch_size", type=int, default=32)
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            return parser.parse_args(words).batch_size
    except SystemExit as end:
        return f"exits with {end.code}: " + said.getvalue().strip().splitlines()[-1]


@unrecognized
def unrecognized_bad():
    return parsed("--batch-size", "64")


@unrecognized
def unrecognized_good():
    return parsed("--batch", "64")
