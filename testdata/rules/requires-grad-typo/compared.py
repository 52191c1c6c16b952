import torch
from torch import nn
from torchvision.models import resnet18

model = resnet18(num_classes=10)
for p in model.layer1.parameters():
    p.requires_grad == False  # want "this asks whether p.requires_grad is what it should be, and sets nothing"
for name, p in model.named_parameters():
    if p.requires_grad == True:
        print(name)
    assert p.requires_grad == True, name
frozen = [p for p in model.parameters() if p.requires_grad == False]
