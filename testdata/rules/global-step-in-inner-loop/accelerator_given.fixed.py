import torch
from accelerate import Accelerator


# The one Accelerator of the file is the one that the function is given.
def train_epoch(accelerator, model, optimizer, loader, global_step, args):
    for batch in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(**batch).loss)
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.sync_gradients:
            global_step += 1  # want note "global_step counts every micro-batch"
        if global_step >= args.max_steps:
            break
    return global_step


def main(model, optimizer, loader, args):
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    global_step = 0
    for epoch in range(args.epochs):
        global_step = train_epoch(accelerator, model, optimizer, loader, global_step, args)
