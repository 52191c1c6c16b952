# The forward pass of the model, whichever it is, may ask autograd for normals: under no_grad it would raise.
import importlib

from torch.utils.data import DataLoader


def class_of(path):
    module, name = path.rsplit(".", 1)
    return getattr(importlib.import_module(module), name)


def evaluate(settings, data):
    model = class_of(settings["model"])(settings["size"])
    model.cuda()
    model.eval()
    for x in DataLoader(data, num_workers=2, pin_memory=True):
        out = model(x.cuda())
        print(out[0].detach())
