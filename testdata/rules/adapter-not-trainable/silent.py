from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from trl import SFTConfig, SFTTrainer


def load(path):
    return PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("gpt2"), path)


def told(data):
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("gpt2"), "out", is_trainable=True)
    Trainer(model=model, args=TrainingArguments("more"), train_dataset=data).train()


def option(data, goes_on):
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("gpt2"), "out", is_trainable=goes_on)
    Trainer(model=model, args=TrainingArguments("more"), train_dataset=data).train()


def switched_on(data):
    model = load("out")
    for name, p in model.named_parameters():
        if "lora" in name:
            p.requires_grad = True
    Trainer(model=model, args=TrainingArguments("more"), train_dataset=data).train()


def others(data):
    model = load("out").merge_and_unload()
    model = get_peft_model(model, LoraConfig(task_type="CAUSAL_LM"))
    Trainer(model=model, args=TrainingArguments("more"), train_dataset=data).train()


def of_trl(data):
    SFTTrainer(load("out"), args=SFTConfig("more"), train_dataset=data, peft_config=LoraConfig()).train()


def measured(data):
    return Trainer(model=load("out"), args=TrainingArguments("more"), eval_dataset=data).evaluate()
