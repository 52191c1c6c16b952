"""What pipelines of transforms make of images, measured: python3 estimator/oracle/fed.py writes testdata/oracle/fed.csv.

It needs torch, torchvision, albumentations, OpenCV and scikit-image; trainlint itself needs none of them.
"""
import csv
import importlib.metadata
import pathlib
import warnings

import albumentations as A
import numpy as np
import torch
from albumentations.pytorch import ToTensorV2
from PIL import Image
from torchvision import transforms as T
from torchvision.transforms import v2

warnings.filterwarnings("ignore")
HERE = pathlib.Path(__file__).parent
TARGET = HERE.parents[1] / "testdata" / "oracle" / "fed.csv"


def given(words):
    kind, size = words.split()
    shape = [int(n) for n in size.split("x")]
    if kind == "image":
        return Image.new("RGB", tuple(shape))
    array = np.random.default_rng(0).integers(0, 255, shape, dtype=np.uint8)
    return array if kind == "array" else torch.from_numpy(array)


def main():
    names = ["torch", "torchvision", "albumentations", "opencv-python-headless", "scikit-image"]
    versions = " ".join(f"{name}=={importlib.metadata.version(name)}" for name in names)
    rows = []
    for line in (HERE / "fed.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        words, code = [part.strip() for part in line.split(" | ", 1)]
        seen = set()
        for seed in range(20):  # what happens by chance must not change the shape
            torch.manual_seed(seed)
            space = {"A": A, "ToTensorV2": ToTensorV2, "T": T, "v2": v2, "np": np, "torch": torch, "img": given(words)}
            exec(code, space)
            out = space["out"]
            seen.add(("x".join(map(str, out.shape)), str(out.dtype).removeprefix("torch.")))
        assert len(seen) == 1, (code, seen)
        rows.append([words, code, *seen.pop()])
    with TARGET.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["input", "code", "shape", "dtype", "versions"])
        writer.writerows([*row, versions] for row in rows)


if __name__ == "__main__":
    main()
