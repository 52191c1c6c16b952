from torch import nn
from torch.optim import Adam


# A look-alike: what is thawed stays so, and nobody freezes the teacher.
def thaw(net):
    net.requires_grad_(True)
    return net


def distill(loader):
    teacher = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
    student = nn.Linear(8, 8)
    optimizer = Adam(student.parameters())
    for x in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(student(x), teacher(x))  # want "teacher runs with gradients on"
        loss.backward()
        optimizer.step()
    return student
