from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM, AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments,
    DataCollatorForLanguageModeling, default_data_collator,
)

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
raw = load_dataset("imdb")
args = TrainingArguments("out", per_device_train_batch_size=16)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=256)


tokenized = raw.map(tokenize, batched=True)
trainer = Trainer(model=model, args=args, train_dataset=tokenized["train"], eval_dataset=tokenized["test"])  # want "the samples have as many tokens as their texts, and the Trainer has no tokenizer to pad with: the first batch of texts that differ in length raises ValueError"
trainer.train()

short = raw["train"].shuffle(seed=0).select(range(100)).map(lambda row: tokenizer(row["text"], padding=False, truncation=True), batched=True)
small = short.remove_columns(["text"]).with_format("torch")
Trainer(model, args, train_dataset=small, processing_class=tokenizer, data_collator=default_data_collator).train()  # want "the collator pads nothing"


def with_labels(batch):
    tokens = tokenizer(batch["text"], truncation=True)
    tokens["labels"] = tokens["input_ids"].copy()
    return tokens


writer = AutoModelForCausalLM.from_pretrained("gpt2")
texts = raw.map(with_labels, batched=True, remove_columns=["text", "label"])
Trainer(model=writer, args=TrainingArguments("out"), train_dataset=texts["train"], processing_class=tokenizer).train()  # want "the labels are as long as each text, and are not padded with the tokens"
Trainer(writer, args, DataCollatorWithPadding(tokenizer), texts["train"]).train()  # want "the labels are as long as each text"
Trainer(writer, args, DataCollatorForLanguageModeling(tokenizer, mlm=False), texts["train"]).train()  # want "leave the labels out where DataCollatorForLanguageModeling makes them"
