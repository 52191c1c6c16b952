import torch
from torch import nn
from torch.utils.data import DataLoader


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.bn = nn.BatchNorm2d(8)
        for p in self.bn.parameters():
            p.requires_grad = False
        self.head = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        return self.head(self.bn(self.conv(x)))


class Frozen(Segmenter):
    def __init__(self):
        super().__init__()
        for p in self.parameters():
            p.requires_grad = False


@torch.no_grad()
def evaluate(path, data):
    model = Segmenter()
    model.load_state_dict(torch.load(path))
    model.eval()
    enlarged = nn.Upsample(size=(512, 512), mode="bilinear")
    for image in DataLoader(data, batch_size=1):
        out = enlarged(model(image)).cpu().data[0].numpy()  # want "model runs with gradients on"
        print(out.argmax(0).mean())


def evaluate_frozen(path, data):
    model = Frozen()
    model.load_state_dict(torch.load(path))
    model.eval()
    enlarged = nn.Upsample(size=(512, 512), mode="bilinear")
    for image in DataLoader(data, batch_size=1):
        print(enlarged(model(image)).cpu().data[0].numpy().argmax(0).mean())
