from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer, TrainingArguments

BERT = "bert-base-uncased"


def train(model, tokenizer, data):
    collator = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    Trainer(model=model, args=TrainingArguments("out"), train_dataset=data, data_collator=collator).train()


# It has the token.
def of_the_model(data):
    tokenizer = AutoTokenizer.from_pretrained(BERT)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    train(AutoModelForCausalLM.from_pretrained(BERT), tokenizer, data)


# A token that the tokenizer has under another name.
def end_of_text(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    tokenizer.add_special_tokens({"pad_token": "<|endoftext|>"})
    train(AutoModelForCausalLM.from_pretrained("gpt2"), tokenizer, data)


# Rows to spare, and models that nobody knows.
def spare(data, name):
    tokenizer = AutoTokenizer.from_pretrained("EleutherAI/pythia-70m")
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    train(AutoModelForCausalLM.from_pretrained("EleutherAI/pythia-70m"), tokenizer, data)
    tokenizer = AutoTokenizer.from_pretrained(name)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    train(AutoModelForCausalLM.from_pretrained(name), tokenizer, data)


# Words that it may have, and tokens that no text holds.
def words(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    tokenizer.add_tokens(["protein", "<nowhere>"])
    train(AutoModelForCausalLM.from_pretrained("gpt2"), tokenizer, data)


# Another model, and one that is not used.
def another(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    AutoModelForCausalLM.from_pretrained("gpt2")
    train(AutoModelForCausalLM.from_pretrained("facebook/opt-125m"), tokenizer, data)


def perhaps(data, own):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    if own:
        tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    train(AutoModelForCausalLM.from_pretrained("gpt2"), tokenizer, data)


def loaded_with_its_own(data):
    tokenizer = AutoTokenizer.from_pretrained("gpt2", pad_token="<|endoftext|>")
    train(AutoModelForCausalLM.from_pretrained("gpt2"), tokenizer, data)
