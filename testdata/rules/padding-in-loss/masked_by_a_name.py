from datasets import load_dataset
from settings import SKIPPED
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("gpt2")


def by_a_name(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512, return_tensors="pt")
    labels = tokens["input_ids"].clone()
    labels[tokens["attention_mask"] == 0] = SKIPPED
    return {"input_ids": tokens["input_ids"], "attention_mask": tokens["attention_mask"], "labels": labels}


Trainer(model, TrainingArguments("out"), train_dataset=load_dataset("imdb", split="train").map(by_a_name, batched=True)).train()
