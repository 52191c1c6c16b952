"""Functions of torch.nn.functional that put others together."""
import torch
import torch.nn.functional as F
from trainlint import casts


def _wide(*tensors):
    """Autocast runs these losses in float32."""
    if not casts():
        return tensors
    return tuple(one.float() if isinstance(one, torch.Tensor) and one.is_floating_point() else one for one in tensors)


def _settled(loss, reduction):
    if reduction == "none":
        return loss
    if reduction not in ("mean", "sum"):
        raise ValueError(reduction + " is not a valid value for reduction")
    return loss.mean() if reduction == "mean" else loss.sum()


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
    anchor, positive, negative = _wide(anchor, positive, negative)
    near, far = F.pairwise_distance(anchor, positive, p, eps), F.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, F.pairwise_distance(positive, negative, p, eps))
    return _settled(torch.clamp_min(margin + near - far, 0), reduction)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    distance = distance_function if distance_function is not None else F.pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    return _settled(torch.clamp_min(margin + near - far, 0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    input1, input2, target = _wide(input1, input2, target)
    product = (input1 * input2).sum(-1)
    first, second = (input1 * input1).sum(-1) + 1e-12, (input2 * input2).sum(-1) + 1e-12
    cosine = product / (first * second).sqrt_()
    zeros = torch.zeros_like(cosine)
    alike, apart = torch.where(target == 1, 1 - cosine, zeros), torch.where(target == -1, (cosine - margin).clamp_min_(0), zeros)
    return _settled(alike + apart, reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    input1, input2, target = _wide(input1, input2, target)
    return _settled((-target * (input1 - input2) + margin).clamp_min_(0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    input, target = _wide(input, target)
    zeros = torch.zeros_like(input)
    apart = (margin - input).clamp_min_(0)
    return _settled(torch.where(target != 1, apart, zeros) + torch.where(target != -1, input, zeros), reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if isinstance(var, float):
        var = var * torch.ones_like(input)
    elif var.shape != input.shape and input.shape[:-1] == var.shape:
        var = torch.unsqueeze(var, -1)
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.9189385332046727
    return _settled(loss, reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(6.283185307179586 * target)
        loss += stirling.masked_fill(target <= 1, 0)
    return _settled(loss, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    loss = -(target * F.logsigmoid(input) + (1 - target) * F.logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _settled(loss.sum(-1) / input.shape[-1], reduction)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    div = input.mul(input)
    if input.dim() == 3:
        div = F.avg_pool2d(F.pad(div.unsqueeze(1), (0, 0, size // 2, (size - 1) // 2)), (size, 1), stride=1).squeeze(1)
    else:
        sizes = input.shape
        div = F.pad(div.view(sizes[0], 1, sizes[1], sizes[2], -1), (0, 0, 0, 0, size // 2, (size - 1) // 2))
        div = F.avg_pool3d(div, (size, 1, 1), stride=1).squeeze(1).view(sizes)
    return input / div.mul(alpha).add(k).pow(beta)
