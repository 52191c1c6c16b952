import torch
from accelerate import Accelerator
from transformers import AutoModelForCausalLM


def main(loader, device):
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    model.gradient_checkpointing_enable()  # want "nothing is checkpointed: from_pretrained leaves the model in evaluation mode"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def accelerated(loader):
    accelerator = Accelerator()
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})  # want "nothing is checkpointed"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


def by_its_new_name(loader, device):
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    model.activation_checkpointing_enable()  # want "nothing is checkpointed"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
