from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

model = AutoModelForSequenceClassification.from_pretrained("google-bert/bert-base-uncased")
args = TrainingArguments(output_dir="out", eval_strategy="epoch")
setattr(args, "eval_strategy", "no")
trainer = Trainer(model=model, args=args, train_dataset=rows)
trainer.train()
