from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM


def not_reentrant():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    return model
