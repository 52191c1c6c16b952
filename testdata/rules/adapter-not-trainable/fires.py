from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from trl import SFTConfig, SFTTrainer


def load(path):
    return PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("gpt2"), path)  # want "the adapters are loaded to be used, and every parameter of the model is frozen"


def again(data):
    model = AutoModelForCausalLM.from_pretrained("gpt2", dtype="bfloat16")
    model = PeftModel.from_pretrained(model, "out", is_trainable=False)  # want "pass is_trainable=True"
    model.print_trainable_parameters()
    model.train()
    trainer = Trainer(model=model, args=TrainingArguments("more"), train_dataset=data)
    trainer.train()


def by_a_helper(data):
    SFTTrainer(load("out"), args=SFTConfig("more"), train_dataset=data).train()
