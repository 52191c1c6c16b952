import torch
from torch import nn, optim
from torchvision.models import resnet18, resnet34


def validate(loader, model):
    model.eval()  # want "stays in force for the rest of the training"
    with torch.no_grad():
        for x, y in loader:
            print((model(x).argmax(1) == y).sum().item())


def validate_teacher(loader, model):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            print((model(x).argmax(1) == y).sum().item())


def distill(loader, modules, optimizer):
    student = modules[0]
    teacher = modules[-1]
    for x, y in loader:
        out = student(x)
        with torch.no_grad():
            soft = teacher(x)
        loss = (out - soft).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# The optimizer takes the parameters of a list in which the student stands.
def of_a_list(loader, held_out):
    student = resnet18()
    teacher = resnet34()
    modules = nn.ModuleList([])
    modules.append(student)
    trainable = nn.ModuleList([])
    trainable.append(student)
    optimizer = optim.SGD(trainable.parameters(), lr=0.1)
    modules.append(teacher)
    for epoch in range(10):
        student.train()
        distill(loader, modules, optimizer)
        validate(held_out, student)


# The teacher stands in the other list, of which nothing is trained.
def teacher_only(loader, held_out):
    student = resnet18()
    teacher = resnet34()
    modules = nn.ModuleList([student, teacher])
    trainable = nn.ModuleList([student])
    optimizer = optim.SGD(trainable.parameters(), lr=0.1)
    for epoch in range(10):
        distill(loader, modules, optimizer)
        validate_teacher(held_out, teacher)
