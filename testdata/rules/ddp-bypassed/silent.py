import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DataParallel, DistributedDataParallel as DDP


def called(model, loader, rank):
    model = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def beside_its_forward(model, loader, rank):
    """The wrapper is called: what else its module gives takes part, too."""
    model = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y) + model.module.penalty()
        loss.backward()
        optimizer.step()


def averaged_by_hand(net, loader, rank):
    model = DDP(net, device_ids=[rank])
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model.module(x), y).backward()
        for p in net.parameters():
            dist.all_reduce(p.grad)
            p.grad /= dist.get_world_size()
        optimizer.step()


def averaged_by_a_helper(net, loader, rank):
    model = DDP(net, device_ids=[rank])
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model.module(x), y).backward()
        average_gradients(net)
        optimizer.step()


def one_process(net, loader):
    """DataParallel has nothing to average: its module runs on one card."""
    model = DataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model.module(x), y).backward()
        optimizer.step()


def judged_by(generator, judge, loader, rank):
    """The judge's gradients are not used in this phase, and its own phase calls the wrapper."""
    generator, judge = DDP(generator, device_ids=[rank]), DDP(judge, device_ids=[rank])
    optimizer = torch.optim.Adam(generator.parameters())
    other = torch.optim.Adam(judge.parameters())
    for x in loader:
        optimizer.zero_grad()
        fake = generator(torch.randn_like(x))
        judge.module(fake).mean().neg().backward()
        optimizer.step()
        other.zero_grad()
        (judge(fake.detach()) - judge(x)).mean().backward()
        other.step()


def evaluates(model, loader, held, rank):
    model = DDP(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        for x, y in held:
            print(nn.functional.cross_entropy(model.module(x), y))


def another_model(student, teacher, loader, rank):
    teacher = DDP(teacher, device_ids=[rank])
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        (student(x) - teacher.module(x)).square().mean().backward()
        optimizer.step()
