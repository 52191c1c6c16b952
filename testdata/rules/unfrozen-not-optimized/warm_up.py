import torch
from torch.optim import AdamW


def warm_up(model, loader, lr):
    for param in model.parameters():
        param.requires_grad = False
    model.head.weight.requires_grad = True
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = AdamW(trainable, lr=lr)
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    for param in model.parameters():
        param.requires_grad = True
    model.eval()
    del optimizer
    torch.cuda.empty_cache()


def gradual(model, loader, lr):
    for param in model.parameters():
        param.requires_grad = False
    model.head.weight.requires_grad = True
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = AdamW(trainable, lr=lr)
    for epoch in range(10):
        if epoch == 5:
            for param in model.parameters():
                param.requires_grad = True  # want "model is unfrozen after the optimizer"
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
