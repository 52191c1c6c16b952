import torch
import torch.nn as nn
import torch.nn.functional as F


def gate(step, n):
    return (step + 1) % n == 0


class Diffusion(nn.Module):
    def __init__(self, net, kind):
        super().__init__()
        self.net, self.kind = net, kind

    def forward(self, x):
        noise = torch.randn_like(x)
        out = self.net(x + noise)
        if self.kind == "l1":
            loss = (noise - out).abs().mean()
        elif self.kind == "l2":
            loss = F.mse_loss(noise, out)
        else:
            raise NotImplementedError
        return loss


def of_a_module(net, loader, optimizer, args):
    diffusion = Diffusion(net, args.kind)
    for step, x in enumerate(loader):
        loss = diffusion(x)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def of_an_unseen_model(model, loader, optimizer, args):
    for step, batch in enumerate(loader):
        loss = model(batch)
        loss.backward()  # want "sum of their losses: if the model returns the mean of its batch, .*divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def first_output(model, loader, optimizer, args):
    for step, batch in enumerate(loader):
        loss = model(**batch)[0]
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def one_of_two(model, loader, optimizer, args):
    for step, batch in enumerate(loader):
        loss, logits = model(**batch)
        loss = loss.mean()
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def two_outputs(model, loader, optimizer, args):
    for step, batch in enumerate(loader):
        logits, loss = model(**batch)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def weighted(model, loader, optimizer, args):
    criterion = nn.CrossEntropyLoss()
    for step, (x, y, z) in enumerate(loader):
        a, b = model(x)
        loss = criterion(a, y) + args.lambda_aux * criterion(b, z)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def summed_up(model, loader, optimizer, args):
    for step, (images, targets) in enumerate(loader):
        losses = model(images, targets)
        loss = sum(loss for loss in losses.values())
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def calc_loss(outputs, y, weight):
    parts = {"ce": F.cross_entropy(outputs, y), "reg": weight * outputs.pow(2).mean()}
    loss = torch.zeros(1)
    for part in parts.values():
        loss = loss + part
    return loss, parts


def of_a_function(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss, parts = calc_loss(model(x), y, args.weight)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


def train_step(model, criterion, x, y):
    return criterion(model(x), y)


def of_a_helper(model, loader, optimizer, args):
    criterion = nn.CrossEntropyLoss()
    for step, (x, y) in enumerate(loader):
        loss = train_step(model, criterion, x, y)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)

    def forward(self, x, y=None):
        logits = self.body(x)
        if y is None:
            return logits, None
        return logits, F.cross_entropy(logits, y)


def of_an_optional_target(loader, args):
    model = Net()
    optimizer = torch.optim.AdamW(model.parameters())
    for step, (x, y) in enumerate(loader):
        logits, loss = model(x, y)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()


class Report(nn.Module):
    def __init__(self, kinds):
        super().__init__()
        self.kinds = kinds

    def forward(self, x, y):
        loss = torch.zeros(1)
        if "ce" in self.kinds:
            loss = loss + F.cross_entropy(x, y)
        if "mse" in self.kinds:
            loss = loss + F.mse_loss(x, y)
        if "l1" in self.kinds:
            loss = loss + (x - y).abs().sum() / x.shape[0]
        return loss


def one_of_many(model, loader, optimizer, args):
    report = Report(args.kinds)
    for step, (x, y) in enumerate(loader):
        loss = report(model(x), y)
        loss.backward()  # want "divide the loss by args.accum"
        if gate(step, args.accum):
            optimizer.step()
            optimizer.zero_grad()
