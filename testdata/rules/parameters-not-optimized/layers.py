import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18


class Adapt(nn.Module):
    def __init__(self, narrow, wide):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(narrow, wide, 1), nn.ReLU())

    def forward(self, x):
        return self.conv(x)


def batches(data):
    return DataLoader(data, batch_size=4, shuffle=True, num_workers=4, pin_memory=True)


def head(data):
    model = resnet18().cuda()
    head = nn.Linear(1000, 10).cuda()  # want "head has weights of its own, a Linear, and no optimizer has them"
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches(data):
        loss = F.cross_entropy(head(model(x.cuda(non_blocking=True))), y.cuda(non_blocking=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Distiller:
    def __init__(self, student, teacher, data):
        self.student, self.teacher = student.cuda(), teacher.cuda().eval()
        self.adapt = Adapt(64, 256).cuda()  # want "adapt has weights of its own, a Conv2d, and no optimizer has them"
        self.loader = batches(data)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.1, momentum=0.9)

    def loss_of(self, x):
        with torch.no_grad():
            wanted = self.teacher(x)
        return F.mse_loss(self.adapt(self.student(x)), wanted)

    def run(self):
        for x, _ in self.loader:
            self.optimizer.zero_grad()
            self.loss_of(x.cuda(non_blocking=True)).backward()
            self.optimizer.step()


# made anew in each step, by a function
def adapter(kind):
    if kind == "wide":
        return Adapt(64, 256)
    return Adapt(64, 128)


def anew(data, teacher):
    student = resnet18().cuda()
    teacher = teacher.cuda().eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    for x, _ in batches(data):
        x = x.cuda(non_blocking=True)
        with torch.no_grad():
            wanted = teacher(x)
        adapt = adapter("wide").cuda()  # want "adapt is made anew in every training step, a Conv2d with other random weights each time"
        loss = F.mse_loss(adapt(student(x)), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Distilled(pl.LightningModule):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher.eval()

    def training_step(self, batch, _):
        x, _ = batch
        with torch.no_grad():
            wanted = self.teacher(x)
        adapt = adapter("wide")  # want "adapt is made anew in every training step"
        return F.mse_loss(adapt(self.student(x)), wanted)

    def configure_optimizers(self):
        return torch.optim.Adam(self.student.parameters())


class Kept(pl.LightningModule):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher.eval()
        self.adapt = nn.Linear(64, 256)  # want "adapt has weights of its own, a Linear, and no optimizer has them"

    def training_step(self, batch, _):
        x, _ = batch
        with torch.no_grad():
            wanted = self.teacher(x)
        return F.mse_loss(self.adapt(self.student(x)), wanted)

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.student.parameters(), lr=self.hparams.lr)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 10)]
