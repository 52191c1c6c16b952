import torch
from accelerate import Accelerator
from accelerate.utils import GradientAccumulationPlugin


def by_the_accelerator(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()


def by_the_loop(model, optimizer, loader, every):
    accelerator = Accelerator(mixed_precision="fp16")
    for step, batch in enumerate(loader):
        accelerator.backward(model(**batch).loss / every)
        if (step + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def by_something_else(model, optimizer, loader, tokens):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss / tokens)
            optimizer.step()
            optimizer.zero_grad()


def mean_of_two_losses(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    for batch in loader:
        with accelerator.accumulate(model):
            one, other = model(**batch)
            accelerator.backward((one + other) / 2)
            optimizer.step()
            optimizer.zero_grad()


def no_accumulation(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=1)
    for batch in loader:
        accelerator.backward(model(**batch).loss / 1)
        optimizer.step()
        optimizer.zero_grad()


def plugin(model, optimizer, loader, every):
    accelerator = Accelerator(gradient_accumulation_plugin=GradientAccumulationPlugin(num_steps=every))
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss / every)
            optimizer.step()
            optimizer.zero_grad()


def plain_torch(model, optimizer, loader, every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    print(accelerator.device)
    for step, batch in enumerate(loader):
        (model(**batch).loss / every).backward()
        if (step + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def mean_of_as_many_losses(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=2)
    for batch in loader:
        with accelerator.accumulate(model):
            one, other = model(**batch)
            accelerator.backward((one + other) / 2)
            optimizer.step()
            optimizer.zero_grad()


def mean_over_as_many_samples(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    for inputs, targets in loader:
        with accelerator.accumulate(model):
            accelerator.backward(torch.nn.functional.mse_loss(model(inputs), targets, reduction="sum") / 4)
            optimizer.step()
            optimizer.zero_grad()


def multiplied_before(model, optimizer, loader, every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss * every / every)
            optimizer.step()
            optimizer.zero_grad()
