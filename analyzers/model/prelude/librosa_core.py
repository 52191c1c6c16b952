"""Sound as librosa, soundfile and scipy read it, and librosa's features of it: their shapes."""
import math

import torch
from numpy import ndarray
from trainlint import choose, known, lasting, unknown


def load(path, sr=22050, mono=True, offset=0.0, duration=None, *args, **kwargs):
    rate = choose([16000, 44100]) if sr is None else sr
    length = lasting()
    if duration is not None:
        length = min(length, int(duration * rate))
    return ndarray((length,) if mono else (choose([1, 2]), length), torch.float32), rate


def frames(y, hop_length, n_fft, center):
    return 1 + y.shape[-1] // hop_length if center else 1 + (y.shape[-1] - n_fft) // hop_length


def featured(y, S, rows, hop_length=512, n_fft=2048, center=True):
    of = S if y is None else y
    count = of.shape[-1] if y is None else frames(y, hop_length, n_fft, center)
    before = of.shape[:-2] if y is None else of.shape[:-1]
    return ndarray(tuple(before) + (rows, count), of.dtype if of.dtype.is_floating_point else torch.float32)


def feature_melspectrogram(y=None, sr=22050, S=None, n_fft=2048, hop_length=512, win_length=None, window="hann", center=True, pad_mode="constant", power=2.0, n_mels=128, **kwargs):
    return featured(y, S, n_mels, hop_length, n_fft, center)


def feature_mfcc(y=None, sr=22050, S=None, n_mfcc=20, dct_type=2, norm="ortho", lifter=0, hop_length=512, n_fft=2048, center=True, **kwargs):
    return featured(y, S, n_mfcc, hop_length, n_fft, center)


def feature_chroma_stft(y=None, sr=22050, S=None, norm=None, n_fft=2048, hop_length=512, n_chroma=12, **kwargs):
    return featured(y, S, n_chroma, hop_length, n_fft)


def feature_spectral_contrast(y=None, sr=22050, S=None, n_fft=2048, hop_length=512, n_bands=6, **kwargs):
    return featured(y, S, n_bands + 1, hop_length, n_fft)


def feature_spectral_centroid(y=None, sr=22050, S=None, n_fft=2048, hop_length=512, **kwargs):
    return featured(y, S, 1, hop_length, n_fft)


def feature_zero_crossing_rate(y, frame_length=2048, hop_length=512, center=True, **kwargs):
    return featured(y, None, 1, hop_length, frame_length, center)


def feature_rms(y=None, S=None, frame_length=2048, hop_length=512, center=True, **kwargs):
    return featured(y, S, 1, hop_length, frame_length, center)


feature_spectral_bandwidth = feature_spectral_rolloff = feature_spectral_flatness = feature_spectral_centroid


def feature_delta(data, *args, **kwargs):
    return ndarray(data.shape, data.dtype)


def stft(y, n_fft=2048, hop_length=None, win_length=None, window="hann", center=True, *args, **kwargs):
    win_length = n_fft if win_length is None else win_length
    hop_length = win_length // 4 if hop_length is None else hop_length
    return ndarray(tuple(y.shape[:-1]) + (1 + n_fft // 2, frames(y, hop_length, n_fft, center)), torch.complex64)


def same(S, *args, **kwargs):
    return ndarray(S.shape, S.dtype if S.dtype.is_floating_point else torch.float32)


power_to_db = amplitude_to_db = db_to_power = db_to_amplitude = pcen = same
util_normalize = effects_pitch_shift = effects_preemphasis = same


def resample(y, orig_sr, target_sr, *args, **kwargs):
    if orig_sr == target_sr:
        return y
    return ndarray(tuple(y.shape[:-1]) + (math.ceil(y.shape[-1] * target_sr / orig_sr),), y.dtype)


def to_mono(y):
    return ndarray(y.shape[-1:], y.dtype)


def util_fix_length(data, size=None, axis=-1, **kwargs):
    shape = list(data.shape)
    shape[axis] = size
    return ndarray(shape, data.dtype)


util_pad_center = util_fix_length


def effects_trim(y, *args, **kwargs):
    return ndarray(tuple(y.shape[:-1]) + (lasting(),), y.dtype), unknown("how much of a recording is silent")


def effects_time_stretch(y, rate, **kwargs):
    return ndarray(tuple(y.shape[:-1]) + (round(y.shape[-1] / rate) if known(rate) else lasting(),), y.dtype)


def get_duration(*args, **kwargs):
    return unknown("how long a recording is lies in its file")


def soundfile_read(file, frames=-1, start=0, stop=None, dtype="float64", always_2d=False, *args, **kwargs):
    length = lasting()
    if frames >= 0:
        length = min(length, frames)
    if stop is not None:
        length = min(length, stop - start)
    channels = choose([1, 2])
    kinds = {"float64": torch.float64, "float32": torch.float32, "int16": torch.int16, "int32": torch.int32}
    return ndarray((length, channels) if always_2d or channels > 1 else (length,), kinds[dtype]), choose([16000, 44100])


def wavfile_read(filename, *args, **kwargs):
    channels = choose([1, 2])
    return choose([16000, 44100]), ndarray((lasting(), channels) if channels > 1 else (lasting(),), torch.int16)
