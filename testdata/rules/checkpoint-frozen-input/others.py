from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM

options = {"use_reentrant": True}


def by_name(given):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs=given)
    return model


def with_other_options():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"preserve_rng_state": False})  # want "embeddings of model are frozen"
    return model


def two_names():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    kept = model = get_peft_model(model, LoraConfig())
    return kept, model


def another_model():
    base = AutoModelForCausalLM.from_pretrained("gpt2")
    adapted = get_peft_model(base, LoraConfig())
    other = AutoModelForCausalLM.from_pretrained("gpt2")
    other.gradient_checkpointing_enable()
    return adapted, other


def behind(flag):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.gradient_checkpointing_enable()
    if flag:
        model = get_peft_model(model, LoraConfig())
    return model


def either(flag):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    if flag:
        model = get_peft_model(model, LoraConfig())
    else:
        model.gradient_checkpointing_enable()
    return model
