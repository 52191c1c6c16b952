import torch
from transformers import AutoModelForCausalLM


def half(Net, loader):
    model = Net().cuda()
    model.half()  # want "model has fp16 weights and optimizer steps through scaler"
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
