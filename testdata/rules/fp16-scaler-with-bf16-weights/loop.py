import torch


def train(Net, loader):
    model = Net().cuda().to(torch.bfloat16)  # want "model has bf16 weights and optimizer steps through scaler.*not implemented for 'BFloat16'"
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def method(Net, loader):
    net = Net()
    net.bfloat16()  # want "net has bf16 weights"
    optimizer = torch.optim.AdamW(net.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(net(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
