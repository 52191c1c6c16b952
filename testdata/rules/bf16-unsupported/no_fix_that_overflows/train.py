from transformers import AutoModelForSeq2SeqLM, Trainer, TrainingArguments

model = AutoModelForSeq2SeqLM.from_pretrained("google/flan-t5-small")
args = TrainingArguments(output_dir="out", per_device_train_batch_size=1, bf16=True)  # want "mixed precision bf16"
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
