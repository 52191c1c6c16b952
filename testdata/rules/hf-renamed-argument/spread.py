# What is spread may hold the new name already.
from transformers import AutoTokenizer, TrainingArguments


def make(options):
    a = TrainingArguments("out", evaluation_strategy="no", **options)  # want "it is eval_strategy now"
    b = AutoTokenizer.from_pretrained("gpt2", use_auth_token=True)  # want "it is token now"
    return a, b, TrainingArguments(), TrainingArguments(**options)
