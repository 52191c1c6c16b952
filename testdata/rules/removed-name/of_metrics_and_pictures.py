import albumentations as A
import torch
import torchmetrics
from albumentations.pytorch import ToTensor, ToTensorV2  # want "albumentations.pytorch.ToTensor is gone since albumentations 1.0"
from torchmetrics import Accuracy, IoU  # want "torchmetrics.IoU is gone since torchmetrics 0.8: importing it raises ImportError; use torchmetrics.JaccardIndex"

turns = A.Compose([
    A.HorizontalFlip(),
    A.Cutout(8),  # want "albumentations.Cutout is gone since albumentations 2.0: asking for it raises AttributeError; use albumentations.CoarseDropout"
    A.IAAAdditiveGaussianNoise(),  # want "use albumentations.GaussNoise"
    A.Blur(),
    A.CoarseDropout(),
    ToTensorV2(),
])
scores = torchmetrics.F1(num_classes=3), torchmetrics.F1Score(task="multiclass", num_classes=3)  # want "use torchmetrics.F1Score"
peak = torchmetrics.PSNR()  # want "use torchmetrics.image.PeakSignalNoiseRatio"
kept = torch.zeros(1), Accuracy, IoU, ToTensor
