"""Sound as torchaudio reads and transforms it: how much of it there is, and what is kept of it."""
import math

import torch
from trainlint import choose, lasting, unknown


def load(uri, frame_offset=0, num_frames=-1, *args, **kwargs):
    """A recording: one or two channels, of a rate and a length that lie in its file."""
    return torch.empty(choose([1, 2]), taken(lasting(), frame_offset, num_frames)), choose([16000, 44100])


def taken(length, offset, frames):
    length = max(length - offset, 0)
    return min(length, frames) if frames >= 0 else length


def resampled(waveform, orig, new):
    if int(orig) == int(new):
        return waveform
    return torch.empty(waveform.shape[:-1] + (math.ceil(int(new) * waveform.shape[-1] / int(orig)),), dtype=waveform.dtype)


def functional_resample(waveform, orig_freq, new_freq, *args, **kwargs):
    return resampled(waveform, orig_freq, new_freq)


def functional_spectrogram(waveform, pad, window, n_fft, hop_length, win_length, power, normalized=False, center=True, pad_mode="reflect", onesided=True):
    if pad > 0:
        waveform = torch.nn.functional.pad(waveform, (pad, pad), "constant")
    shape = waveform.size()
    waveform = waveform.reshape(-1, shape[-1])
    spec = torch.stft(waveform, n_fft, hop_length=hop_length, win_length=win_length, window=window, center=center, pad_mode=pad_mode, normalized=False, onesided=onesided, return_complex=True)
    spec = spec.reshape(shape[:-1] + spec.shape[-2:])
    if normalized:
        spec = spec / window.pow(2.0).sum().sqrt()
    if power is None:
        return spec
    return spec.abs() if power == 1.0 else spec.abs().pow(power)


def functional_amplitude_to_DB(x, multiplier, amin, db_multiplier, top_db=None):
    x_db = multiplier * torch.log10(torch.clamp(x, min=amin))
    x_db = x_db - multiplier * db_multiplier
    if top_db is not None:
        shape = x_db.size()
        channels = shape[-3] if x_db.dim() > 2 else 1
        x_db = x_db.reshape(-1, channels, shape[-2], shape[-1])
        x_db = torch.max(x_db, (x_db.amax(dim=(-3, -2, -1)) - top_db).view(-1, 1, 1, 1))
        x_db = x_db.reshape(shape)
    return x_db


def functional_melscale_fbanks(n_freqs, f_min, f_max, n_mels, sample_rate, norm=None, mel_scale="htk"):
    return torch.empty(n_freqs, n_mels)


def functional_create_dct(n_mfcc, n_mels, norm):
    return torch.empty(n_mels, n_mfcc)


class Spectrogram(torch.nn.Module):
    def __init__(self, n_fft=400, win_length=None, hop_length=None, pad=0, window_fn=torch.hann_window, power=2.0, normalized=False, wkwargs=None, center=True, pad_mode="reflect", onesided=True, return_complex=None):
        super().__init__()
        self.n_fft = n_fft
        self.win_length = win_length if win_length is not None else n_fft
        self.hop_length = hop_length if hop_length is not None else self.win_length // 2
        self.register_buffer("window", torch.empty(self.win_length))
        self.pad, self.power, self.normalized = pad, power, normalized
        self.center, self.pad_mode, self.onesided = center, pad_mode, onesided

    def forward(self, waveform):
        return functional_spectrogram(waveform, self.pad, self.window, self.n_fft, self.hop_length, self.win_length, self.power, self.normalized is True or self.normalized == "window", self.center, self.pad_mode, self.onesided)


class MelScale(torch.nn.Module):
    def __init__(self, n_mels=128, sample_rate=16000, f_min=0.0, f_max=None, n_stft=201, norm=None, mel_scale="htk"):
        super().__init__()
        self.n_mels = n_mels
        self.register_buffer("fb", torch.empty(n_stft, n_mels))

    def forward(self, specgram):
        return torch.matmul(specgram.transpose(-1, -2), self.fb).transpose(-1, -2)


class MelSpectrogram(torch.nn.Module):
    def __init__(self, sample_rate=16000, n_fft=400, win_length=None, hop_length=None, f_min=0.0, f_max=None, pad=0, n_mels=128, window_fn=torch.hann_window, power=2.0, normalized=False, wkwargs=None, center=True, pad_mode="reflect", onesided=None, norm=None, mel_scale="htk"):
        super().__init__()
        self.sample_rate, self.n_fft, self.n_mels = sample_rate, n_fft, n_mels
        self.pad, self.power, self.normalized, self.f_min = pad, power, normalized, f_min
        self.f_max = f_max if f_max is not None else float(sample_rate // 2)
        self.win_length = win_length if win_length is not None else n_fft
        self.hop_length = hop_length if hop_length is not None else self.win_length // 2
        self.spectrogram = Spectrogram(n_fft, self.win_length, self.hop_length, pad, window_fn, power, normalized, wkwargs, center, pad_mode)
        self.mel_scale = MelScale(n_mels, sample_rate, f_min, f_max, n_fft // 2 + 1, norm, mel_scale)

    def forward(self, waveform):
        return self.mel_scale(self.spectrogram(waveform))


class AmplitudeToDB(torch.nn.Module):
    def __init__(self, stype="power", top_db=None):
        super().__init__()
        self.multiplier, self.amin, self.top_db = 10.0 if stype == "power" else 20.0, 1e-10, top_db
        self.db_multiplier = 0.0

    def forward(self, x):
        return functional_amplitude_to_DB(x, self.multiplier, self.amin, self.db_multiplier, self.top_db)


class MFCC(torch.nn.Module):
    def __init__(self, sample_rate=16000, n_mfcc=40, dct_type=2, norm="ortho", log_mels=False, melkwargs=None):
        super().__init__()
        self.MelSpectrogram = MelSpectrogram(sample_rate=sample_rate, **(melkwargs or {}))
        self.amplitude_to_DB = AmplitudeToDB("power", 80.0)
        self.log_mels = log_mels
        self.register_buffer("dct_mat", torch.empty(self.MelSpectrogram.n_mels, n_mfcc))

    def forward(self, waveform):
        mel = self.MelSpectrogram(waveform)
        mel = torch.log(mel + 1e-6) if self.log_mels else self.amplitude_to_DB(mel)
        return torch.matmul(mel.transpose(-1, -2), self.dct_mat).transpose(-1, -2)


class Resample(torch.nn.Module):
    def __init__(self, orig_freq=16000, new_freq=16000, *args, **kwargs):
        super().__init__()
        self.orig_freq, self.new_freq = orig_freq, new_freq

    def forward(self, waveform):
        return resampled(waveform, self.orig_freq, self.new_freq)


class Masking(torch.nn.Module):
    """A stretch of an axis is written over."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, specgram, *args, **kwargs):
        return specgram.clone()


FrequencyMasking = TimeMasking = Vol = Fade = SlidingWindowCmn = PitchShift = AddNoise = Preemphasis = Deemphasis = Masking


class Untold(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, *args, **kwargs):
        return unknown("how long what torchaudio makes of a recording is")


TimeStretch = Vad = Speed = SpeedPerturbation = Untold
