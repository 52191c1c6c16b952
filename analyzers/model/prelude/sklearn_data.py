"""What scikit-learn makes of tables before a network sees them, as far as their shapes go."""
import numpy
import torch
from trainlint import known, listed, unknown


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
        if listed(data):  # some of its things, each like the others
            out = out + [data, data]
            continue
        if not sided(data) or not known(share) or not known(data.shape[0]) or share is None:
            out = out + [unknown("a part of the samples"), unknown("a part of the samples")]
            continue
        rows = data.shape[0]
        held = share if isinstance(share, int) else -int(-rows * share // 1)
        out = out + [data[:rows - held], data[rows - held:]]
    return out


class Bunch(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)


def sampled(rows, columns, whole_targets, targets=1):
    y = (rows,) if targets == 1 else (rows, targets)
    return numpy.ndarray((rows, columns), torch.float64), numpy.ndarray(y, torch.int64 if whole_targets else torch.float64)


def make_moons(n_samples=100, *args, **kwargs):
    if isinstance(n_samples, (tuple, list)):
        n_samples = sum(n_samples)
    return sampled(n_samples, 2, True)


make_circles = make_moons


def make_blobs(n_samples=100, n_features=2, *args, centers=None, return_centers=False, **kwargs):
    if return_centers or not isinstance(n_samples, int):
        return unknown("what make_blobs gives")
    return sampled(n_samples, n_features, True)


def make_classification(n_samples=100, n_features=20, *args, **kwargs):
    return sampled(n_samples, n_features, True)


def make_regression(n_samples=100, n_features=100, *, n_targets=1, coef=False, **kwargs):
    if coef:
        return unknown("what make_regression gives")
    return sampled(n_samples, n_features, False, n_targets)


def loaded(rows, columns, whole_targets, return_X_y, as_frame, names):
    if as_frame:
        return unknown("a table of scikit-learn's")
    X, y = sampled(rows, columns, whole_targets)
    if return_X_y:
        return X, y
    found = Bunch(data=X, target=y)
    if names:
        found["target_names"] = [unknown("the name of a class") for _ in range(names)]
    return found


def load_iris(*, return_X_y=False, as_frame=False):
    return loaded(150, 4, True, return_X_y, as_frame, 3)


def load_wine(*, return_X_y=False, as_frame=False):
    return loaded(178, 13, True, return_X_y, as_frame, 3)


def load_breast_cancer(*, return_X_y=False, as_frame=False):
    return loaded(569, 30, True, return_X_y, as_frame, 2)


def load_diabetes(*, return_X_y=False, as_frame=False, scaled=True):
    return loaded(442, 10, False, return_X_y, as_frame, 0)


def load_digits(n_class=10, *, return_X_y=False, as_frame=False):
    if n_class != 10:
        return unknown("how many digits there are")
    found = loaded(1797, 64, True, return_X_y, as_frame, 10)
    if not return_X_y and not as_frame:
        found["images"] = numpy.ndarray((1797, 8, 8), torch.float64)
    return found


def fetch_california_housing(*, data_home=None, download_if_missing=True, return_X_y=False, as_frame=False, **kwargs):
    return loaded(20640, 8, False, return_X_y, as_frame, 0)
