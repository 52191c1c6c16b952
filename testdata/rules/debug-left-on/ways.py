import os

import torch
from torch.autograd import set_detect_anomaly

os.environ["CUDA_LAUNCH_BLOCKING"] = str(1)  # want "CUDA_LAUNCH_BLOCKING=1 makes Python wait"
set_detect_anomaly(mode=True)  # want "is on for the whole run"
set_detect_anomaly(False)


def train(model, loader, optimizer):
    with torch.profiler.profile(activities=[]):  # want "the profiler has no schedule"
        for epoch in range(3):
            for batch in loader:
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()


def train_with_schedule(model, loader, optimizer, args):
    with torch.profiler.profile(schedule=torch.profiler.schedule(wait=1, warmup=1, active=2)):
        for epoch in range(3):
            for batch in loader:
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()
    if args.anomaly:
        torch.autograd.set_detect_anomaly(True)
    with torch.autograd.profiler.profile(enabled=args.profile):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def debug_step(model):
    torch.autograd.set_detect_anomaly(True)


class TestStep:
    def run(self):
        torch.autograd.set_detect_anomaly(True)


try:
    import apex
except ImportError:
    torch.autograd.set_detect_anomaly(True)

start = lambda: torch.autograd.set_detect_anomaly(True)
