import argparse

from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--half", action="store_true")
args = parser.parse_args()
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=TrainingArguments(output_dir="out", bf16=args.half), train_dataset=dataset).train()
