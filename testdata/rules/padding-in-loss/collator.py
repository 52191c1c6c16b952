from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("gpt2")


# The collator makes labels of its own.
def copied(batch):
    tokens = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=512)
    tokens["labels"] = tokens["input_ids"].copy()
    return tokens


data = load_dataset("imdb", split="train").map(copied, batched=True)
collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
Trainer(model, TrainingArguments("out"), collator, data).train()
