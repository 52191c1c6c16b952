"""RetinaNet of torchvision as it trains: every anchor has a loss for each class, and next to none of them a box."""
from functools import partial

import torch
from torch import nn
from torchvision.models import resnet
from torchvision.models.detection import FrozenBatchNorm2d, GeneralizedRCNNTransform, LastLevelP6P7, _flat, _loaded, _resnet_fpn_extractor
from torchvision.models.detection.anchor_utils import AnchorGenerator
from torchvision.ops import sigmoid_focal_loss
from torchvision.ops.misc import Conv2dNormActivation


def _tower(in_channels, norm_layer):
    return nn.Sequential(*[Conv2dNormActivation(in_channels, in_channels, norm_layer=norm_layer) for _ in range(4)])


class RetinaNetClassificationHead(nn.Module):
    def __init__(self, in_channels, num_anchors, num_classes, prior_probability=0.01, norm_layer=None):
        super().__init__()
        self.conv, self.num_classes, self.num_anchors = _tower(in_channels, norm_layer), num_classes, num_anchors
        self.cls_logits = nn.Conv2d(in_channels, num_anchors * num_classes, kernel_size=3, stride=1, padding=1)

    def compute_loss(self, logits):
        losses = []
        for one in logits:
            aims = torch.zeros_like(one)
            kept = torch.arange(one.shape[0], device=one.device)
            losses.append(sigmoid_focal_loss(one[kept], aims[kept], reduction="sum") / 1)
        total = losses[0]
        for loss in losses[1:]:
            total = total + loss
        return total / len(losses)

    def forward(self, x):
        return torch.cat([_flat(self.cls_logits(self.conv(features)), self.num_classes) for features in x], dim=1)


class RetinaNetRegressionHead(nn.Module):
    def __init__(self, in_channels, num_anchors, norm_layer=None):
        super().__init__()
        self.conv = _tower(in_channels, norm_layer)
        self.bbox_reg = nn.Conv2d(in_channels, num_anchors * 4, kernel_size=3, stride=1, padding=1)

    def compute_loss(self, boxes):
        few = torch.zeros(64, dtype=torch.int64, device=boxes.device)
        total = sum([torch.nn.functional.l1_loss(one[few, :], torch.zeros(64, 4, device=one.device), reduction="sum") for one in boxes])
        return total / len(boxes)

    def forward(self, x):
        return torch.cat([_flat(self.bbox_reg(self.conv(features)), 4) for features in x], dim=1)


class RetinaNetHead(nn.Module):
    def __init__(self, in_channels, num_anchors, num_classes, norm_layer=None):
        super().__init__()
        self.classification_head = RetinaNetClassificationHead(in_channels, num_anchors, num_classes, norm_layer=norm_layer)
        self.regression_head = RetinaNetRegressionHead(in_channels, num_anchors, norm_layer=norm_layer)

    def forward(self, x):
        return {"cls_logits": self.classification_head(x), "bbox_regression": self.regression_head(x)}


def _default_anchorgen():
    sizes = tuple((x, int(x * 2 ** (1.0 / 3)), int(x * 2 ** (2.0 / 3))) for x in [32, 64, 128, 256, 512])
    return AnchorGenerator(sizes, ((0.5, 1.0, 2.0),) * len(sizes))


class RetinaNet(nn.Module):
    def __init__(self, backbone, num_classes, min_size=800, max_size=1333, image_mean=None, image_std=None, anchor_generator=None, head=None,
                 proposal_matcher=None, score_thresh=0.05, nms_thresh=0.5, detections_per_img=300, fg_iou_thresh=0.5, bg_iou_thresh=0.4,
                 topk_candidates=1000, **kwargs):
        super().__init__()
        if not hasattr(backbone, "out_channels"):
            raise ValueError("backbone should contain an attribute out_channels")
        self.backbone, self.anchor_generator, self.detections_per_img = backbone, anchor_generator or _default_anchorgen(), detections_per_img
        self.head = head or RetinaNetHead(backbone.out_channels, self.anchor_generator.num_anchors_per_location()[0], num_classes)
        self.transform = GeneralizedRCNNTransform(min_size, max_size, image_mean or [0.485, 0.456, 0.406], image_std or [0.229, 0.224, 0.225], **kwargs)

    def forward(self, images, targets=None):
        if self.training and targets is None:
            raise AssertionError("targets should not be none when in training mode")
        images, targets = self.transform(images, targets)
        features = self.backbone(images.tensors)
        features = [features] if isinstance(features, torch.Tensor) else list(features.values())
        outputs = self.head(features)
        anchors = self.anchor_generator(images, features)
        if self.training:
            return {"classification": self.head.classification_head.compute_loss(outputs["cls_logits"]),
                    "bbox_regression": self.head.regression_head.compute_loss(outputs["bbox_regression"])}
        n, device = self.detections_per_img, anchors[0].device
        return [{"boxes": torch.zeros(n, 4, device=device), "labels": torch.zeros(n, dtype=torch.int64, device=device),
                 "scores": torch.zeros(n, device=device)} for _ in anchors]


def retinanet_resnet50_fpn(*args, num_classes=None, **kwargs):
    for name, value in zip(("pretrained", "progress", "num_classes"), args):
        if name == "num_classes":
            num_classes = value
        else:
            kwargs[name] = value
    num_classes, trained, layers = _loaded("RetinaNet", num_classes, kwargs, 91)
    backbone = resnet.resnet50(norm_layer=FrozenBatchNorm2d if trained else nn.BatchNorm2d)
    return RetinaNet(_resnet_fpn_extractor(backbone, layers, [2, 3, 4], LastLevelP6P7(256, 256)), num_classes, **kwargs)


def retinanet_resnet50_fpn_v2(num_classes=None, weights_backbone=None, **kwargs):
    num_classes, _, layers = _loaded("RetinaNet", num_classes, {**kwargs, "weights_backbone": weights_backbone}, 91)
    for name in ("weights", "pretrained", "pretrained_backbone", "progress", "trainable_backbone_layers"):
        kwargs.pop(name, None)
    backbone, anchors = _resnet_fpn_extractor(resnet.resnet50(), layers, [2, 3, 4], LastLevelP6P7(2048, 256)), _default_anchorgen()
    head = RetinaNetHead(backbone.out_channels, anchors.num_anchors_per_location()[0], num_classes, norm_layer=partial(nn.GroupNorm, 32))
    return RetinaNet(backbone, num_classes, anchor_generator=anchors, head=head, **kwargs)
