from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, TrainingArguments


def llama():
    model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")
    return model, TrainingArguments("out", fp16=True)


def flan(use_half):
    model = AutoModelForSeq2SeqLM.from_pretrained("google/flan-t5-large")
    return model, TrainingArguments("out", fp16=use_half)
