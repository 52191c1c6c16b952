from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

model = AutoModelForSequenceClassification.from_pretrained("google-bert/bert-base-uncased")
args = TrainingArguments(output_dir="out", eval_strategy="steps", eval_steps=100)  # want error "has no eval_dataset"
trainer = Trainer(model, args, None, rows)
trainer.train()
