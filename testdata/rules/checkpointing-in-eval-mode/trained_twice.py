import torch
from transformers import AutoModelForCausalLM


def warm_up(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def fine_tune(model, loader, optimizer):
    for batch in loader:
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def main(loader, device):
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    model.gradient_checkpointing_enable()  # want "nothing is checkpointed"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    warm_up(model, loader, optimizer)
    fine_tune(model, loader, optimizer)
