import torch
from torch.backends.cuda import sdp_kernel


def used(q, k, v, a):
    with sdp_kernel(enable_flash=True, enable_math=False):  # want "torch.nn.attention.sdpa_kernel, which takes a list of backends"
        pass
    torch.testing.assert_allclose(q, k)  # want "torch.testing.assert_close"
    torch.range(0, 3)  # want "torch.arange, which leaves the end out"
    torch.qr(a)  # want "torch.linalg.qr"
    torch.cholesky(a)  # want "torch.linalg.cholesky"
    torch.symeig(a, eigenvectors=True)  # want "torch.symeig raises RuntimeError since torch 2.0: use torch.linalg.eigh"
    torch.lstsq(a, q)  # want "torch.lstsq raises RuntimeError"
