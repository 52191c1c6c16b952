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


def handed_on(model, loader, lr, tune):
    for param in model.parameters():
        param.requires_grad = False
    model.head.weight.requires_grad = True
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = AdamW(trainable, lr=lr)
    for batch in loader:
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    for param in model.parameters():
        param.requires_grad = True  # want "model is unfrozen after the optimizer"
    tune(model, optimizer, loader)


def only_saved(model, loader, lr, tune, save_checkpoint):
    for param in model.parameters():
        param.requires_grad = False
    model.head.weight.requires_grad = True
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = AdamW(trainable, lr=lr)
    for batch in loader:
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    for param in model.parameters():
        param.requires_grad = True
    save_checkpoint(model, optimizer)
    torch.save(optimizer.state_dict(), "warm.pt")
    print(optimizer)
    tune(model, loader)
