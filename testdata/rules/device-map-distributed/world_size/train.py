import os

import fire
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments


def train(base_model: str = "", micro_batch_size: int = 4):
    device_map = "auto"
    world_size = int(os.environ.get("WORLD_SIZE", 1))
    ddp = world_size != 1
    if ddp:
        device_map = {"": int(os.environ.get("LOCAL_RANK") or 0)}
    model = AutoModelForCausalLM.from_pretrained(base_model, torch_dtype=torch.bfloat16, device_map=device_map)
    model = get_peft_model(model, LoraConfig(r=8, target_modules=["q_proj", "v_proj"]))
    args = TrainingArguments("out", per_device_train_batch_size=micro_batch_size, bf16=True)
    trainer = Trainer(model=model, args=args, train_dataset=data)
    trainer.train()


if __name__ == "__main__":
    fire.Fire(train)
