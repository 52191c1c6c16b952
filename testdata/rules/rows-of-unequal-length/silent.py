from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM, AutoModelForSequenceClassification, AutoTokenizer, DataCollatorForLanguageModeling, DataCollatorForSeq2Seq,
    DataCollatorWithPadding, Trainer, TrainingArguments, default_data_collator,
)

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
raw = load_dataset("imdb")
args = TrainingArguments("out", per_device_train_batch_size=16)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)


tokenized = raw.map(tokenize, batched=True)
Trainer(model=model, args=args, train_dataset=tokenized["train"], tokenizer=tokenizer).train()  # trainlint: ignore[hf-renamed-argument]
Trainer(model=model, args=args, train_dataset=tokenized["train"], processing_class=tokenizer).train()
Trainer(model=model, args=args, train_dataset=tokenized["train"], data_collator=DataCollatorWithPadding(tokenizer)).train()
Trainer(model=model, args=args, train_dataset=tokenized["train"], data_collator=lambda rows: tokenizer.pad(rows, return_tensors="pt")).train()
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=1), train_dataset=tokenized["train"]).train()


def padded(batch):
    return tokenizer(batch["text"], truncation=True, padding="max_length")


full = raw.map(padded, batched=True)
Trainer(model=model, args=args, train_dataset=full["train"], data_collator=default_data_collator).train()


# Blocks of one size are made of the texts.
def group(batch):
    joined = sum(batch["input_ids"], [])
    rows = [joined[i:i + 128] for i in range(0, len(joined) - 127, 128)]
    return {"input_ids": rows, "labels": [row[:] for row in rows]}


writer = AutoModelForCausalLM.from_pretrained("gpt2")
blocks = raw.map(tokenize, batched=True, remove_columns=["text", "label"]).map(group, batched=True, remove_columns=["attention_mask"])
Trainer(model=writer, args=args, train_dataset=blocks["train"], data_collator=default_data_collator).train()
once_more = tokenized.map(group, batched=True)
Trainer(model=writer, args=args, train_dataset=once_more["train"]).train()


def cut_by_hand(batch):
    tokens = tokenizer(batch["text"], truncation=True)
    tokens["input_ids"] = [ids[:8] + [0] * (8 - len(ids)) for ids in tokens["input_ids"]]
    return tokens


by_hand = raw.map(cut_by_hand, batched=True)
Trainer(model=model, args=args, train_dataset=by_hand["train"]).train()


def with_labels(batch):
    tokens = tokenizer(batch["text"], truncation=True)
    tokens["labels"] = tokens["input_ids"].copy()
    return tokens


texts = raw.map(with_labels, batched=True)
Trainer(writer, args, DataCollatorForSeq2Seq(tokenizer), texts["train"]).train()
Trainer(writer, args, DataCollatorForLanguageModeling(tokenizer, mlm=False), tokenized["train"]).train()


def handed(model, args, dataset, make_collator):
    dataset = dataset.map(tokenize)
    Trainer(model=model, args=args, train_dataset=dataset).train()
    Trainer(model=model, args=TrainingArguments("out"), train_dataset=raw.map(tokenize)["train"], data_collator=make_collator()).train()
