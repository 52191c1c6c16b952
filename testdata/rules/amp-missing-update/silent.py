import torch
from torch.amp import GradScaler
from elsewhere import finish


def right(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def done(scaler):
    scaler.update()


def helper(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        done(scaler)


def unseen_helper(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        finish(scaler)


class Loss:
    def scale(self, loss):
        return loss * 8

    def step(self, optimizer):
        optimizer.step()


def own_class(model, loader, optimizer):
    scaler = Loss()
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)


def two_networks(generator, critic, loader, opt_g, opt_d):
    scaler = GradScaler("cuda")
    for real in loader:
        opt_d.zero_grad()
        scaler.scale(critic(real).mean()).backward()
        scaler.step(opt_d)
        opt_g.zero_grad()
        scaler.scale(critic(generator(real)).mean()).backward()
        scaler.step(opt_g)
        scaler.update()


def single(model, batch, optimizer):
    scaler = GradScaler("cuda")
    scaler.scale(model(batch).mean()).backward()
    scaler.step(optimizer)


class Parts:
    def optimise(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.scaler.scale(self.model(batch).mean()).backward()
            self.scaler.step(self.optimizer)
            self.callbacks.fire("step_end")

    def on_step_end(self):
        self.scaler.update()
