from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, DataCollatorForSeq2Seq, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
model = AutoModelForCausalLM.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token


# No end is written: it is one text in pieces.
def tokenize(row):
    return tokenizer(row["text"], truncation=True, max_length=512)


other = AutoTokenizer.from_pretrained("other")


def ended(row):
    tokens = other(row["text"] + other.eos_token, truncation=True, max_length=512)
    tokens["labels"] = tokens["input_ids"].copy()
    return tokens


data = load_dataset("imdb", split="train")
Trainer(model, TrainingArguments("out"), DataCollatorForLanguageModeling(tokenizer, mlm=False), data.map(tokenize)).train()
Trainer(model, TrainingArguments("out"), DataCollatorForSeq2Seq(other), data.map(ended)).train()
