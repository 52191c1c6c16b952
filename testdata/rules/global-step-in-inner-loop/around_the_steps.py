import torch
import torch.nn.functional as F
from tqdm import tqdm


def train(model, loader, args, writer):
    """The counter runs once for many steps of the optimizer."""
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    global_step = 0
    trn_steps = range(args.rounds)
    for _ in trn_steps:
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        global_step += 1  # todo-want "global_step"
        for group in optimizer.param_groups:
            group["lr"] = args.lr * min(1.0, global_step / args.warmup_steps)
        writer.add_scalar("loss", loss.item(), global_step)
        if global_step >= args.max_steps:
            break


def train_counted(model, loader, args, writer):
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    global_step = 0
    for _ in range(args.rounds):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            global_step += 1
            for group in optimizer.param_groups:
                group["lr"] = args.lr * min(1.0, global_step / args.warmup_steps)
        writer.add_scalar("loss", loss.item(), global_step)


# The bar goes over the micro-steps of one batch; the optimizer steps behind it.
def micro_steps(model, loader, args, writer):
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    global_step = 0
    for batch in loader:
        trn_steps = tqdm(range(args.micro_steps), leave=False)
        for k in trn_steps:
            loss = model(batch[k]).mean() / args.micro_steps
            loss.backward()
            global_step += 1  # want "global_step is incremented in the loop"
        optimizer.step()
        optimizer.zero_grad()
        writer.add_scalar("loss", loss.item(), global_step)


# Two optimizers step in a loop of their own: that is one step.
def several_optimizers(model, loader, optimizers, args, writer):
    global_step = 0
    for batch in loader:
        loss = model(batch).mean()
        for optimizer in optimizers:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers:
            optimizer.step()
        global_step += 1
        writer.add_scalar("loss", loss.item(), global_step)
        if global_step >= args.max_steps:
            break


# One step of the algorithm is several epochs over what was collected: it is called so.
def ppo(policy, collect, args, writer):
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.lr)
    for iteration in range(args.iterations):
        rollout = collect(policy)
        for _ in range(args.epochs):
            for minibatch in rollout.split(args.minibatch):
                optimizer.zero_grad()
                policy.loss(minibatch).backward()
                optimizer.step()
        writer.add_scalar("reward", rollout.reward, iteration)
