import torch


# Schedulers and scalers hold numbers, and the optimizer takes over the tensors: there is one copy.
def train(model, loader, optimizer, path, epochs):
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    scaler = torch.amp.GradScaler("cuda")
    state = torch.load(path, map_location="cuda")
    optimizer.load_state_dict(state["optimizer"])
    scheduler.load_state_dict(state["scheduler"])
    scaler.load_state_dict(state["scaler"])
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = (model(x.cuda()) - y.cuda()).pow(2).mean()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        scheduler.step()
