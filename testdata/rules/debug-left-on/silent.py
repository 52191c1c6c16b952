import os
import unittest

import torch
from transformers import TrainingArguments

os.environ["CUDA_LAUNCH_BLOCKING"] = "0"
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
torch.autograd.set_detect_anomaly(False)


def train(model, optimizer, loader, args):
    torch.autograd.set_detect_anomaly(args.detect_anomaly)
    if args.debug:
        torch.autograd.set_detect_anomaly(True)
        os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
    arguments = TrainingArguments("out", full_determinism=args.deterministic, debug=args.debug_options)
    with torch.autograd.profiler.profile(enabled=args.profile):
        for epoch in range(3):
            for batch in loader:
                optimizer.zero_grad()
                model(batch).backward()
                optimizer.step()
    with torch.profiler.profile(schedule=torch.profiler.schedule(wait=1, warmup=1, active=3)) as profiler:
        for epoch in range(3):
            for batch in loader:
                optimizer.zero_grad()
                model(batch).backward()
                optimizer.step()
                profiler.step()
    with torch.profiler.profile():
        model(batch)
    return arguments


def test_gradients(model):
    with torch.autograd.set_detect_anomaly(True):
        model().backward()


class TestModel(unittest.TestCase):
    def setUp(self):
        torch.autograd.set_detect_anomaly(True)
