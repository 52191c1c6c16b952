import torch
from accelerate import Accelerator


def manual(model, optimizer, loader, accumulation, max_steps):
    global_step = 0
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / accumulation
        loss.backward()
        if (i + 1) % accumulation == 0:
            optimizer.step()
            global_step += 1  # want note "global_step counts every micro-batch while optimizer steps only when"
            optimizer.zero_grad()
        if global_step >= max_steps:
            break


def accelerated(model, optimizer, loader, args):
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    global_step = 0
    for batch in loader:
        with accelerator.accumulate(model):
            loss = model(batch).mean()
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.sync_gradients:
            global_step += 1  # want note "global_step counts every micro-batch"
        if global_step % args.save_steps == 0:
            accelerator.save_state(f"checkpoint-{global_step}")
