import torch
from transformers import GPT2LMHeadModel


def validate(loader):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    model.eval()
    total = 0
    for batch_idx, (input_ids, labels) in enumerate(loader):
        outputs = model.forward(input_ids, labels=labels)  # want "runs with gradients on in an evaluation loop"
        total += outputs.loss.mean().item()
    return total


def quiet(loader):
    model = GPT2LMHeadModel.from_pretrained("gpt2")
    model.eval()
    total = 0
    for input_ids, labels in loader:
        with torch.no_grad():
            outputs = model.forward(input_ids, labels=labels)
        total += outputs.loss.mean().item()
    return total
