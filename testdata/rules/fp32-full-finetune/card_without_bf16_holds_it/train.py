from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("TinyLlama/TinyLlama-1.1B-Chat-v1.0")  # want "all 1.1" # also default-dtype-fp32
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    gradient_checkpointing=True,
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
