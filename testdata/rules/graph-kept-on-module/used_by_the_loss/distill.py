import torch
import torch.nn.functional as F

from model import Student, hook_outputs, watch


def train(student, teacher, loader, optimizer):
    watch(student)
    for x, y in loader:
        with torch.no_grad():
            teacher(x)
        loss = F.cross_entropy(student(x), y)
        for s, t in zip(student.blocks, teacher.blocks):
            loss = loss + F.mse_loss(s.attention_map, t.attention_map)
            loss = loss + hook_outputs[s].pow(2).mean()
        loss = loss + F.mse_loss(getattr(student, "last_features"), teacher.last_features)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
