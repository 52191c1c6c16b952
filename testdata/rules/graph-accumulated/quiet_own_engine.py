import numpy as np
import torch


class Value:
    def __init__(self, data, needs=False, back=None):
        self.data, self.needs, self.back = np.asarray(data), needs, back
        if needs:
            self.grad = np.zeros_like(self.data)

    def backward(self, grad=None):
        if grad is None:
            grad = np.ones_like(self.data)
        self.grad += grad
        if self.back is not None:
            self.back(self.grad, self)

    def __mul__(self, other):
        def back(grad, made):
            self.backward(grad * other.data)
            other.backward(grad * self.data)

        return Value(self.data * other.data, True, back)


def compare():
    a, b = Value([1.0, 2.0], True), Value([3.0, 4.0], True)
    for _ in range(3):
        (a * b).backward()
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x * torch.tensor([3.0, 4.0])).sum().backward()
    print(a.grad, x.grad)
