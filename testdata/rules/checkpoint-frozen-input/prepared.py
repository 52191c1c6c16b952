from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM


def prepared():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()
    return model
