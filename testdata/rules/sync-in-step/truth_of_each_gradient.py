# An if asks a tensor for its truth as item() does: for each parameter Python waits.
import torch
import torch.nn.functional as F


def train(model, optimizer, loader):
    model.cuda()
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        for p in model.parameters():
            if torch.isnan(p.grad).any():  # want "torch.isnan\(p.grad\).any\(\) in a loop inside the training step waits for the GPU in every lap"
                print("not a number")
        optimizer.step()


def train_finite(model, optimizer, loader):
    model.cuda()
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        finite = True
        for name, p in model.named_parameters():
            if p.grad is not None and not p.grad.isfinite().all():  # want "in a loop inside the training step waits for the GPU in every lap"
                finite = False
        if finite:
            optimizer.step()


# A look-alike: one wait for all of them.
def train_together(model, optimizer, loader):
    model.cuda()
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        wrong = torch.stack([torch.isnan(p.grad).any() for p in model.parameters()])
        if wrong.any():
            continue
        optimizer.step()


# Looked at every hundredth step.
def train_logged(model, optimizer, loader):
    model.cuda()
    for i, (x, y) in enumerate(loader):
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        if i % 100 == 0:
            for p in model.parameters():
                if torch.isnan(p.grad).any():
                    print("not a number")
        optimizer.step()


def finite(model):
    for p in model.parameters():
        if p.grad is not None and not torch.isfinite(p.grad).all():  # want "waits for the GPU in every lap"
            return False
    return True


def asked_by_a_helper(model, loader):
    model.cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        loss = torch.nn.functional.l1_loss(model(x.cuda()), y.cuda())
        optimizer.zero_grad()
        loss.backward()
        if not finite(model):
            continue
        optimizer.step()
