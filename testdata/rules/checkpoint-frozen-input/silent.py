from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM


def peft_prepares():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.gradient_checkpointing_enable()
    model = get_peft_model(model, LoraConfig())
    return model


def full():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.gradient_checkpointing_enable()
    return model


def either(args):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    if args.use_lora:
        model = get_peft_model(model, LoraConfig())
    if args.gradient_checkpointing:
        if args.train and not args.use_lora:
            model.gradient_checkpointing_enable()
    return model


def compared(args):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    if args.adapter != "full":
        model = get_peft_model(model, LoraConfig())
    if args.train and args.adapter == "full":
        model.gradient_checkpointing_enable()
    return model


def of_several(models, base, adapted, full):
    models[adapted] = get_peft_model(base, LoraConfig())
    models[full].gradient_checkpointing_enable()
