from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, default_data_collator

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("gpt2")


def copied(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512)
    tokens["labels"] = tokens["input_ids"].copy()  # want "the labels keep the padding of the tokens"
    return tokens


def as_a_dictionary(batch):
    out = tokenizer.batch_encode_plus(batch["text"], truncation=True, pad_to_max_length=True, max_length=512, return_tensors="pt")
    ids = out.input_ids
    return {
        "input_ids": ids,
        "attention_mask": out.attention_mask,
        "labels": ids.clone(),  # want "the labels keep the padding"
    }


def whole(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512)
    tokens["labels"] = tokens["input_ids"][:]  # want "where attention_mask is 0"
    return tokens


# Nothing is filled up here: the collator does that, and with what it knows.
def left_to_the_collator(batch):
    tokens = tokenizer(batch["text"], truncation=True, max_length=512)
    tokens["labels"] = tokens["input_ids"].copy()
    return tokens


# The labels are classes.
def classes(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512)
    tokens["labels"] = batch["stars"]
    return tokens


data = load_dataset("imdb", split="train")
for make in (copied, as_a_dictionary, whole, left_to_the_collator, classes):
    args = TrainingArguments("out", num_train_epochs=1)
    trainer = Trainer(model=model, args=args, train_dataset=data.map(make, batched=True), data_collator=default_data_collator)
    trainer.train()
