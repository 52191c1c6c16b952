import copy

import torch
import torch.nn.functional as F
from elsewhere import freeze_it, loss_of
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18, resnet50, vgg16


def under_no_grad(data):
    teacher, student = resnet50(), resnet18()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        with torch.no_grad():
            wanted = teacher(images)
        optimizer.zero_grad()
        F.mse_loss(student(images), wanted).backward()
        optimizer.step()


def detached(data):
    teacher, student = resnet50(), resnet18()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(images), teacher(images).detach()).backward()
        optimizer.step()


def frozen(data):
    teacher, other, student = resnet50(), resnet50(), resnet18()
    teacher.requires_grad_(False)
    for p in other.parameters():
        p.requires_grad = False
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        (F.mse_loss(student(images), teacher(images)) + F.mse_loss(student(images), other(images))).backward()
        optimizer.step()


def without_gradients(part):
    for p in part.parameters(recurse=False):
        p.requires_grad = False


def frozen_part_by_part(data):
    teacher, other, student = resnet50(), resnet50(), resnet18()
    teacher.apply(without_gradients)
    other.apply(lambda part: part.requires_grad_(False))
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        (F.mse_loss(student(images), teacher(images)) + F.mse_loss(student(images), other(images))).backward()
        optimizer.step()


def frozen_by_what_dictionaries_hold(data):
    teacher, other, student = resnet50(), resnet50(), resnet18()
    for p in teacher.state_dict(keep_vars=True).values():
        p.requires_grad = False
    for part in other.modules():
        for p in part._parameters.values():
            p.requires_grad = False
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        (F.mse_loss(student(images), teacher(images)) + F.mse_loss(student(images), other(images))).backward()
        optimizer.step()


def copy_of_a_frozen_one(data):
    original, student = resnet50(), resnet18()
    original.requires_grad_(False)
    teacher = copy.deepcopy(original)
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(images), teacher(images)).backward()
        optimizer.step()


def frozen_by_somebody(data):
    teacher, student = resnet50(), resnet18()
    freeze_it(teacher)
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(images), teacher(images)).backward()
        optimizer.step()


def perceptual(data):
    features, generator = vgg16(), nn.Conv2d(3, 3, 3, padding=1)
    optimizer = torch.optim.Adam(generator.parameters())
    for images in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        features(generator(images)).mean().backward()  # gradients go through it to the generator
        optimizer.step()


def both_trained(data):
    first, second = resnet50(), resnet18()
    optimizer = torch.optim.Adam(list(first.parameters()) + list(second.parameters()))
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(first(images), second(images)).backward()
        optimizer.step()


def another_optimizer(data):
    first, second = resnet50(), resnet18()
    optimizers = [torch.optim.Adam(first.parameters()), torch.optim.SGD(second.parameters(), lr=0.1)]
    for images, labels in DataLoader(data, batch_size=4):
        for optimizer in optimizers:
            optimizer.zero_grad()
        F.mse_loss(first(images), second(images)).backward()
        for optimizer in optimizers:
            optimizer.step()


def optimizer_of_something(data, parameters):
    teacher, student = resnet50(), resnet18()
    optimizer = torch.optim.Adam(parameters)
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(images), teacher(images)).backward()
        optimizer.step()


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = resnet50(), nn.Linear(1000, 10)

    def forward(self, x):
        return self.head(self.encoder(x))


def a_part(data):
    pair = Pair()
    optimizer = torch.optim.Adam(pair.parameters())
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.cross_entropy(pair.head(pair.encoder(images)), labels).backward()
        optimizer.step()


def without_parameters(data):
    smooth, student = nn.Sequential(nn.AvgPool2d(3), nn.Flatten()), resnet18()
    optimizer = torch.optim.Adam(student.parameters())
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        F.mse_loss(student(images), smooth(images)).backward()
        optimizer.step()


def unseen_loss(data):
    teacher, student = resnet50(), resnet18()
    optimizer = torch.optim.Adam(student.parameters())
    for images, labels in DataLoader(data, batch_size=4):
        optimizer.zero_grad()
        loss_of(student, teacher, images).backward()
        optimizer.step()


def added_to_a_list(data, dual):
    first, second = resnet50(), resnet18() if dual else None
    parameters = list(first.parameters())
    if second:
        parameters += list(second.parameters())
    optimizer = torch.optim.Adam(parameters)
    for images, labels in DataLoader(data, batch_size=4):
        logits = first(images)
        if second:
            logits = (logits + second(images)) / 2
        optimizer.zero_grad()
        F.cross_entropy(logits, labels).backward()
        optimizer.step()
