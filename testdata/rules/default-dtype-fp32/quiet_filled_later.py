import argparse

import torch
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--bits", type=int, default=16)
options = parser.parse_args()
kwargs = {"device_map": {"": 0}}
if options.bits == 4:
    kwargs["quantization_config"] = BitsAndBytesConfig(load_in_4bit=True)
else:
    kwargs["torch_dtype"] = torch.bfloat16
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", **kwargs)
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
