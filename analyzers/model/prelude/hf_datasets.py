"""Hugging Face's datasets (2.0 to 4.0): what a row of one is, where the program's own functions make it. What lies in its files is not known."""
import torch
from numpy import ndarray
from PIL.Image import Image
from torch.utils.data import Dataset as Base
from trainlint import choose, known, lasting, length, unknown, whole_number

LABELS = ("label", "labels", "fine_label", "coarse_label", "target")
PICTURES = ("image", "img", "picture", "jpg", "png")


def held(name):
    """What a column holds, by its name."""
    if name in PICTURES:
        return Image()
    if name in LABELS:
        return whole_number("a label")
    if name == "audio":
        return {"array": ndarray((lasting(),), torch.float32), "sampling_rate": choose([16000, 44100]), "path": unknown("where a recording lies")}
    return unknown("what a column of a dataset holds")


class Row(dict):
    """What the program has put into a row, and what else it asks for."""

    def __missing__(self, name):
        return held(name)

    def trainlint_collated(self, rows, collate):
        out = Rows()
        for name in list(self.keys()):
            out[name] = collate([row[name] for row in rows])
        out.rows = len(rows)
        return out


class Rows(dict):
    """Rows that are put together."""

    def __missing__(self, name):
        if name in LABELS:
            return torch.zeros(self.rows, dtype=torch.int64)
        return unknown("what a column of a dataset holds")


class Columns(dict):
    """One row as a function is given it that takes several: a list for each column."""

    def __missing__(self, name):
        return [held(name)]


def columns_of(row):
    out = Columns()
    for name in list(row.keys()):
        out[name] = [row[name]]
    return out


def row_of(columns):
    """The only row of what such a function gives; unknown where it makes more or fewer of one."""
    if not known(columns) or not isinstance(columns, dict):
        return unknown("what a function makes of a row")
    out = Row()
    for name in list(columns.keys()):
        values = columns[name]
        if not known(values) or len(values) != 1:
            return unknown("how a function cuts rows")
        out[name] = values[0]
    return out


def apply(function, row, batched, keywords):
    try:
        if batched:
            return row_of(function(columns_of(row), **keywords))
        return function(row, **keywords)
    except Exception:
        return unknown("what a function makes of a row")


def as_torch(value):
    if isinstance(value, (list, int, float)):
        return torch.tensor(value)
    return value


class Dataset(Base):
    def __init__(self):
        self.steps, self.form, self.only, self.last = [], None, None, None

    def copied(self):
        out = Dataset()
        out.steps, out.form, out.only, out.last = list(self.steps), self.form, self.only, self.last
        return out

    def __getitem__(self, key):
        if not known(key):
            return self.row()
        if isinstance(key, str):
            return list(unknown("a column of a dataset"))
        if isinstance(key, (slice, list, tuple)):
            return unknown("some rows of a dataset, or a column")
        return self.row()

    def row(self):
        row = Row()
        for step in self.steps:
            row = step(row)
            if not known(row):
                return row
        if self.only is not None:
            if not known(self.only):
                return unknown("which columns a dataset gives")
            out = Row()
            for name in self.only:
                out[name] = row[name]
            row = out
        if self.form in ("torch", "pt"):
            for name in list(row.keys()):
                row[name] = as_torch(row[name])
        if self.last is not None:
            return apply(self.last, row, True, {})
        return row

    def __len__(self):
        return length("how many rows a dataset has")

    def then(self, step):
        out = self.copied()
        out.steps = out.steps + [step]
        return out

    def map(self, function=None, with_indices=False, with_rank=False, input_columns=None, batched=False, batch_size=1000, drop_last_batch=False,
            remove_columns=None, fn_kwargs=None, **kwargs):
        def step(row):
            if input_columns is not None or with_indices or with_rank:
                return unknown("what a function is given of a row")
            made = apply(function, row, batched, fn_kwargs or {})
            if made is None:
                made = Row()
            if not known(made) or not isinstance(made, dict):
                return unknown("what a function makes of a row")
            out = Row()
            kept = list(row.keys()) if remove_columns is None else []
            if known(remove_columns) and isinstance(remove_columns, (list, tuple)):
                kept = [name for name in row.keys() if name not in remove_columns]
            for name in kept:
                out[name] = row[name]
            for name in list(made.keys()):
                out[name] = made[name]
            return out

        return self.then(step)

    def rename_column(self, original_column_name, new_column_name):
        def step(row):
            out = Row()
            for name in list(row.keys()):
                if name != original_column_name:
                    out[name] = row[name]
            out[new_column_name] = row[original_column_name]
            return out

        return self.then(step)

    def remove_columns(self, column_names):
        def step(row):
            if not known(column_names):
                return row  # names of the files' own columns
            names = [column_names] if isinstance(column_names, str) else column_names
            out = Row()
            for name in list(row.keys()):
                if name not in names:
                    out[name] = row[name]
            return out

        return self.then(step)

    def set_format(self, type=None, columns=None, **kwargs):
        self.form, self.only = type, columns

    def with_format(self, type=None, columns=None, **kwargs):
        out = self.copied()
        out.set_format(type, columns)
        return out

    def set_transform(self, transform, columns=None, output_all_columns=False):
        self.last = transform
        if columns is not None or output_all_columns:
            self.last = unknown("what a transform of a dataset is given")

    def with_transform(self, transform, columns=None, output_all_columns=False):
        out = self.copied()
        out.set_transform(transform, columns, output_all_columns)
        return out

    def same(self, *args, **kwargs):
        return self.copied()

    filter = shuffle = select = sort = shard = take = skip = flatten_indices = same
    cast = class_encode_column = repeat = to_iterable_dataset = same

    def cast_column(self, column, feature=None, **kwargs):
        return self.copied()

    def train_test_split(self, *args, **kwargs):
        return DatasetDict(self.copied())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what a dataset holds")

    @classmethod
    def from_dict(cls, *args, **kwargs):
        return Dataset()

    from_list = from_pandas = from_csv = from_json = from_parquet = from_generator = load_from_disk = from_dict


