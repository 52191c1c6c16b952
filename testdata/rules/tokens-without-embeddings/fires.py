import torch
from transformers import (
    AutoModelForCausalLM, AutoModelForSequenceClassification, AutoTokenizer, DataCollatorForLanguageModeling, GPT2LMHeadModel,
    GPT2Tokenizer, Trainer, TrainingArguments,
)


def finetune(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})  # want "gpt2 has no row of its embedding for \[PAD\]"
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    Trainer(model=model, args=TrainingArguments("out"), train_dataset=data, data_collator=collator).train()


def by_hand(texts):
    name = "meta-llama/Llama-2-7b-hf"
    tokenizer = AutoTokenizer.from_pretrained(name)
    if tokenizer.pad_token is None:
        tokenizer.add_special_tokens({"pad_token": "<pad>"})  # want "meta-llama/Llama-2-7b-hf has no row"
    model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)
    model.config.pad_token_id = tokenizer.pad_token_id
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for text, y in texts:
        batch = tokenizer(text, padding=True, return_tensors="pt")
        loss = model(**batch, labels=y).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def dialogues(lines):
    tokenizer = GPT2Tokenizer.from_pretrained("microsoft/DialoGPT-small")
    model = GPT2LMHeadModel.from_pretrained("microsoft/DialoGPT-small")
    tokenizer.add_tokens(["<speaker1>", "<speaker2>"])  # want "no row of its embedding for <speaker1>"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for a, b in lines:
        ids = tokenizer(f"<speaker1>{a}<speaker2>{b}", return_tensors="pt").input_ids
        loss = model(ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def loaded_with_it(data):
    tokenizer = GPT2Tokenizer.from_pretrained("gpt2", bos_token="<|endoftext|>", pad_token="<|pad|>")  # want "no row of its embedding for <\|pad\|>"
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    Trainer(model=model, args=TrainingArguments("out"), train_dataset=data, data_collator=collator).train()
