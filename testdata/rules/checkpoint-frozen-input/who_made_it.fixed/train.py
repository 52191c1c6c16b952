# Adapters around what a module of the project made, and around what came from elsewhere; checkpointing before them asks how the weights are kept.
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, GPT2LMHeadModel

from .nets import Tower


def own():
    net = Tower(12)
    model = get_peft_model(net, LoraConfig())
    model.gradient_checkpointing_enable()
    return model


def of_the_library(config):
    net = GPT2LMHeadModel(config)
    model = get_peft_model(net, LoraConfig())
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model


def given(net):
    model = get_peft_model(net, LoraConfig())
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model


def of_an_attribute(self):
    model = get_peft_model(self.net, LoraConfig())
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model


def first_own_then_loaded():
    net = Tower(12)
    net = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(net, LoraConfig())
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model


def four_bits():
    model = AutoModelForCausalLM.from_pretrained("gpt2", load_in_4bit=True)
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    model = get_peft_model(model, LoraConfig())
    return model


def eight_bits():
    model = AutoModelForCausalLM.from_pretrained("gpt2", load_in_8bit=True)
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    model = get_peft_model(model, LoraConfig())
    return model


def sixteen_bits():
    model = AutoModelForCausalLM.from_pretrained("gpt2", load_in_8bit=False)
    model.gradient_checkpointing_enable()
    model = get_peft_model(model, LoraConfig())
    return model


def by_a_config():
    bits = BitsAndBytesConfig(load_in_4bit=True)
    model = AutoModelForCausalLM.from_pretrained("gpt2", quantization_config=bits)
    model.enable_input_require_grads()
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    model = get_peft_model(model, LoraConfig())
    return model


def by_some_config(bits):
    model = AutoModelForCausalLM.from_pretrained("gpt2", quantization_config=bits)
    model.gradient_checkpointing_enable()
    model = get_peft_model(model, LoraConfig())
    return model
