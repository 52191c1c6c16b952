import torch
from transformers import AutoConfig, AutoModelForCausalLM


# Made from a config, a model is in training mode.
def from_scratch(loader):
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained("gpt2"))
    model.gradient_checkpointing_enable()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


# Nothing is trained here.
def only_loads(path):
    model = AutoModelForCausalLM.from_pretrained(path)
    model.gradient_checkpointing_enable()
    return model


# Another model is trained.
def frozen(loader, head):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.gradient_checkpointing_enable()
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-5)
    for batch in loader:
        optimizer.zero_grad()
        head(model(**batch).logits).mean().backward()  # also teacher-with-gradients
        optimizer.step()
