import functorch
import torch
import torch.nn as nn
import torch.nn.functional as F
from functorch import vmap
from torch.nn import init
from torch.nn.init import xavier_uniform
from torch.nn.utils import clip_grad_norm
from torch.nn.utils.stateless import functional_call


def used(model, x):
    print(torch.cuda.memory_cached())  # want "torch.cuda.memory_cached is deprecated and raises a FutureWarning: use torch.cuda.memory_reserved"
    print(torch.cuda.max_memory_cached(0))  # want "use torch.cuda.max_memory_reserved"
    torch.cuda.reset_max_memory_allocated()  # want "use torch.cuda.reset_peak_memory_stats"
    torch.cuda.reset_max_memory_cached(device=0)  # want "use torch.cuda.reset_peak_memory_stats"
    clip_grad_norm(model.parameters(), 1.0)  # want "torch.nn.utils.clip_grad_norm_"
    nn.utils.clip_grad_norm(model.parameters(), 1.0)  # want "torch.nn.utils.clip_grad_norm_"
    init.kaiming_normal(model.weight, mode="fan_out")  # want "torch.nn.init.kaiming_normal_"
    xavier_uniform(model.weight)  # want "torch.nn.init.xavier_uniform_"
    model.apply(nn.init.constant)  # want "torch.nn.init.constant_"
    x = F.upsample(x, scale_factor=2, mode="bilinear")  # want "torch.nn.functional.interpolate"
    x = functional_call(model, {}, x)  # want "torch.func.functional_call"
    x = torch.ger(x, x)  # want "torch.outer"
    criterion = nn.NLLLoss2d()  # want "torch.nn.NLLLoss2d is deprecated and raises a FutureWarning: use torch.nn.NLLLoss"
    x = criterion(x, x)
    torch.distributed.all_gather_into_tensor(x, x)  # torch 2.15 has it for good, as an alias
    return vmap(model)(x), functorch.jacrev(model)(x)  # want "torch.func.vmap" "torch.func.jacrev"
