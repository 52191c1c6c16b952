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
    """Only the values of tensors of one shape decide it."""
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
