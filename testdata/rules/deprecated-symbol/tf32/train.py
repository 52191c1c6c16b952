import torch
from torch.backends import cuda, cudnn

torch.backends.cuda.matmul.allow_tf32 = True  # want note "allow_tf32 is to be replaced by torch.backends.cuda.matmul.fp32_precision = .tf32.: .* torch.compile"
cudnn.allow_tf32 = False  # want note "torch.backends.cudnn.conv.fp32_precision = .ieee."
cuda.matmul.allow_tf32 = fast()  # want note ".tf32. or .ieee."
print(torch.backends.cuda.matmul.allow_tf32)  # want note "is to be replaced"
torch.backends.cudnn.benchmark = True


class Config:
    allow_tf32 = True


Config.allow_tf32 = False
