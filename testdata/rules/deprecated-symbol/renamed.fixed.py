import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn import init


def used(model, x):
    print(torch.cuda.memory_reserved())  # want "torch.cuda.memory_cached is deprecated and raises a FutureWarning: use torch.cuda.memory_reserved"
    print(torch.cuda.max_memory_reserved(0))  # want "use torch.cuda.max_memory_reserved"
    torch.cuda.reset_peak_memory_stats()  # want "use torch.cuda.reset_peak_memory_stats"
    torch.cuda.reset_peak_memory_stats(device=0)  # want "use torch.cuda.reset_peak_memory_stats"
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # want "torch.nn.utils.clip_grad_norm_"
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # want "torch.nn.utils.clip_grad_norm_"
    init.kaiming_normal_(model.weight, mode="fan_out")  # want "torch.nn.init.kaiming_normal_"
    torch.nn.init.xavier_uniform_(model.weight)  # want "torch.nn.init.xavier_uniform_"
    model.apply(nn.init.constant_)  # want "torch.nn.init.constant_"
    x = F.interpolate(x, scale_factor=2, mode="bilinear")  # want "torch.nn.functional.interpolate"
    x = torch.func.functional_call(model, {}, x)  # want "torch.func.functional_call"
    x = torch.outer(x, x)  # want "torch.outer"
    criterion = nn.NLLLoss()  # want "torch.nn.NLLLoss2d is deprecated and raises a FutureWarning: use torch.nn.NLLLoss"
    x = criterion(x, x)
    torch.distributed.all_gather_into_tensor(x, x)  # torch 2.15 has it for good, as an alias
    return torch.func.vmap(model)(x), torch.func.jacrev(model)(x)  # want "torch.func.vmap" "torch.func.jacrev"
