import torch


# A view shares the memory: what writes into it in place changes the tensor.
def orthogonal(tensor, gain):
    flat = tensor.new(tensor.size(0), tensor.numel() // tensor.size(0)).normal_(0, 1)
    q, r = torch.linalg.qr(flat)
    with torch.no_grad():
        tensor.view_as(q).copy_(q)
        tensor.transpose(0, 1).mul_(gain)
        tensor.unsqueeze(0).add_(1).clamp_(0, 1)
    return tensor


def scaled(tensor, gain):
    with torch.no_grad():
        tensor.mul_(gain).unsqueeze(0)
        tensor.transpose(0, 1).clamp(0, gain)  # want "this does nothing: clamp\(\) gives another tensor and leaves tensor"
    return tensor
