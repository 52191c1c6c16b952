import argparse

import torch
import yaml
from datasets import load_from_disk
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments, default_data_collator


def read():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cfg", default="gemma.yaml")
    with open(parser.parse_args().cfg) as file:
        return yaml.safe_load(file)


cfg = read()
half = cfg["precision"] == "fp16"
model = AutoModelForCausalLM.from_pretrained(cfg["model"])
args = TrainingArguments(
    output_dir="gemma",
    max_steps=cfg["steps"],
    fp16=half,
    bf16=not half,
    gradient_checkpointing=True,
    dataloader_num_workers=4,
)
Trainer(model=model, args=args, train_dataset=load_from_disk("x"), data_collator=default_data_collator).train()
