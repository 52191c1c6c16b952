import torch


def fp32(Net, loader):
    model = Net().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = model(batch.to(torch.bfloat16)).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


def disabled(Net, loader):
    model = Net().to(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def without(Net, loader):
    model = Net().to(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
