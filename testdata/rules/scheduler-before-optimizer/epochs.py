import torch
from torch.optim import lr_scheduler


def run_epoch(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def start_of_the_epoch(model, loader, args):
    if args.adam:
        optimizer = torch.optim.Adam(model.parameters())
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.MultiStepLR(optimizer, [10, 20])
    for epoch in range(30):
        scheduler.step()  # want "scheduler.step\(\) runs before optimizer has stepped at all"
        run_epoch(model, loader, optimizer)


def class_by_name(model, loader, args):
    optimizer = getattr(torch.optim, args.optimizer)(model.parameters())
    scheduler = getattr(lr_scheduler, args.scheduler)(optimizer)
    for epoch in range(30):
        scheduler.step()  # want "before optimizer has stepped at all"
        run_epoch(model, loader, optimizer)


def make_schedule(optimizer, args):
    if args.policy == "step":
        return lr_scheduler.StepLR(optimizer, 10)
    return lr_scheduler.ReduceLROnPlateau(optimizer)


class Model:
    def __init__(self, net, critic, args):
        self.args = args
        self.net, self.critic = net, critic
        self.net_optimizer = torch.optim.Adam(net.parameters())
        self.critic_optimizer = torch.optim.Adam(critic.parameters())
        self.schedules = [make_schedule(o, args) for o in (self.net_optimizer, self.critic_optimizer)]

    def update(self):
        for scheduler in self.schedules:
            if self.args.policy == "plateau":
                scheduler.step(self.loss)
            else:
                scheduler.step()  # want "before self.net_optimizer has stepped at all"

    def optimize(self, batch):
        self.net_optimizer.zero_grad()
        self.loss = self.net(batch).mean()
        self.loss.backward()
        self.net_optimizer.step()
        self.critic_optimizer.zero_grad()
        self.critic(batch).mean().backward()
        self.critic_optimizer.step()


def one_for_all(net, critic, loader, args):
    model = Model(net, critic, args)
    for epoch in range(30):
        model.update()
        for batch in loader:
            model.optimize(batch)


def given(model, loader, optimizer, scheduler):
    for epoch in range(30):
        scheduler.step()  # want "before optimizer has stepped at all"
        run_epoch(model, loader, optimizer)


def given_two(net, critic, loader, net_optimizer, critic_optimizer, scheduler):
    for epoch in range(30):
        scheduler.step()
        run_epoch(net, loader, net_optimizer)
        run_epoch(critic, loader, critic_optimizer)


def critics_turns(critic, loader, optimizer):
    optimizer = torch.optim.Adam(critic.parameters())
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for batch in loader:
        scheduler.step()  # want "before optimizer has stepped at all"
        for turn in range(5):
            optimizer.zero_grad()
            critic(batch).mean().backward()
            optimizer.step()


def end_of_the_epoch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        run_epoch(model, loader, optimizer)
        scheduler.step()


def not_at_first(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        if epoch > 0:
            scheduler.step()
        run_epoch(model, loader, optimizer)


def goes_on(model, loader, start):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10, last_epoch=start - 2)
    for epoch in range(start, 30):
        scheduler.step()
        run_epoch(model, loader, optimizer)


def winds_forward(model, loader, start):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for _ in range(start):
        scheduler.step()
    for epoch in range(start, 30):
        scheduler.step()
        run_epoch(model, loader, optimizer)


def jumps(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(30):
        scheduler.step(epoch)
        run_epoch(model, loader, optimizer)


def warmed_up(model, warm, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    run_epoch(model, warm, optimizer)
    for epoch in range(30):
        scheduler.step()
        run_epoch(model, loader, optimizer)
