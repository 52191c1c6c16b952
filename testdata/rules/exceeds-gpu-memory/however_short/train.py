import torch
from datasets import load_from_disk
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments, default_data_collator

model = AutoModelForCausalLM.from_pretrained("mistralai/Mistral-7B-v0.1", dtype=torch.bfloat16)  # want error "needs at least"
args = TrainingArguments(
    output_dir="o",
    per_device_train_batch_size=1,
    gradient_checkpointing=True,
    bf16=True,
    optim="adamw_torch",
    max_steps=500,
    dataloader_num_workers=4,
)
Trainer(model=model, args=args, train_dataset=load_from_disk("packed"), data_collator=default_data_collator).train()
