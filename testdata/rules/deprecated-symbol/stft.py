import torch
import torchaudio


def spectrogram(y, window, options):
    spec = torch.stft(y, 1024, hop_length=256, win_length=1024, window=window, center=False)  # want "torch.stft without return_complex raises RuntimeError since torch 2.0"
    whole = torch.stft(y, 1024, 256, 1024, window, False, "reflect", False, True)  # want "torch.stft without return_complex"
    return spec, whole


# Look-alikes: it is said, or may be; complex numbers; another function.
def said(y, window, options):
    a = torch.stft(y, 1024, window=window, return_complex=True)
    b = torch.stft(y, 1024, window=window, return_complex=False)
    c = torch.stft(y, 1024, **options)
    d = torch.stft(y, 1024, 256, 1024, window, False, "reflect", False, True, True)
    e = torch.stft(y.to(torch.complex64), 1024)
    f = torchaudio.functional.spectrogram(y, 0, window, 1024, 256, 1024, 2.0, False)
    return a, b, c, d, e, f


def by_version(y):
    try:
        return torch.stft(y, 1024, return_complex=True)
    except TypeError:
        return torch.stft(y, 1024)
