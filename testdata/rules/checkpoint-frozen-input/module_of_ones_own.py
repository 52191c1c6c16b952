import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModel, LlamaForCausalLM


class Classifier(torch.nn.Module):
    def __init__(self, name, classes):
        super().__init__()
        self.base = AutoModel.from_pretrained(name)
        self.head = torch.nn.Linear(self.base.config.hidden_size, classes)

    def forward(self, input_ids):
        return self.head(self.base(input_ids).last_hidden_state[:, -1])


def own(name):
    model = Classifier(name, 3)
    model = get_peft_model(model, LoraConfig())
    if hasattr(model.base_model.model.base, "gradient_checkpointing_enable"):
        model.base_model.model.base.gradient_checkpointing_enable()
    elif hasattr(model, "gradient_checkpointing_enable"):
        model.gradient_checkpointing_enable()
    return model


def of_the_library(config):
    model = LlamaForCausalLM(config)
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model


def loaded(name):
    model = Classifier(name, 3)
    print(model)
    model = LlamaForCausalLM.from_pretrained(name)
    model = get_peft_model(model, LoraConfig())
    model.gradient_checkpointing_enable()  # want "embeddings of model are frozen"
    return model
