import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18, resnet50


def distil(data, temperature=4.0):
    teacher = resnet50(weights="DEFAULT").cuda()
    teacher.eval()
    student = resnet18().cuda()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-4)
    for images, labels in DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True):
        images, labels = images.cuda(non_blocking=True), labels.cuda(non_blocking=True)
        with torch.no_grad():
            shares = F.softmax(teacher(images) / temperature, dim=-1)  # want "teacher runs with gradients on"
        out = student(images)
        loss = 0.9 * criterion(out, shares) + 0.1 * criterion(out, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# a tenth of the mass spread over all of the classes
def smoothed(data, classes=1000):
    teacher = resnet50(weights="DEFAULT").cuda()
    teacher.eval()
    student = resnet18().cuda()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-4)
    for images, _ in DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True):
        images = images.cuda(non_blocking=True)
        with torch.no_grad():
            shares = 0.9 * teacher(images).softmax(1) + 0.1 / classes  # want "runs with gradients on"
        loss = F.cross_entropy(student(images), shares)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# the class that the teacher holds for likeliest has no graph
def pseudo_labels(data):
    teacher = resnet50(weights="DEFAULT").cuda()
    teacher.eval()
    student = resnet18().cuda()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-4)
    for images, _ in DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True):
        images = images.cuda(non_blocking=True)
        _, guessed = torch.softmax(teacher(images), dim=1).max(1)  # trainlint: ignore[eval-without-no-grad]
        loss = criterion(student(images), guessed)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# behind detach() neither
def cut(data):
    teacher = resnet50(weights="DEFAULT").cuda()
    teacher.eval()
    student = resnet18().cuda()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-4)
    for images, _ in DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True):
        images = images.cuda(non_blocking=True)
        shares = F.softmax(teacher(images), dim=-1).detach()
        loss = F.cross_entropy(student(images), shares)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
