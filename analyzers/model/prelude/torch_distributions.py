import torch


class Normal:
    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = loc, scale

    def _noise(self):
        return torch.randn(torch.broadcast_shapes(self.loc.shape, self.scale.shape))

    def rsample(self, sample_shape=()):
        return self.loc + self._noise() * self.scale

    def sample(self, sample_shape=()):
        return self._noise()


class Independent:
    def __init__(self, base, dims):
        self.base = base

    def rsample(self, sample_shape=()):
        return self.base.rsample()

    def sample(self, sample_shape=()):
        return self.base.sample()


def kl_divergence(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())
