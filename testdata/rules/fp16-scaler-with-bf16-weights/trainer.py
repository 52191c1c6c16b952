import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2", torch_dtype=torch.bfloat16)  # want "the weights themselves become bf16 here"
args = TrainingArguments(output_dir="out", fp16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
