# A DataLoader of a module that is not there may start processes of its own.
import torch
from torch.utils import data

from captions.loading import DataLoader


def captions(opt, model):
    optimizer = torch.optim.Adam(model.parameters())
    loader = DataLoader(opt, "train", opt.history)
    for images, words in loader:
        images, words = images.cuda(), words.cuda()
        optimizer.zero_grad()
        model(images, words).mean().backward()
        optimizer.step()


def pictures(opt, model, pictures):
    optimizer = torch.optim.Adam(model.parameters())
    loader = data.DataLoader(pictures, opt.batch_size, pin_memory=True)  # want "no num_workers"
    for images, words in loader:
        images, words = images.cuda(), words.cuda()
        optimizer.zero_grad()
        model(images, words).mean().backward()
        optimizer.step()
