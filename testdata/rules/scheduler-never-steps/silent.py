import torch
from accelerate import Accelerator
from torch.optim import lr_scheduler


def stepped(net, batches):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(opt, 30)
    for epoch in range(90):
        train_epoch(net, opt, batches)
        scheduler.step()


def prepared(net, batches):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(opt, 30)
    accelerator = Accelerator()
    return accelerator.prepare(net, opt, batches, scheduler)


def handed_out(net):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(opt, 30)
    return {"optimizer": opt, "lr_scheduler": scheduler}


def in_a_list(nets, batches):
    schedulers = []
    for net in nets:
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        opt.step()
        one = lr_scheduler.StepLR(opt, 30)
        schedulers.append(one)
    for scheduler in schedulers:
        scheduler.step()


def chained(net, batches):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    warm = lr_scheduler.LinearLR(opt, 0.1, total_iters=5)
    long = lr_scheduler.CosineAnnealingLR(opt, 95)
    both = lr_scheduler.SequentialLR(opt, [warm, long], milestones=[5])
    for epoch in range(100):
        train_epoch(net, opt, batches)
        both.step()


def evaluate(net, path):
    """What a checkpoint holds is loaded, and nothing is trained."""
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = lr_scheduler.ExponentialLR(opt, 0.99)
    state = torch.load(path, map_location="cpu")
    net.load_state_dict(state["net"])
    return net


def switched_off(net, batches):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    plateau = lr_scheduler.ReduceLROnPlateau(opt)
    for epoch in range(90):
        train_epoch(net, opt, batches)
        # plateau.step(validate(net))


class Task(torch.nn.Module):
    """Whoever trains it asks it for what it keeps."""

    def __init__(self, net):
        super().__init__()
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.lr_schedule = lr_scheduler.StepLR(self.opt, 10)


def run(task):
    for epoch in range(3):
        task.lr_schedule.step()


class OfLibrary(Framework):
    def __init__(self, net):
        super().__init__()
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.scheduler_of_base = lr_scheduler.StepLR(self.optimizer, 10)


def shared(net):
    global held
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    opt.step()
    held = lr_scheduler.StepLR(opt, 10)
