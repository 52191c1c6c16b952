"""Segmentation networks of torchvision on a ResNet, with the head beside that those have which are loaded with weights."""
from collections import OrderedDict

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models import resnet50, resnet101
from torchvision.models._utils import IntermediateLayerGetter
from trainlint import known, stop


class FCNHead(nn.Sequential):
    def __init__(self, in_channels, channels):
        inner = in_channels // 4
        super().__init__(nn.Conv2d(in_channels, inner, 3, padding=1, bias=False), nn.BatchNorm2d(inner), nn.ReLU(), nn.Dropout(0.1),
                         nn.Conv2d(inner, channels, 1))


class ASPPConv(nn.Sequential):
    def __init__(self, in_channels, out_channels, dilation):
        super().__init__(nn.Conv2d(in_channels, out_channels, 3, padding=dilation, dilation=dilation, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU())


class ASPPPooling(nn.Sequential):
    def __init__(self, in_channels, out_channels):
        super().__init__(nn.AdaptiveAvgPool2d(1), nn.Conv2d(in_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU())

    def forward(self, x):
        size = x.shape[-2:]
        for layer in self:
            x = layer(x)
        return F.interpolate(x, size=size, mode="bilinear", align_corners=False)


class ASPP(nn.Module):
    def __init__(self, in_channels, atrous_rates, out_channels=256):
        super().__init__()
        branches = [nn.Sequential(nn.Conv2d(in_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU())]
        for rate in atrous_rates:
            branches.append(ASPPConv(in_channels, out_channels, rate))
        branches.append(ASPPPooling(in_channels, out_channels))
        self.convs = nn.ModuleList(branches)
        self.project = nn.Sequential(nn.Conv2d(len(self.convs) * out_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU(),
                                     nn.Dropout(0.5))

    def forward(self, x):
        return self.project(torch.cat([branch(x) for branch in self.convs], dim=1))


class DeepLabHead(nn.Sequential):
    def __init__(self, in_channels, num_classes, atrous_rates=(12, 24, 36)):
        super().__init__(ASPP(in_channels, atrous_rates), nn.Conv2d(256, 256, 3, padding=1, bias=False), nn.BatchNorm2d(256), nn.ReLU(),
                         nn.Conv2d(256, num_classes, 1))


class _SimpleSegmentationModel(nn.Module):
    def __init__(self, backbone, classifier, aux_classifier=None):
        super().__init__()
        self.backbone, self.classifier, self.aux_classifier = backbone, classifier, aux_classifier

    def forward(self, x):
        size, features, result = x.shape[-2:], self.backbone(x), OrderedDict()
        result["out"] = F.interpolate(self.classifier(features["out"]), size=size, mode="bilinear", align_corners=False)
        if self.aux_classifier is not None:
            result["aux"] = F.interpolate(self.aux_classifier(features["aux"]), size=size, mode="bilinear", align_corners=False)
        return result


class DeepLabV3(_SimpleSegmentationModel):
    pass


class FCN(_SimpleSegmentationModel):
    pass


def _segmentation(kind, head, backbone):
    def make(pretrained=False, progress=True, num_classes=None, aux_loss=None, weights=None, weights_backbone=None, pretrained_backbone=True, **kwargs):
        for key in kwargs:
            stop("what a segmentation network makes of " + key)
        loaded = weights if weights is not None else pretrained
        if not known(loaded):
            stop("whether a segmentation network is loaded with weights")
        if loaded:
            if num_classes is not None and num_classes != 21:
                raise ValueError("The parameter num_classes expects 21 classes")
            num_classes, aux_loss = 21, True
        num_classes = 21 if num_classes is None else num_classes
        returned = {"layer4": "out"}
        if aux_loss:
            returned["layer3"] = "aux"
        layers = IntermediateLayerGetter(backbone(replace_stride_with_dilation=[False, True, True]), return_layers=returned)
        return kind(layers, head(2048, num_classes), FCNHead(1024, num_classes) if aux_loss else None)
    return make


deeplabv3_resnet50, deeplabv3_resnet101 = _segmentation(DeepLabV3, DeepLabHead, resnet50), _segmentation(DeepLabV3, DeepLabHead, resnet101)
fcn_resnet50, fcn_resnet101 = _segmentation(FCN, FCNHead, resnet50), _segmentation(FCN, FCNHead, resnet101)
