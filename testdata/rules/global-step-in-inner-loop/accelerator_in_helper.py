import torch
from accelerate import Accelerator

from setup import prepare_accelerator


def make_accelerator(args):
    torch.manual_seed(args.seed)
    return Accelerator(mixed_precision="bf16", log_with="wandb")


def build(args):
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulation)
    return accelerator


# One micro-batch a step is the default.
def train(model, optimizer, loader, args):
    accelerator = make_accelerator(args)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    global_step = 0
    for epoch in range(args.epochs):
        for batch in loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                optimizer.step()
                optimizer.zero_grad()
            global_step += 1
            if global_step % args.save_steps == 0:
                accelerator.save_state(f"checkpoint-{global_step}")


# What another file makes, or the caller gives, is not known.
def elsewhere(model, optimizer, loader, args):
    accelerator = prepare_accelerator(args)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()
        global_step += 1
        if global_step >= args.max_steps:
            break


def given(accelerator, model, optimizer, loader, args):
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()
        global_step += 1
        if global_step >= args.max_steps:
            break


def accumulating(model, optimizer, loader, args):
    accelerator = build(args)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()
        global_step += 1  # want note "global_step counts every micro-batch"
        if global_step >= args.max_steps:
            break
