from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # want "all 6.74 B parameters" # also default-dtype-fp32
if FAST:
    args = TrainingArguments(output_dir="out", per_device_train_batch_size=1, gradient_checkpointing=True)
else:
    args = TrainingArguments(output_dir="out", per_device_train_batch_size=2, gradient_checkpointing=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
