import torch
import torch.nn.functional as F

from elsewhere import build


def train(classifier, eraser, loader):
    opt_c = build(classifier)
    opt_e = torch.optim.Adam(eraser.parameters())
    step = 0
    for x, y in loader:
        c_loss = F.cross_entropy(classifier(x), y)
        e_loss = F.cross_entropy(classifier(eraser(x)), y)
        step += 1
        if step % 2 == 0:
            opt_c.zero_grad()
            c_loss.backward()
            opt_c.step()
        else:
            opt_e.zero_grad()
            e_loss.backward()
            opt_e.step()
