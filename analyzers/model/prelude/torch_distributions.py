import math

import torch
from trainlint import stop


def _both(first, second):
    """Numbers become tensors, and both have one shape."""
    first, second = (one if isinstance(one, torch.Tensor) else torch.tensor(float(one)) for one in (first, second))
    return torch.broadcast_tensors(first, second)


class Normal:
    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _both(loc, scale)

    def _noise(self, sample_shape):
        return torch.randn(tuple(sample_shape) + tuple(self.loc.shape), dtype=self.loc.dtype, device=self.loc.device)

    def rsample(self, sample_shape=()):
        return self.loc + self._noise(sample_shape) * self.scale

    def sample(self, sample_shape=()):
        return self._noise(sample_shape)

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale.pow(2)

    def log_prob(self, value):
        var = self.scale ** 2
        return -((value - self.loc) ** 2) / (2 * var) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Bernoulli:
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if probs is not None else logits
        given = given if isinstance(given, torch.Tensor) else torch.tensor(float(given))
        self._probs, self._logits = (given, None) if probs is not None else (None, given)

    @property
    def probs(self):
        if self._probs is None:
            self._probs = torch.sigmoid(self._logits)
        return self._probs

    @property
    def logits(self):
        if self._logits is None:
            eps = torch.finfo(self._probs.dtype).eps
            clamped = self._probs.clamp(min=eps, max=1 - eps)
            self._logits = torch.log(clamped) - torch.log1p(-clamped)
        return self._logits

    def sample(self, sample_shape=()):
        with torch.no_grad():
            probs = self.probs
            return torch.bernoulli(probs.expand(tuple(sample_shape) + tuple(probs.shape)))

    def log_prob(self, value):
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Uniform:
    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _both(low, high)

    def rsample(self, sample_shape=()):
        drawn = torch.rand(tuple(sample_shape) + tuple(self.low.shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)


class Beta:
    """What mixup draws its share of."""

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = _both(concentration1, concentration0)

    def sample(self, sample_shape=()):
        of = self.concentration1
        return torch.rand(tuple(sample_shape) + tuple(of.shape), dtype=of.dtype, device=of.device)


class Independent:
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base, self.dims = base_distribution, reinterpreted_batch_ndims

    def log_prob(self, value):
        log_prob = self.base.log_prob(value)
        return log_prob if self.dims == 0 else log_prob.sum(tuple(range(-self.dims, 0)))

    def entropy(self):
        entropy = self.base.entropy()
        return entropy if self.dims == 0 else entropy.sum(tuple(range(-self.dims, 0)))

    def rsample(self, sample_shape=()):
        return self.base.rsample(sample_shape)

    def sample(self, sample_shape=()):
        return self.base.sample(sample_shape)


def kl_divergence(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


class Categorical:
    """Of probs and logits, the one that is not given is made when it is asked for, and kept."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._probs = probs / probs.sum(-1, keepdim=True) if probs is not None else None
        self._logits = logits - logits.logsumexp(dim=-1, keepdim=True) if logits is not None else None
        self._events = (probs if probs is not None else logits).shape[-1]

    @property
    def probs(self):
        if self._probs is None:
            self._probs = torch.softmax(self._logits, dim=-1)
        return self._probs

    @property
    def logits(self):
        if self._logits is None:
            eps = torch.finfo(self._probs.dtype).eps
            self._logits = torch.log(self._probs.clamp(min=eps, max=1 - eps))
        return self._logits

    def sample(self, sample_shape=()):
        flat = self.probs.reshape(-1, self._events)
        count = 1
        for n in sample_shape:
            count = count * n
        drawn = torch.multinomial(flat, count, True).T
        return drawn.reshape(tuple(sample_shape) + tuple(self.probs.shape[:-1]))

    def log_prob(self, value):
        value = value.long().unsqueeze(-1)
        value, log = torch.broadcast_tensors(value, self.logits)
        return log.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class OneHotCategorical:
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    def sample(self, sample_shape=()):
        drawn = self._categorical.sample(sample_shape)
        return torch.nn.functional.one_hot(drawn, self._categorical._events).to(self.probs)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class MultivariateNormal:
    """One whose spread has no gradient: what solving for it keeps is the triangle that it is solved with, and what comes out."""

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [one for one in (covariance_matrix, precision_matrix, scale_tril) if one is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix = given[0]
        if torch.is_grad_enabled() and matrix.requires_grad:
            stop("what a decomposition keeps for its backward pass is not known")
        batch = torch.broadcast_shapes(tuple(matrix.shape[:-2]), tuple(loc.shape[:-1]))
        self._events, self._batch = loc.shape[-1], batch
        self._tril = matrix if scale_tril is not None else matrix.new_empty(*matrix.shape)
        self._spread, self.loc = matrix.expand(*batch, self._events, self._events), loc.expand(*batch, self._events)

    @property
    def covariance_matrix(self):
        return self._spread

    @property
    def mean(self):
        return self.loc

    mode = mean

    def _halved(self):
        return self._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def rsample(self, sample_shape=()):
        drawn = torch.randn(tuple(sample_shape) + tuple(self.loc.shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + torch.matmul(self._tril, drawn.unsqueeze(-1)).squeeze(-1)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def log_prob(self, value):
        solved = torch.matmul(self._tril, (value - self.loc).unsqueeze(-1)).squeeze(-1)
        return -0.5 * (self._events * math.log(2 * math.pi) + solved.pow(2).sum(-1)) - self._halved()

    def entropy(self):
        entropy = 0.5 * self._events * (1.0 + math.log(2 * math.pi)) + self._halved()
        return entropy if len(self._batch) == 0 else entropy.expand(self._batch)
