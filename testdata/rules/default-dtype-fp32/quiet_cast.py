import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf").to(torch.bfloat16)
other = AutoModelForCausalLM.from_pretrained(pick())
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