class DatasetDict:
    """A dataset's parts, which are alike."""

    def __init__(self, of=None):
        self.of, self.parts = of, {}
        if isinstance(of, dict):
            self.of, self.parts = None, of

    def __getitem__(self, name):
        if not known(name):
            return unknown("which part of a dataset it is")
        if name not in self.parts:
            if self.of is None:
                return unknown("a part of a dataset")
            self.parts[name] = self.of.copied()
        return self.parts[name]

    def __setitem__(self, name, part):
        self.parts[name] = part

    def __contains__(self, name):
        return unknown("whether a dataset has such a part")

    def each(self, do):
        out = DatasetDict(None if self.of is None else do(self.of))
        for name in list(self.parts.keys()):
            if not known(self.parts[name]):
                return unknown("a part of a dataset")
            out.parts[name] = do(self.parts[name])
        return out

    def map(self, *args, **kwargs):
        return self.each(lambda one: one.map(*args, **kwargs))

    def rename_column(self, *args, **kwargs):
        return self.each(lambda one: one.rename_column(*args, **kwargs))

    def remove_columns(self, *args, **kwargs):
        return self.each(lambda one: one.remove_columns(*args, **kwargs))

    def with_format(self, *args, **kwargs):
        return self.each(lambda one: one.with_format(*args, **kwargs))

    def with_transform(self, *args, **kwargs):
        return self.each(lambda one: one.with_transform(*args, **kwargs))

    def same(self, *args, **kwargs):
        return self.each(lambda one: one.copied())

    filter = shuffle = select = sort = cast_column = cast = class_encode_column = same

    def set_format(self, *args, **kwargs):
        for one in self.all():
            one.set_format(*args, **kwargs)

    def set_transform(self, *args, **kwargs):
        for one in self.all():
            one.set_transform(*args, **kwargs)

    def all(self):
        return list(self.parts.values()) + ([] if self.of is None else [self.of])

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what a dataset holds")


def load_dataset(path=None, name=None, data_dir=None, data_files=None, split=None, **kwargs):
    return DatasetDict(Dataset()) if split is None else Dataset()


PARTS = ("train", "test", "validation", "valid", "val", "dev", "eval")


class OnDisk(Dataset):
    """A dataset on the disk, or several: who asks for a part by one of the usual names knows that it has parts."""

    def __init__(self):
        super().__init__()
        self.parts = {}

    def copied(self):
        out = OnDisk()
        out.steps, out.form, out.only, out.last = list(self.steps), self.form, self.only, self.last
        return out

    def __getitem__(self, key):
        if not known(key) or not isinstance(key, str) or key not in PARTS:
            return super().__getitem__(key)
        if key not in self.parts:
            self.parts[key] = super().copied()
        return self.parts[key]


def load_from_disk(*args, **kwargs):
    return OnDisk()


def concatenate_datasets(dsets, *args, **kwargs):
    return unknown("the rows of several datasets")


interleave_datasets = concatenate_datasets


class Feature:
    def __init__(self, *args, **kwargs):
        pass


Audio = ClassLabel = Value = Sequence = Features = Feature
