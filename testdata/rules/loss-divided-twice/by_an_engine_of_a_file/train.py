import deepspeed
import torch.nn.functional as F
from torchvision import models


def main(loader):
    net = models.resnet50()
    engine, _, _, _ = deepspeed.initialize(model=net, model_parameters=net.parameters(), config="four.json")
    other, _, _, _ = deepspeed.initialize(model=net, model_parameters=net.parameters(), config="auto.json")
    steps = 4
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(engine(x), y)
        loss = loss / steps
        engine.backward(loss)  # want "DeepSpeedEngine.backward divides it"
        other.backward(F.cross_entropy(other(x), y) / steps)
        if (i + 1) % steps == 0:
            engine.step()
            other.step()
