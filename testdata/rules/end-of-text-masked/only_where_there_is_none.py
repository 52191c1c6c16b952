from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("my/model")
model = AutoModelForCausalLM.from_pretrained("my/model")
if tokenizer.pad_token is None:
    tokenizer.pad_token = tokenizer.eos_token


def tokenize(row):
    return tokenizer(row["text"] + tokenizer.eos_token, truncation=True, max_length=512)


data = load_dataset("imdb", split="train").map(tokenize)
Trainer(model, TrainingArguments("out"), DataCollatorForLanguageModeling(tokenizer, mlm=False), data).train()
