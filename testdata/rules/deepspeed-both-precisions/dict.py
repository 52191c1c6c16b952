import deepspeed
import torch

model = torch.nn.Linear(2, 2)
both = {
    "train_micro_batch_size_per_gpu": 1,
    "zero_optimization": {"stage": 2},
    "fp16": {"enabled": True},
    "bfloat16": {"enabled": True},  # want "bfloat16.enabled and fp16.enabled are both true"
}
half = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2}, "fp16": {"enabled": True}, "bf16": {"enabled": False}}
either = {"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2}, "fp16": {"enabled": flag}, "bf16": {"enabled": not flag}}
engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=both)


def later(batch):
    config = {"train_micro_batch_size_per_gpu": batch, "zero_optimization": {"stage": 2}, "fp16": {"enabled": True}}
    config["bf16"] = {"enabled": True}  # want "bf16.enabled and fp16.enabled are both true"
    return config


def taken_back(batch):
    config = {
        "train_micro_batch_size_per_gpu": batch,
        "zero_optimization": {"stage": 2},
        "fp16": {"enabled": True},
        "bf16": {"enabled": True},
    }
    config["fp16"] = {"enabled": False}
    config.update(steps_per_print=100)
    return config


def either_way(batch, brain):
    config = {"train_micro_batch_size_per_gpu": batch, "zero_optimization": {"stage": 2}, "fp16": {"enabled": True}}
    if brain:
        config["bf16"] = {"enabled": True}
        config.pop("fp16")
    return config
