import torch
from torch.backends.cuda import sdp_kernel


def used(q, k, v, a):
    with sdp_kernel(enable_flash=True, enable_math=False):  # want "torch.nn.attention.sdpa_kernel, which takes a list of backends"
        pass
    torch.testing.assert_allclose(q, k)  # want "torch.testing.assert_close"
    torch.range(0, 3)  # want "torch.arange, which leaves the end out"
    torch.qr(a)  # want "torch.qr raises RuntimeError since torch 2.14: use torch.linalg.qr"
    torch.cholesky(a)  # want "torch.cholesky raises RuntimeError since torch 2.14: use torch.linalg.cholesky"
    torch.symeig(a, eigenvectors=True)  # want "torch.symeig raises RuntimeError since torch 2.0: use torch.linalg.eigh"
    torch.lstsq(a, q)  # want "torch.lstsq raises RuntimeError since torch 1.13"
    torch.solve(a, q)  # want "torch.solve raises RuntimeError since torch 1.12"
    torch.set_default_tensor_type(torch.DoubleTensor)  # want "torch.set_default_dtype and torch.set_default_device"
    torch.nn.functional.upsample_nearest(a, scale_factor=2)  # want "torch.nn.functional.interpolate"
    torch.distributed.all_reduce_multigpu([a, q])  # want "torch.distributed.all_reduce_multigpu is gone since torch 2.2"
    torch.distributed.checkpoint.save_state_dict({}, None)  # want "torch.distributed.checkpoint.save"
