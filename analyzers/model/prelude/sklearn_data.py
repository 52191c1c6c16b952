"""What scikit-learn makes of tables before a network sees them, as far as their shapes go."""
import numpy
import torch
from trainlint import known, unknown


def sided(data):
    """Whether the shape is known."""
    return known(data) and isinstance(data, numpy.ndarray)


class Transformer:
    """It gives as many rows and columns as it is given."""

    def __init__(self, *args, **kwargs):
        pass

    def fit(self, X, y=None, **kwargs):
        return self

    partial_fit = fit

    def transform(self, X, *args, **kwargs):
        if sided(X):
            return numpy.ndarray(X.shape, torch.float64)
        return X

    def fit_transform(self, X, y=None, **kwargs):
        return self.transform(X)

    inverse_transform = transform


StandardScaler = MinMaxScaler = RobustScaler = MaxAbsScaler = Normalizer = QuantileTransformer = PowerTransformer = SimpleImputer = Transformer


class LabelEncoder:
    """A number for each label."""

    def fit(self, y):
        return self

    def transform(self, y):
        if sided(y):
            return numpy.ndarray(y.shape, torch.int64)
        return y

    def fit_transform(self, y):
        return self.transform(y)

    @property
    def classes_(self):
        return unknown("which labels there are")


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    out = []
    share = 0.25 if test_size is None and train_size is None else test_size
    for data in arrays:
        if not sided(data) or not known(share) or not known(data.shape[0]) or share is None:
            out = out + [unknown("a part of the samples"), unknown("a part of the samples")]
            continue
        rows = data.shape[0]
        held = share if isinstance(share, int) else -int(-rows * share // 1)
        out = out + [data[:rows - held], data[rows - held:]]
    return out
