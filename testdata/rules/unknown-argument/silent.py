# right, of another library, not certain, or behind a test of the version
import dataclasses

import lightning as L
import torch
import transformers
from packaging import version
from peft import LoraConfig
from torch.utils.data import DataLoader
from transformers import Trainer, TrainingArguments
from trl import DPOConfig, GRPOConfig, SFTConfig

from mine import DataLoader as MyLoader


@dataclasses.dataclass
class Ours(TrainingArguments):
    colour: str = "blue"


class OurTrainer(Trainer):
    def __init__(self, *args, temperature=1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.temperature = temperature


def build(model, data, extra):
    args = TrainingArguments("out", learning_rate=1e-4, bf16=True, eval_strategy="no", gradient_checkpointing=True, **extra)
    SFTConfig(output_dir="out", packing=True, learning_rate=1e-4)
    DPOConfig(output_dir="out", beta=0.1)
    LoraConfig(r=8, lora_alpha=16, target_modules=["q_proj"], task_type="CAUSAL_LM")
    L.Trainer(accelerator="gpu", devices=2, strategy="ddp", precision="bf16-mixed")
    DataLoader(data, 4, pin_memory=True, num_workers=2, persistent_workers=True)
    MyLoader(data, buckets=4)
    torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    torch.optim.lr_scheduler.CosineAnnealingLR(None, T_max=10, eta_min=0.0)
    if version.parse(transformers.__version__) >= version.parse("4.46"):
        Trainer(model=model, args=args, handle=data)
    try:
        loader = DataLoader(data, in_time=True)
    except TypeError:
        loader = DataLoader(data)
    Ours("out", colour="red")
    return OurTrainer(model=model, temperature=2.0), loader


def written_anew():
    # trl wrote these fields of TrainingArguments anew in some releases only, and has them in all
    GRPOConfig("out", per_device_train_batch_size=4, gradient_accumulation_steps=2, logging_steps=5, bf16=True)


def asks_what_is_taken():
    try:
        args = TrainingArguments(output_dir="out", lora_enable=True, lora_r=32)
        print("takes them")
        print(f"rank {args.lora_r}")
        return True
    except Exception as error:
        print(f"does not take them: {error}")
        return False
