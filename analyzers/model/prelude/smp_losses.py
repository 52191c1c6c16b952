import torch
import torch.nn as nn
import torch.nn.functional as F

BINARY_MODE, MULTICLASS_MODE, MULTILABEL_MODE = "binary", "multiclass", "multilabel"


class overlapping(nn.Module):
    """The losses of segmentation_models_pytorch that compare areas: how far a score of their overlap is from 1."""

    def __init__(
        self, mode, classes=None, log_loss=False, from_logits=True, smooth=0.0, ignore_index=None, eps=1e-7,
        class_weights=None,
    ):
        super().__init__()
        self.mode, self.classes, self.from_logits, self.smooth = mode, classes, from_logits, smooth
        self.eps, self.log_loss, self.ignore_index, self.class_weights = eps, log_loss, ignore_index, class_weights
        self.false_positive = self.false_negative = 0.5

    def forward(self, y_pred, y_true):
        batch, channels = y_true.size(0), y_pred.size(1)
        if self.from_logits and self.mode == MULTICLASS_MODE:
            y_pred = y_pred.log_softmax(dim=1).exp()
        elif self.from_logits:
            y_pred = F.logsigmoid(y_pred).exp()
        if self.mode == MULTICLASS_MODE:
            y_true, y_pred = y_true.reshape(batch, -1), y_pred.reshape(batch, channels, -1)
            if self.ignore_index is not None:
                kept = y_true != self.ignore_index
                y_pred = y_pred * kept.unsqueeze(1)
                y_true = F.one_hot((y_true * kept).to(torch.long), channels).permute(0, 2, 1) * kept.unsqueeze(1)
            else:
                y_true = F.one_hot(y_true, channels).permute(0, 2, 1)
        else:
            channels = 1 if self.mode == BINARY_MODE else channels
            y_true, y_pred = y_true.reshape(batch, channels, -1), y_pred.reshape(batch, channels, -1)
            if self.ignore_index is not None:
                kept = y_true != self.ignore_index
                y_pred, y_true = y_pred * kept, y_true * kept
        scores = self.score(y_pred, y_true.type_as(y_pred))
        loss = -torch.log(scores.clamp_min(self.eps)) if self.log_loss else 1.0 - scores
        loss = loss * (y_true.sum((0, 2)) > 0).to(loss.dtype)
        if self.classes is not None:
            loss = loss[: len(self.classes)]
        return self.aggregate_loss(loss)

    def aggregate_loss(self, loss):
        return loss.mean()

    def score(self, output, target):
        found, there = torch.sum(output, dim=(0, 2)), torch.sum(target, dim=(0, 2))
        apart = torch.linalg.vector_norm(output - target, ord=1, dim=(0, 2))
        both = (found + there - apart) / 2
        wrong = self.false_positive * (found - both) + self.false_negative * (there - both)
        return (both + self.smooth) / (both + wrong + self.smooth).clamp_min(self.eps)


class DiceLoss(overlapping):
    pass


class JaccardLoss(overlapping):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.false_positive = self.false_negative = 1.0


class TverskyLoss(overlapping):
    def __init__(
        self, mode, classes=None, log_loss=False, from_logits=True, smooth=0.0, ignore_index=None, eps=1e-7,
        alpha=0.5, beta=0.5, gamma=1.0, class_weights=None,
    ):
        super().__init__(mode, classes, log_loss, from_logits, smooth, ignore_index, eps, class_weights)
        self.false_positive, self.false_negative, self.gamma = alpha, beta, gamma

    def aggregate_loss(self, loss):
        return loss.mean() ** self.gamma


class FocalLoss(nn.Module):
    def __init__(
        self, mode, alpha=None, gamma=2.0, ignore_index=None, from_logits=True, eps=1e-6, reduction="mean",
        normalized=False, reduced_threshold=None, class_weights=None,
    ):
        super().__init__()
        self.mode, self.alpha, self.gamma, self.ignore_index = mode, alpha, gamma, ignore_index
        self.reduction, self.normalized = reduction, normalized
        self.plain = from_logits and reduced_threshold is None and ignore_index is None

    def focal(self, output, target):
        target = target.to(dtype=output.dtype)
        logarithm = F.binary_cross_entropy_with_logits(output, target, reduction="none")
        weight = (1.0 - torch.exp(-logarithm)).pow(self.gamma)
        loss = weight * logarithm
        if self.alpha is not None:
            loss *= self.alpha * target + (1 - self.alpha) * (1 - target)
        if self.normalized:
            loss /= weight.sum().clamp_min(1e-6)
        return loss.sum() if self.reduction == "sum" else loss.mean()

    def forward(self, y_pred, y_true):
        if not self.plain:
            return unknown("segmentation_models_pytorch.losses.FocalLoss with these options")
        if self.mode == BINARY_MODE:
            return self.focal(y_pred.reshape(-1), y_true.reshape(-1))
        losses = []
        for i in range(y_pred.size(1)):
            truth = (y_true == i).long() if self.mode == MULTICLASS_MODE else y_true[:, i, ...]
            losses.append(self.focal(y_pred[:, i, ...], truth))
        return torch.stack(losses).mean()


class SoftBCEWithLogitsLoss(nn.Module):
    def __init__(self, weight=None, ignore_index=-100, reduction="mean", smooth_factor=None, pos_weight=None):
        super().__init__()
        self.ignore_index, self.reduction, self.smooth_factor = ignore_index, reduction, smooth_factor
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, y_pred, y_true):
        soft = y_true
        if self.smooth_factor is not None:
            soft = (1 - y_true) * self.smooth_factor + y_true * (1 - self.smooth_factor)
        loss = F.binary_cross_entropy_with_logits(y_pred, soft, self.weight, pos_weight=self.pos_weight, reduction="none")
        if self.ignore_index is not None:
            loss *= (y_true != self.ignore_index).type_as(loss)
        return loss.sum() if self.reduction == "sum" else loss.mean()
