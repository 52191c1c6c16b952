package built

import (
	"strings"
	"testing"
)

// soundScript trains on what a dataset makes of a recording's file; MADE stands for that.
const soundScript = `
-- train.py --
import os
import librosa
import nibabel as nib
import numpy as np
import soundfile as sf
import torch
import torchaudio
import torchio as tio
from monai import transforms as mt
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import Wav2Vec2FeatureExtractor
from datasets import load_dataset

rows = load_dataset("some/sounds", split="train")

class Sounds(Dataset):
    def __init__(self):
        self.files = os.listdir("data")
        self.takes = Wav2Vec2FeatureExtractor.from_pretrained("facebook/wav2vec2-base")
        self.mel = torchaudio.transforms.MelSpectrogram(sample_rate=16000, n_fft=1024, hop_length=512, n_mels=64)

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        MADE
        return x.float()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.layer * x

net = Net().cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in DataLoader(Sounds(), batch_size=8):
    loss = net(x.cuda()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`

const (
	loaded = "x, rate = torchaudio.load(self.files[i])\n        "
	mono   = loaded + "x = x.mean(0, keepdim=True)\n        "
	cut    = mono + "x = x[:, :16000]\n        "
	whole  = cut + "x = nn.functional.pad(x, (0, 16000 - x.shape[1]))\n        "
	scan   = "x = nib.load(self.files[i]).get_fdata()\n        x = np.stack([x, x])\n        "
)

// TestSoundsAndVolumes: how long a recording is, and how large a volume, lies in its file: an answer there is where it
// does not depend on it, behind a cut that fills up what is too short.
func TestSoundsAndVolumes(t *testing.T) {
	for made, want := range map[string]string{
		mono:                      "?",
		cut:                       "?", // a short one stays short
		whole:                     "8x1x16000",
		whole + "x = self.mel(x)": "8x1x64x32",
		loaded + "x = torchaudio.transforms.Resample(rate, 8000)(x)[:1, :100]":                              "8x1x100",
		loaded + "x = torchaudio.functional.resample(x, rate, 8000)[:1, :100]":                              "8x1x100",
		whole + "x = torchaudio.transforms.AmplitudeToDB(top_db=80)(self.mel(x))":                           "8x1x64x32",
		whole + "x = torchaudio.transforms.MFCC(sample_rate=16000, n_mfcc=13)(x)":                           "8x1x13x81",
		whole + "x = torchaudio.transforms.FrequencyMasking(8)(torchaudio.transforms.Spectrogram()(x))":     "8x1x201x81",
		whole + "x = torchaudio.transforms.TimeStretch()(x)":                                                "?",
		"y, rate = librosa.load(self.files[i], sr=8000); x = torch.from_numpy(y)":                           "?",
		"y, rate = librosa.load(self.files[i], sr=8000, duration=2); x = torch.from_numpy(y)":               "?",
		"y, rate = librosa.load(self.files[i]); x = torch.from_numpy(librosa.util.fix_length(y, size=512))": "8x512",
		"y = librosa.util.fix_length(librosa.load(self.files[i])[0], size=5120); " +
			"x = torch.from_numpy(librosa.power_to_db(librosa.feature.melspectrogram(y=y, n_mels=40)))": "8x40x11",
		"y = librosa.util.fix_length(librosa.load(self.files[i])[0], size=5120); " +
			"x = torch.from_numpy(librosa.feature.mfcc(y=y, n_mfcc=13, hop_length=256))": "8x13x21",
		"y = librosa.effects.time_stretch(librosa.load(self.files[i])[0], rate=np.random.uniform(0.8, 1.2)); x = torch.from_numpy(librosa.util.fix_length(y, size=512))": "8x512",
		"y = librosa.effects.trim(librosa.load(self.files[i])[0])[0]; x = torch.from_numpy(y)":                                                                           "?",
		"x = self.takes(librosa.load(self.files[i], sr=16000)[0], sampling_rate=16000, padding='max_length', max_length=800, " +
			"truncation=True, return_tensors='pt').input_values[0]": "8x800",
		"x = self.takes(librosa.load(self.files[i], sr=16000)[0], sampling_rate=16000, padding='max_length', max_length=800, " +
			"return_tensors='pt').input_values[0]": "?",
		"x = torch.from_numpy(rows[i]['audio']['array']).float(); x = nn.functional.pad(x[:800], (0, max(0, 800 - x.shape[-1])))": "8x800",
		"x = torch.from_numpy(rows[i]['audio']['array']).float()":                                                                 "?",
		"y, rate = sf.read(self.files[i], frames=100, dtype='float32'); " +
			"x = torch.from_numpy(y[:, 0] if y.ndim > 1 else y)": "8x100",
		scan + "x = torch.from_numpy(x)":                                                                      "?",
		scan + "x = torch.from_numpy(x[:, :96, :64, :32])":                                                    "8x2x96x64x32",
		scan + "x = torch.from_numpy(tio.Compose([tio.ZNormalization(), tio.CropOrPad((16, 8, 4))])(x))":      "8x2x16x8x4",
		scan + "x = mt.RandSpatialCrop((64, -1, 32), random_size=False)(x); x = torch.from_numpy(x[:, :, 0])": "8x2x64x32",
		scan + "x = mt.RandSpatialCrop((64, 64, 32))(x); x = torch.from_numpy(x)":                             "?",
	} {
		step, gap := Train(jobOf(t, strings.Replace(soundScript, "MADE", made, 1)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		} else if strings.Contains(gap.Reason, "raises") {
			got = gap.Reason
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", made, got, want, gap)
		}
	}
}
