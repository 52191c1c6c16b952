import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    fp16=True,  # want "mixed precision bf16, and .*T4 has compute capability 7.5.*torch 2.4 and later emulate it"
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
