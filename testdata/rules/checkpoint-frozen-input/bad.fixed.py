from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig


def adapters(args):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig())
    if args.gradient_checkpointing:
        model.enable_input_require_grads()
        model.gradient_checkpointing_enable()  # want "checkpointing is reentrant by default before transformers 5 and the embeddings of model are frozen"
    return model


def quantised():
    model = AutoModelForCausalLM.from_pretrained("gpt2", quantization_config=BitsAndBytesConfig(load_in_8bit=True))
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "call model.enable_input_require_grads"
    model = get_peft_model(model, LoraConfig())
    return model


def by_hand():
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    for p in model.parameters():
        p.requires_grad = False
    model.lm_head.requires_grad_(True)
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": True})  # want "embeddings of model are frozen"
    return model
