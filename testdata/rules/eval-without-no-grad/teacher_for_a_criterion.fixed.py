import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader


def distillation(student, labels, teacher, T=4.0):
    soft = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(student / T, -1), F.softmax(teacher / T, -1))
    return soft * T * T + F.cross_entropy(student, labels)


def main(data, weights):
    teacher = nn.Sequential(nn.Linear(8, 64), nn.Dropout(0.5), nn.Linear(64, 8))
    teacher.load_state_dict(torch.load(weights, map_location="cpu"))
    teacher.eval()
    student = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x, labels in DataLoader(data, 64, shuffle=True):
        optimizer.zero_grad()
        with torch.no_grad():
            scores = teacher(x)  # want "teacher runs with gradients on"
        loss = distillation(student(x), labels, scores.detach())
        loss.backward()
        optimizer.step()


# A head that learns on what was detached is trained itself: who wrote this may want the rest trained elsewhere.
def probe(data, encoder, head):
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for x, labels in DataLoader(data, 64, shuffle=True):
        optimizer.zero_grad()
        F.cross_entropy(head(encoder(x).detach()), labels).backward()
        optimizer.step()
