import torch
from torch.backends import cuda, cudnn

torch.backends.cuda.matmul.fp32_precision = "tf32"  # want "torch.backends.cuda.matmul.allow_tf32 warns since torch 2.9: use torch.backends.cuda.matmul.fp32_precision = .tf32."
cudnn.conv.fp32_precision = "ieee"  # want "torch.backends.cudnn.allow_tf32 warns since torch 2.9: use torch.backends.cudnn.conv.fp32_precision = .ieee."
cuda.matmul.allow_tf32 = fast()  # want ".tf32. or .ieee."
print(torch.backends.cuda.matmul.allow_tf32)  # want "warns since torch 2.9"
torch.backends.cudnn.benchmark = True


class Config:
    allow_tf32 = True


Config.allow_tf32 = False
