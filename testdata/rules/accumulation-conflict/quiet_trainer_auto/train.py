import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(
    output_dir="out",
    gradient_accumulation_steps=4,
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
