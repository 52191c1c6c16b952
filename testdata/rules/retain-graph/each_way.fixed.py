# The loss is named as the code writes it, and letting go of it behind the call lets go of its graph.
import torch
from accelerate import Accelerator

accelerator = Accelerator()


def plain(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()  # want "saved tensors of loss's graph"
        optimizer.step()


def scaled(model, loader, optimizer):
    scaler = torch.amp.GradScaler("cuda")
    for x in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", torch.float16):
            loss = model(x).mean()
        scaler.scale(loss).backward()  # want "saved tensors of loss's graph"
        scaler.step(optimizer)
        scaler.update()


def not_named(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        (model(x).mean() + model(x).std()).backward()  # want "saved tensors of the loss's graph"
        optimizer.step()


def called(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        torch.autograd.backward(loss)  # want "saved tensors of loss's graph"
        optimizer.step()


def by_position(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(None)  # want "saved tensors of loss's graph"
        optimizer.step()


def of_several(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        losses = [model(x).mean(), model(x).std()]
        losses[0].backward()
        losses[1].backward()  # want "saved tensors of losses.1.'s graph"
        optimizer.step()


def let_go(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(retain_graph=True)
        optimizer.step()
        del loss


def another_let_go(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()  # want "saved tensors of loss's graph"
        optimizer.step()
        del x


def let_go_before(model, loader, optimizer):
    loss = None
    del loss
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()  # want "saved tensors of loss's graph"
        optimizer.step()


def not_retained(model, loader, optimizer, retain, options):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(retain_graph=False)
        model(x).mean().backward(retain_graph=retain)
        model(x).mean().backward(None, False)
        model(x).mean().backward(**options)
        optimizer.step()


def graph_of_the_gradient(model, loader, optimizer, second, options):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward(retain_graph=True, create_graph=second)
        model(x).mean().backward(None, True, second)
        model(x).mean().backward(None, True, **options)
        model(x).mean().backward(None, False, False)  # want "saved tensors of the loss's graph"
        optimizer.step()


def let_go_behind_the_loop(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()  # want "saved tensors of loss's graph"
        optimizer.step()
    del loss
