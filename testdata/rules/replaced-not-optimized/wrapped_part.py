import torch
from torch import nn

from data import loader
from models import load_model, make_model


# DataParallel runs what was there: the optimizer has its parameters.
def spread(opt):
    net = make_model(opt)
    optimizer = torch.optim.Adam(net.parameters(), lr=opt.lr)
    if opt.resume:
        net = load_model(opt, net)
    if opt.multi_gpu:
        net.denoiser = nn.DataParallel(net.denoiser)
        net.extractor = nn.DataParallel(net.extractor)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net.denoiser(x), y).backward()
        optimizer.step()


# It runs a new one here, which nobody trains.
def renewed(opt):
    net = make_model(opt)
    optimizer = torch.optim.Adam(net.parameters(), lr=opt.lr)
    if opt.multi_gpu:
        net.denoiser = nn.DataParallel(nn.Conv2d(1, 1, 3))  # want "net.denoiser is replaced after the optimizer"
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net.denoiser(x), y).backward()
        optimizer.step()
