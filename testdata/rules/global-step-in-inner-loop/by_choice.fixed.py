# Counters that run faster than the optimizer, and nobody takes them for its steps.
import torch


class Trainer:
    def __init__(self, model, optimizer, loader, every):
        self.model, self.optimizer, self.loader, self.every = model, optimizer, loader, every
        self.global_step = 0

    # It is only shown.
    def epoch(self):
        for i, batch in enumerate(self.loader):
            loss = self.model(batch).mean() / self.every
            loss.backward()
            if (i + 1) % self.every == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
            self.global_step += 1
            print(f"step {self.global_step}: {loss.item()}")


# step is the number of the batch, and so are save_every and end_step.
def count_batches(args, model, optimizer, loader):
    step = 0
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / args.every
        loss.backward()
        if (i + 1) % args.every == 0:
            optimizer.step()
            optimizer.zero_grad()
        step += 1
        if step % args.save_every == 0:
            torch.save(model.state_dict(), f"{step}.pt")
        if step == args.end_step:
            break


# By this name it is the number of updates, whatever it is compared with.
def count_updates(args, model, optimizer, loader):
    num_updates = 0
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / args.every
        loss.backward()
        if (i + 1) % args.every == 0:
            optimizer.step()
            num_updates += 1  # want note "num_updates counts every micro-batch"
            optimizer.zero_grad()
        if num_updates == args.end_step:
            break
