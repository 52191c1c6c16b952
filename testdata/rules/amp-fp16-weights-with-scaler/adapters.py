import torch
from peft import LoraConfig, get_peft_model


def train(Net, loader):
    model = Net().half()
    model = get_peft_model(model, LoraConfig())
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
