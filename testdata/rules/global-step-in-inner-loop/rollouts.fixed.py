import torch
from torch.utils.data import DataLoader


def learn(model, optimizer, rollout, args):
    count = 0
    for _ in range(args.ppo_epochs):
        for part in rollout.split(args.mini_batch_size):
            (model(part).mean() / args.accumulation).backward()
            count += 1
            if count % args.accumulation == 0:
                optimizer.step()
                optimizer.zero_grad()
    if count % args.accumulation != 0:  # what was left
        optimizer.step()
        optimizer.zero_grad()


def rollouts(model, prompts, args):
    optimizer = torch.optim.AdamW(model.parameters())
    loader = DataLoader(prompts, batch_size=args.rollout_size, num_workers=2, pin_memory=True)
    global_step = 0
    for epoch in range(args.epochs):
        for batch in loader:
            global_step += 1
            learn(model, optimizer, model.generate(batch), args)
            if global_step % args.save_steps == 0:
                torch.save(model.state_dict(), f"{global_step}.pt")


def micro_batches(model, prompts, args):
    optimizer = torch.optim.AdamW(model.parameters())
    loader = DataLoader(prompts, batch_size=args.rollout_size, num_workers=2, pin_memory=True)
    global_step = 0
    for epoch in range(args.epochs):
        for i, batch in enumerate(loader):
            (model(batch).mean() / args.accumulation).backward()
            if (i + 1) % args.accumulation == 0:
                optimizer.step()
                global_step += 1  # want "global_step counts every micro-batch"
                optimizer.zero_grad()
            if global_step % args.save_steps == 0:
                torch.save(model.state_dict(), f"{global_step}.pt")
