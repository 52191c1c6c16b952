import torch
import torch.nn.functional as F
from torch import nn

from data import loader


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        return self.head(x)


student, teacher = Student(), Student()
divergence = nn.KLDivLoss(reduction="batchmean")
optimizer = torch.optim.Adam(student.parameters())
for x in loader:
    with torch.no_grad():
        target = F.softmax(teacher(x) / 4, dim=1)
    optimizer.zero_grad()
    loss = divergence(F.softmax(student(x) / 4, dim=1), target)  # want "KLDivLoss wants log-probabilities, and its input has been through softmax .*: it falls until all of the probability lies"
    loss = loss + F.kl_div(student(x), target, reduction="batchmean")  # want "is given logits .*: it falls with every number that grows"
    loss = loss + divergence(F.log_softmax(student(x) / 4, dim=1), target)
    loss = loss + F.kl_div(student(x).softmax(1).log(), target, reduction="batchmean")
    loss = loss + F.kl_div(torch.log(F.softmax(student(x), dim=1)), target, reduction="batchmean")
    loss = loss + F.kl_div(input=F.log_softmax(student(x), dim=1), target=target, reduction="batchmean")
    loss = loss + F.kl_div(F.softmax(student(x), dim=1), target, reduction="none").sum(1).mean()
    loss.backward()
    optimizer.step()
