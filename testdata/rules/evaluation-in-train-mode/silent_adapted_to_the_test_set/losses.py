import torch


def agreement(a, b, smallest=1e-6):
    joint = (a.unsqueeze(2) * b.unsqueeze(1)).sum(dim=0)
    joint = (joint + joint.t()) / 2
    rows = joint.sum(dim=1).view(-1, 1).expand(*joint.shape)
    joint[(joint < smallest).data] = smallest
    return (-joint * (torch.log(joint) - torch.log(rows))).sum()
