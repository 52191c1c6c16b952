import unittest

import pytest
import torch
from torch.utils.data import DataLoader


def test_refuses(data):
    with pytest.raises(TypeError):
        DataLoader(data, num_worker=0)
    with pytest.raises(TypeError) as refused, torch.no_grad():
        DataLoader(data, batch_sizes=4)
    assert "batch_sizes" in str(refused.value)


class Refuses(unittest.TestCase):
    def test(self):
        with self.assertRaises(TypeError):
            for data in ([], [1]):
                DataLoader(data, num_worker=0)
        with self.assertRaisesRegex(TypeError, "num_worker"):
            DataLoader([1], num_worker=0)
        self.assertRaises(TypeError, DataLoader, [1])
        DataLoader([1], num_worker=0)  # want "DataLoader takes no num_worker="
