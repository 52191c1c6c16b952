import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    fp16=True,  # want "so this raises"
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
