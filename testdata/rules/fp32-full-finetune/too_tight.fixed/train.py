from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2-xl")  # want "RTX 4090 with 23.5 GiB usable is too tight; mixed precision" # also default-dtype-fp32
args = TrainingArguments(output_dir="out", max_steps=3, per_device_train_batch_size=1, bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
