import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import grad


# GAN: the generator's loss goes through the same fake.
def gan(generator, discriminator, loader, opt_g, opt_d, criterion):
    for real, ones in loader:
        fake = generator(torch.randn(8, 64))
        d_loss = criterion(discriminator(real), ones) + criterion(discriminator(fake), 0 * ones)
        d_loss.backward(retain_graph=True)
        opt_d.step()
        opt_d.zero_grad()
        g_loss = criterion(discriminator(fake), ones)
        g_loss.backward()
        opt_g.step()
        opt_g.zero_grad()


# The same, through a helper that computes and differentiates.
def gan_in_helpers(generator, discriminator, loader, opt_g, opt_d):
    def update(loss, opt, last):
        opt.zero_grad()
        loss.backward(retain_graph=True)
        opt.step()

    for real in loader:
        fake = generator(real)
        update(discriminator(fake).mean(), opt_d, False)
        update(-discriminator(fake).mean(), opt_g, True)


# Several losses over one forward pass.
def losses(model, batch, optimizer):
    out = model(batch)
    parts = [out.mean(), out.abs().mean(), out.pow(2).mean()]
    for part in parts:
        part.backward(retain_graph=True)
    optimizer.step()
    optimizer.zero_grad()


# GradNorm: gradients of single losses, then of all of them.
def gradnorm(model, shared, x, targets, optimizer):
    features = model(x)
    norms = []
    total = 0
    for target in targets:
        loss = F.mse_loss(features, target)
        norms.append(grad(loss, shared, retain_graph=True)[0].norm())
        total = total + loss
    total.backward()
    optimizer.step()
    optimizer.zero_grad()
    return norms


# An adaptive weight from gradients (VQGAN); the caller runs the backward pass.
def adaptive_weight(nll_loss, g_loss, last_layer):
    nll_grads = torch.autograd.grad(nll_loss, last_layer, retain_graph=True)[0]
    g_grads = torch.autograd.grad(g_loss, last_layer, retain_graph=True)[0]
    return torch.norm(nll_grads) / (torch.norm(g_grads) + 1e-4)


# The penalty's graph goes on in the loss.
def critic_loss(critic, real, fake):
    scores = critic(real)
    gradient = grad(scores.sum(), real, create_graph=True, retain_graph=True)[0]
    return scores.mean() + (gradient.norm() - 1) ** 2


# The loss is the caller's, and nobody in this file calls.
def differentiate(loss):
    loss.backward(retain_graph=True)


# Somebody else may still go through what leaves the function.
def first_half(generator, discriminator, opt_d, real):
    fake = generator(real)
    loss = discriminator(fake).mean()
    loss.backward(retain_graph=True)
    opt_d.step()
    opt_d.zero_grad()
    return fake


# LBFGS calls its closure as often as it likes.
def lbfgs(model, x, y):
    optimizer = torch.optim.LBFGS(model.parameters())

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward(retain_graph=True)
        return loss

    for _ in range(20):
        optimizer.step(closure)


# Not a literal.
def flagged(model, x, y, keep, count):
    for i in range(count):
        loss = F.mse_loss(model(x), y)
        loss.backward(retain_graph=keep)
        loss.backward(retain_graph=(i < count - 1))
        loss.backward(retain_graph=False)
        loss.backward()


# The hidden state of the last batch is still in the graph of this one.
def carried(model, loader, criterion, optimizer):
    hidden = model.init_hidden(8)
    for x, y in loader:
        out, hidden = model(x, hidden)  # also rnn-state-not-detached
        loss = criterion(out, y)
        loss.backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()


# Computed once, differentiated in every iteration.
def constant_graph(model, x, optimizer, weights):
    features = model(x)
    for _ in range(3):
        loss = (features * torch.randn_like(features)).mean()
        loss.backward(retain_graph=True)
    optimizer.step()
    optimizer.zero_grad()


# A gate of the same loss: the second pass runs sometimes.
def gated(model, x, y, step, optimizer):
    loss = F.mse_loss(model(x), y)
    loss.backward(retain_graph=True)
    if step % 10 == 0:
        (loss * 0.1).backward()
    optimizer.step()
    optimizer.zero_grad()


# Lightning's manual optimization, CycleGAN style, over methods.
class Gan(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = nn.Linear(4, 4)
        self.discriminator = nn.Linear(4, 1)

    def forward_pass(self, x):
        self.fake = self.generator(x)

    def backward_d(self):
        self.loss_d = self.discriminator(self.fake).mean()
        self.loss_d.backward(retain_graph=True)

    def backward_g(self):
        self.loss_g = -self.discriminator(self.fake).mean()
        self.loss_g.backward()

    def optimize(self, x):
        self.forward_pass(x)
        self.backward_d()
        self.backward_g()


# The two halves are called from another file.
class Halves(nn.Module):
    def first(self, x):
        self.fake = self.generator(x)
        self.discriminator(self.fake).mean().backward(retain_graph=True)

    def second(self):
        (-self.discriminator(self.fake).mean()).backward()


# A module that keeps its state: the next forward pass goes on from this graph.
class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.hidden = None

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)  # also rnn-state-not-detached
        return self.hidden


def train_stateful(loader):
    model = Stateful()
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward(retain_graph=True)


# A regulariser that runs its own backward inside of forward.
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.logits = nn.Linear(4, 4)
        self.expert = nn.Linear(4, 4)

    def regularise(self, weights):
        loss = (weights * torch.log(weights)).sum()
        loss.backward(retain_graph=True)

    def forward(self, x):
        weights = self.logits(x).softmax(dim=1)
        if self.training:
            self.regularise(weights)
        return self.expert(x) * weights


# A test of autograd itself.
def test_double_backward(module):
    x = torch.randn(4, requires_grad=True)
    y = module(x).sum()
    y.backward(retain_graph=True)
    assert x.grad is not None


class Function(torch.autograd.Function):
    @staticmethod
    def backward(ctx, grad_output):
        with torch.enable_grad():
            out = ctx.run(ctx.x)
        out.backward(grad_output, retain_graph=True)
        return ctx.x.grad


# What is retained goes with the name, a line later.
def reversed_block(block, y, dy):
    with torch.enable_grad():
        y.requires_grad = True
        out = block(y)
        torch.autograd.backward(out, dy, retain_graph=True)
    with torch.no_grad():
        x = y - out
        del out
    return x, y.grad
