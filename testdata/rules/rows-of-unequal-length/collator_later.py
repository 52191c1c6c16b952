from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
raw = load_dataset("imdb")
args = TrainingArguments("out", per_device_train_batch_size=16)
rows = raw["train"].map(lambda row: tokenizer(row["text"], truncation=True), batched=True)
trainer = Trainer(model=model, args=args, train_dataset=rows)
trainer.data_collator = DataCollatorWithPadding(tokenizer)
trainer.train()
