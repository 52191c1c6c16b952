from transformers import AutoTokenizer, AutoModelForCausalLM, Trainer, TrainingArguments, DataCollatorForLanguageModeling
from datasets import load_dataset

def train():
    tokenizer = AutoTokenizer.from_pretrained("gpt2", pad_token="<pad>")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    data = load_dataset("x", split="train").map(lambda e: tokenizer(e["text"] + tokenizer.eos_token))
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    Trainer(model=model, args=TrainingArguments("out"), train_dataset=data, data_collator=collator).train()

def generate(prompts):
    tokenizer = AutoTokenizer.from_pretrained("out")
    tokenizer.pad_token = tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained("out")
    return model.generate(**tokenizer(prompts, padding=True, return_tensors="pt"))
