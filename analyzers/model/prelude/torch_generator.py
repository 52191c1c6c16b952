"""What draws torch's random numbers, which change no shape, and its transforms of signals."""
import torch
import torch.nn.functional as F
from trainlint import stop, unknown


class Generator:
    def __init__(self, device="cpu"):
        self.device = device

    def manual_seed(self, seed):
        return self

    def seed(self):
        return unknown("a seed")

    initial_seed = seed

    def get_state(self):
        return unknown("the state of a generator")

    def set_state(self, state):
        pass


def spread(window, win_length, n_fft):
    """A window that is shorter than the transform stands in its middle."""
    if window is None or win_length == n_fft:
        return window
    left = (n_fft - win_length) // 2
    return F.pad(window, (left, n_fft - win_length - left))


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None,
         return_complex=None, align_to_window=None):
    window = spread(window, win_length or n_fft, n_fft)
    single = input.dim() == 1
    if single:
        input = input.unsqueeze(0)
    if center:
        input = F.pad(input.unsqueeze(1), (n_fft // 2, n_fft // 2), pad_mode).squeeze(1)
    frames = input.unfold(-1, n_fft, hop_length or n_fft // 4)
    if window is not None:
        frames = frames * window
    if onesided is False or frames.is_complex():
        out = torch.fft.fft(frames)
    else:
        out = torch.fft.rfft(frames)
    out = out.transpose(1, 2)
    if single:
        out = out.squeeze(0)
    return out if return_complex else torch.view_as_real(out)


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    hop = hop_length or n_fft // 4
    if not input.is_complex():
        input = torch.view_as_complex(input.contiguous())
    single = input.dim() == 2
    if single:
        input = input.unsqueeze(0)
    n_frames = input.size(2)
    window = spread(window, win_length or n_fft, n_fft)
    if window is None:
        window = torch.ones(n_fft, device=input.device)
    frames = torch.fft.irfft(input.transpose(1, 2), n_fft) * window.view(1, 1, n_fft)
    total = n_fft + hop * (n_frames - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - (n_fft // 2 if center else 0)
    out = F.fold(frames.transpose(1, 2), (1, total), (1, n_fft), stride=(1, hop)).view(input.size(0), total)
    weights = window.pow(2).expand(1, n_frames, n_fft)
    weights = F.fold(weights.transpose(1, 2), (1, total), (1, n_fft), stride=(1, hop)).view(1, total)
    out = out[:, start:end].div_(weights[:, start:end])
    if length is not None and end > total:
        out = F.pad(out, (0, end - total))
    return out.squeeze(0) if single else out


def decomposed(input):
    if torch.is_grad_enabled() and input.requires_grad:
        stop("what a decomposition keeps for its backward pass is not known")


def qr(input, some=True, mode="reduced"):
    decomposed(input)
    before, (rows, columns) = input.shape[:-2], input.shape[-2:]
    inner = rows if mode == "complete" or not some else min(rows, columns)
    return input.new_empty(*before, rows, inner), input.new_empty(*before, inner, columns)


def svd(input, some=True, compute_uv=True):
    """torch.svd gives V, torch.linalg.svd its transpose; unlike the former, the latter is whole unless it is told otherwise."""
    decomposed(input)
    before, (rows, columns) = input.shape[:-2], input.shape[-2:]
    inner = min(rows, columns)
    left, right = (inner, inner) if some else (rows, columns)
    return input.new_empty(*before, rows, left), input.new_empty(*before, inner), input.new_empty(*before, columns, right)


def linalg_svd(A, full_matrices=True, driver=None):
    decomposed(A)
    left, values, right = svd(A, not full_matrices)
    return left, values, right.transpose(-2, -1)


def nanmean(input, dim=None, keepdim=False, dtype=None):
    there = torch.isnan(input).logical_not()
    if dim is None:
        return torch.nansum(input, dtype=dtype) / there.sum()
    return torch.nansum(input, dim, keepdim, dtype=dtype) / there.sum(dim, keepdim)


def equal(input, other):
    """Only the values of two tensors of one shape decide it."""
    if input is other:
        return True
    return unknown("whether two tensors are equal") if input.shape == other.shape else False


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return unknown("whether two tensors are close")


def diff(input, n=1, dim=-1, prepend=None, append=None):
    parts = [one for one in (prepend, input, append) if one is not None]
    if len(parts) > 1:
        input = torch.cat(parts, dim)
    for _ in range(n):
        length = input.shape[dim]
        input = input.narrow(dim, 1, length - 1) - input.narrow(dim, 0, length - 1)
    return input


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """As at::quantile: the order, where in it each quantile lies, and what stands there."""
    single = not isinstance(q, torch.Tensor) or q.dim() == 0
    n = 1 if single else q.numel()
    before = input.dim()
    rows = input.flatten() if dim is None else input.transpose(dim, -1) if before > 0 else input.unsqueeze(0)
    rows = rows if rows.dim() > 0 else rows.unsqueeze(0)
    order = torch.sort(rows)[0]
    where = torch.empty(*order.shape[:-1], n, device=input.device, dtype=input.dtype)
    below = where.long()
    out = torch.gather(order, -1, below)
    if interpolation in ("linear", "midpoint"):
        above = where.long()
        out = out.lerp_(torch.gather(order, -1, above), where - below)
    if dim is None:
        out = out.view(n, *([1] * before)) if keepdim else out
        return out.squeeze(0) if single else out
    if keepdim:
        out = out.unsqueeze(0).transpose(0, -1).squeeze(-1) if not single else out
        return out.transpose(dim, -1)
    out = out.unsqueeze(-1).transpose(dim, -2).squeeze(-2)
    return out.squeeze(-1) if single else out.movedim(-1, 0)


nanquantile = quantile


def cov(input, *, correction=1, fweights=None, aweights=None):
    if fweights is not None or aweights is not None:
        stop("weights of a covariance are not followed")
    rows = input.unsqueeze(0) if input.dim() < 2 else input
    n = torch.tensor(rows.size(1), device=input.device)
    rows = rows - (rows.sum(1) / n).unsqueeze(1)
    return torch.true_divide(torch.mm(rows, rows.t()), n - correction).squeeze()


def trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.shape[dim]
    middle = y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)
    if x is None:
        return middle.sum(dim) * (dx / 2.0)
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = n
        x = x.view(shape)
    return ((x.narrow(dim, 1, n - 1) - x.narrow(dim, 0, n - 1)) * middle).sum(dim) / 2.0


trapz = trapezoid


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([one.flatten() for one in torch.meshgrid(*tensors, indexing="ij")], 1)


def _atleast(n, tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    out = []
    for one in tensors:
        if one.dim() == 0:
            one = one.reshape(*([1] * n))
        elif one.dim() < min(n, 2):
            one = one.unsqueeze(0)
        if one.dim() < n:
            one = one.unsqueeze(-1)
        out.append(one)
    return out[0] if len(out) == 1 else tuple(out)


def atleast_1d(*tensors):
    return _atleast(1, tensors)


def atleast_2d(*tensors):
    return _atleast(2, tensors)


def atleast_3d(*tensors):
    return _atleast(3, tensors)
