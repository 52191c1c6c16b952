import unittest
from typing import Optional
from unittest.mock import Mock

import torch
from torch.cuda.amp import GradScaler


def step(loss, scaler: Optional[GradScaler] = None):  # want "what torch.amp.GradScaler makes is no instance of it"
    if isinstance(scaler, (GradScaler, type(None))):  # want "no instance"
        return scaler
    kept: torch.cuda.amp.GradScaler = torch.cuda.amp.GradScaler()  # want "no instance" "every call warns"
    return kept


class Counting(GradScaler):  # want "every object of the subclass warns"
    def __init__(self):
        super().__init__(enabled=True)


class TestStep(unittest.TestCase):
    def test_scaler(self):
        self.assertIsInstance(step(None), GradScaler)  # want "no instance"
        Mock(spec=GradScaler)  # want "no instance"


factory = GradScaler  # want "functools.partial\(torch.amp.GradScaler, .cuda.\)"
state = GradScaler.state_dict
