import torch
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

quantization = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16)
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=quantization)  # want "loaded with nf4 weights and trained without adapters"
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
