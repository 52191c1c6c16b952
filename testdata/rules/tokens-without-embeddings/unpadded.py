from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments


# Nothing is filled up: each sample is a batch.
def finetune(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    data = data.map(lambda row: tokenizer(row["text"]))
    Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=1), train_dataset=data).train()
