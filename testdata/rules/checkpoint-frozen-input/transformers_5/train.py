from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM


def build():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable()
    return model
