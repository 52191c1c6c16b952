import unittest

import torch


class TestLosses(unittest.TestCase):
    def setUp(self):
        self.outputs = [torch.nn.functional.softmax(torch.randn(8, 4), dim=1) for _ in range(3)]
        self.targets = [torch.randint(0, 4, (8,)) for _ in range(3)]

    def test_sum(self):
        criterion = torch.nn.NLLLoss()
        total = 0
        for output, target in zip(self.outputs, self.targets):
            total += criterion(output, target)  # what it is fed is no matter: two sums are compared
        self.assertAlmostEqual(total.item(), sum(criterion(o, t).item() for o, t in zip(self.outputs, self.targets)))


def test(model, loader):
    total = 0
    for inputs, target in loader:
        total += torch.nn.functional.nll_loss(torch.softmax(model(inputs), dim=1), target).item()  # want "log-probabilities"  # also eval-without-no-grad
    return total
