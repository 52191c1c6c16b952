import torch
from packaging import version
from torch.nn import init

from .autograd import Variable
from .optim import StepLR

try:
    from torch.func import vmap
except ImportError:
    from functorch import vmap

if version.parse(torch.__version__) < version.parse("1.8"):
    eigh = torch.symeig
    torch.backends.cuda.matmul.allow_tf32 = True
else:
    eigh = torch.linalg.eigh


def used(model, x, optimizer):
    init.kaiming_normal_(model.weight)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    torch.cuda.memory_reserved()
    x = Variable(x)
    scheduler = StepLR(optimizer, verbose=True)
    if hasattr(torch, "symeig"):
        return torch.symeig(x)
    if hasattr(torch.backends.cuda.matmul, "fp32_precision"):
        torch.backends.cuda.matmul.fp32_precision = "tf32"
    else:
        torch.backends.cuda.matmul.allow_tf32 = True
    return vmap(model)(x), eigh(x), scheduler, "torch.qr"


def shadowed(torch, x):
    return torch.qr(x)


TORCH_INIT_FUNCTIONS = {"uniform_": init.uniform_, "uniform": init.uniform, "normal": init.normal}
