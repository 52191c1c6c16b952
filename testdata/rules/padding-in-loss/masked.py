from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("gpt2")


def masked(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512)
    tokens["labels"] = tokens["input_ids"].copy()
    tokens["labels"] = [
        [one if seen else -100 for one, seen in zip(row, mask)] for row, mask in zip(tokens["labels"], tokens["attention_mask"])
    ]
    return tokens


data = load_dataset("imdb", split="train").map(masked, batched=True)
Trainer(model, TrainingArguments("out"), train_dataset=data).train()
