import unittest
from typing import Optional
from unittest.mock import Mock

import torch
from torch.cuda.amp import GradScaler


def step(loss, scaler: Optional[torch.amp.GradScaler] = None):  # want "what torch.amp.GradScaler makes is no instance of it"
    if isinstance(scaler, (torch.amp.GradScaler, type(None))):  # want "no instance"
        return scaler
    kept: torch.amp.GradScaler = torch.amp.GradScaler("cuda")  # want "no instance" "every call warns"
    return kept


class Counting(GradScaler):  # want "every object of the subclass warns"
    def __init__(self):
        super().__init__(enabled=True)


class TestStep(unittest.TestCase):
    def test_scaler(self):
        self.assertIsInstance(step(None), torch.amp.GradScaler)  # want "no instance"
        Mock(spec=torch.amp.GradScaler)  # want "no instance"


factory = GradScaler  # want "functools.partial\(torch.amp.GradScaler, .cuda.\)"
state = GradScaler.state_dict
