"""A loss with proxies of its own has an optimizer of its own, which everybody clears but one."""
import argparse

import torch
from pytorch_metric_learning import losses
from torch import optim

from encoders import Encoder

parser = argparse.ArgumentParser()
parser.add_argument("--loss", default="contrastive")
parser.add_argument("--resume", default="")
parser.add_argument("--size", type=int, default=512)
args = parser.parse_args()


def prepare():
    model = torch.nn.DataParallel(Encoder(args.size))
    scaler = torch.amp.GradScaler("cuda")
    if args.resume:
        model.module, scaler = torch.load(args.resume, weights_only=False)
    return model, scaler


def criterion_of(kind):
    if kind == "proxies":
        return losses.ProxyNCALoss(100, args.size).cuda()
    return losses.NormalizedSoftmaxLoss(100, args.size).cuda()


def train(loader, contrast):
    model, scaler = prepare()
    body = optim.Adam(model.module.body.parameters(), lr=1e-5)
    head = optim.Adam(model.module.head.parameters(), lr=1e-4)
    of_loss = None
    if args.loss != "contrastive":
        criterion = criterion_of(args.loss)
        of_loss = optim.Adam(criterion.parameters(), lr=1e-2)
    for images, labels in loader:
        features = model(images.cuda())
        loss = contrast(features, labels.cuda()) if of_loss is None else criterion(features, labels.cuda())
        body.zero_grad()
        head.zero_grad()
        scaler.scale(loss).backward()  # want "nothing in this loop clears the gradients that of_loss steps on"
        scaler.step(body)
        scaler.step(head)
        if of_loss is not None:
            scaler.step(of_loss)
        scaler.update()


# The body's optimizer is given them, too.
def train_in_groups(loader, contrast):
    model, scaler = prepare()
    body = optim.Adam(model.module.body.parameters(), lr=1e-5)
    criterion = criterion_of(args.loss)
    body.add_param_group({"params": criterion.parameters()})
    of_loss = optim.Adam(criterion.parameters(), lr=1e-2)
    for images, labels in loader:
        loss = criterion(model(images.cuda()), labels.cuda())
        body.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(body)
        scaler.step(of_loss)
        scaler.update()


# What was loaded may hold the head, which was made first.
def train_what_was_loaded(loader, head):
    model, scaler = prepare()
    of_head = optim.Adam(head.parameters(), lr=1e-4)
    body = optim.Adam(model.module.parameters(), lr=1e-5)
    for images, labels in loader:
        loss = torch.nn.functional.cross_entropy(head(model(images.cuda())), labels.cuda())
        body.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(body)
        scaler.step(of_head)
        scaler.update()


# Two passes: which of them the last step uses is not told.
def train_by_turns(loader, contrast):
    model, scaler = prepare()
    body = optim.Adam(model.module.body.parameters(), lr=1e-5)
    criterion = criterion_of(args.loss)
    of_loss = optim.Adam(criterion.parameters(), lr=1e-2)
    for images, labels in loader:
        body.zero_grad()
        contrast(model(images.cuda()), labels.cuda()).backward()
        body.step()
        criterion.zero_grad()
        criterion(model(images.cuda()), labels.cuda()).backward()
        body.step()
        of_loss.step()


# Nobody clears it, but the pass just above its step is not the one that fills it.
def train_head_behind_another(loader, contrast):
    model, scaler = prepare()
    body = optim.Adam(model.module.body.parameters(), lr=1e-5)
    criterion = criterion_of(args.loss)
    of_loss = optim.Adam(criterion.parameters(), lr=1e-2)
    for images, labels in loader:
        body.zero_grad()
        criterion(model(images.cuda()), labels.cuda()).backward()  # todo-want "nothing in this loop clears the gradients that of_loss steps on"
        body.step()
        body.zero_grad()
        contrast(model(images.cuda()), labels.cuda()).backward()
        body.step()
        of_loss.step()
