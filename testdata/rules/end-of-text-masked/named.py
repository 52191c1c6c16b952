from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
model = AutoModelForCausalLM.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token
EOS_TOKEN = tokenizer.eos_token


def tokenize(row):
    return tokenizer(f"Q: {row['question']}\nA: {row['answer']}{EOS_TOKEN}", truncation=True, max_length=512)


data = load_dataset("squad", split="train").map(tokenize)
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)  # want "the model never learns to end one"
Trainer(model, TrainingArguments("out"), collator, data).train()
