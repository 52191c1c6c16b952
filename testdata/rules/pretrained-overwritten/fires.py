import torch
from torch import nn
from torchvision import models


class Decoder(nn.Module):
    def __init__(self, classes, pretrained=True):
        super().__init__()
        features = models.vgg16(pretrained=pretrained).features
        self.low, self.high = features[:10], features[10:]
        self.head = nn.Conv2d(512, classes, 1)
        self._initialize_weights()

    def forward(self, x):
        return self.head(self.high(self.low(x)))

    def _initialize_weights(self):
        for m in self.modules():  # want "layers of models.vgg16 as well, which has published weights by default"
            if isinstance(m, nn.Linear):
                m.weight.data.normal_(0, 0.01)
            elif isinstance(m, (nn.Conv2d, nn.ConvTranspose2d)):
                m.weight.data.normal_(0, 0.01)
                if m.bias is not None:
                    m.bias.data.zero_()


def draw(m):
    name = m.__class__.__name__
    if name.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = models.resnet18(weights="DEFAULT")
        self.body.fc = nn.Linear(512, 64)
        self.apply(draw)  # want "layers of models.resnet18 as well, which has published weights,"

    def forward(self, a, b):
        return torch.cosine_similarity(self.body(a), self.body(b))
