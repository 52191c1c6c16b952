"""What a training loop calls beside its models: loaders, optimizers, schedulers, scalers."""
import torch
from trainlint import drop, known, plain, same, unknown, update, whole


class Optimizer:
    trainlint_decay = 0  # of the weights, where it is added to the gradients

    def __init__(self, params, *args, **kwargs):
        self.param_groups = []
        self.state = {}
        if known(params):
            groups = [params] if hasattr(params, "shape") else list(params)
            if not any(isinstance(group, dict) for group in groups):
                groups = [{"params": groups}]
            for group in groups:
                self.add_param_group(group)
        else:
            self.param_groups.append({"params": params, "lr": unknown("a learning rate")})

    def add_param_group(self, group):
        group = dict(group)
        if known(group["params"]):
            given = group["params"]
            group["params"] = [given] if hasattr(given, "shape") else list(given)
        group.setdefault("lr", unknown("a learning rate"))
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=True):
        if set_to_none:
            drop([group["params"] for group in self.param_groups])

    def step(self, closure=None):
        if closure is not None:
            closure()
        update([group["params"] for group in self.param_groups], self, self.trainlint_decayed())

    def trainlint_decayed(self):
        decayed = []
        for group in self.param_groups:
            decay = group.get("weight_decay", self.trainlint_decay) if self.trainlint_decay is not None else 0
            if known(decay) and decay:
                decayed.append(group["params"])
        return decayed

    def state_dict(self):
        return unknown("the state of an optimizer")

    def load_state_dict(self, state):
        pass


class Adam(Optimizer):
    def __init__(self, params, lr=0.001, betas=None, eps=1e-08, weight_decay=0, *args, decoupled_weight_decay=False, **kwargs):
        Optimizer.__init__(self, params)
        self.trainlint_decay = None if decoupled_weight_decay else weight_decay


class AdamW(Optimizer):
    trainlint_decay = None


class SGD(Optimizer):
    def __init__(self, params, lr=0.001, momentum=0, dampening=0, weight_decay=0, *args, **kwargs):
        Optimizer.__init__(self, params)
        self.trainlint_momentum, self.trainlint_decay = momentum, weight_decay


class RMSprop(Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0, momentum=0, centered=False, **kwargs):
        Optimizer.__init__(self, params)
        self.trainlint_momentum, self.trainlint_centered, self.trainlint_decay = momentum, centered, weight_decay


class Adagrad(Optimizer):
    def __init__(self, params, lr=0.01, lr_decay=0, weight_decay=0, *args, **kwargs):
        Optimizer.__init__(self, params)
        self.trainlint_decay = weight_decay


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-06, weight_decay=0, *args, **kwargs):
        Optimizer.__init__(self, params)
        self.trainlint_decay = weight_decay


class Adamax(Adam):
    pass


class NAdam(Adam):
    pass


class RAdam(Adam):
    pass


class LRScheduler:
    def __init__(self, *args, **kwargs):
        pass

    def step(self, *args, **kwargs):
        pass

    def get_last_lr(self):
        return [unknown("a learning rate")]

    def get_lr(self):
        return [unknown("a learning rate")]

    def state_dict(self):
        return unknown("the state of a scheduler")

    def load_state_dict(self, state):
        pass


_LRScheduler = StepLR = MultiStepLR = ExponentialLR = CosineAnnealingLR = ReduceLROnPlateau = LambdaLR = LRScheduler
CyclicLR = OneCycleLR = CosineAnnealingWarmRestarts = LinearLR = SequentialLR = ConstantLR = PolynomialLR = LRScheduler
ChainedScheduler = MultiplicativeLR = LRScheduler


class GradScaler:
    def __init__(self, *args, **kwargs):
        pass

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        optimizer.step()

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return unknown("the scale of a loss")

    def is_enabled(self):
        return True

    def state_dict(self):
        return unknown("the state of a scaler")

    def load_state_dict(self, state):
        pass


class Dataset:
    def __add__(self, other):
        return ConcatDataset([self, other])

    def __getitem__(self, index):
        raise NotImplementedError

    def __contains__(self, one):
        return False if isinstance(one, str) else unknown("what a dataset holds")


class IterableDataset(Dataset):
    def __iter__(self):
        raise NotImplementedError


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[trainlint.index()]

    def __len__(self):
        return unknown("how many items a dataset has")


class ConcatDataset(Dataset):
    """Items of the first dataset stand for those of all, where they are alike."""

    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, index):
        items = [dataset[trainlint.index()] for dataset in self.datasets]
        return same(items)

    def __len__(self):
        return unknown("how many items a dataset has")


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[0] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]


def random_split(dataset, lengths, generator=None):
    return [Subset(dataset, None) for _ in lengths]


def default_collate(batch):
    first = batch[0]
    if whole(first):
        return torch.zeros(len(batch), dtype=torch.int64)
    if not known(first):
        return plain(first)
    if isinstance(first, torch.Tensor):
        return torch.stack(batch)
    if hasattr(first, "__array__"):
        return torch.stack([torch.as_tensor(item) for item in batch])
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        if hasattr(first, "trainlint_collated"):
            return first.trainlint_collated(batch, default_collate)
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, tuple):
        return [default_collate([item[i] for item in batch]) for i in range(len(first))]
    if isinstance(first, list):
        return [default_collate([item[i] for item in batch]) for i in range(len(first))]
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists")


class Sampler:
    def __init__(self, data_source=None, *args, **kwargs):
        self.data_source = data_source

    def set_epoch(self, epoch):
        pass

    def __len__(self):
        return unknown("how many items a sampler draws")


class SubsetRandomSampler(Sampler):
    pass


RandomSampler = SequentialSampler = WeightedRandomSampler = DistributedSampler = SubsetRandomSampler


class BatchSampler:
    def __init__(self, sampler, batch_size, drop_last):
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        """As many indices at a time, of whatever the sampler draws from."""
        for _ in range(3):
            yield [trainlint.index() for _ in range(self.batch_size)]

    def __len__(self):
        return unknown("how many batches a sampler draws")


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, **kwargs):
        self.dataset, self.batch_size, self.collate_fn = dataset, batch_size, collate_fn
        self.batch_sampler, self.sampler, self.drop_last = batch_sampler, sampler, drop_last
        if known(batch_sampler) and type(batch_sampler) is BatchSampler:
            self.batch_size, self.sampler, self.drop_last = batch_sampler.batch_size, batch_sampler.sampler, batch_sampler.drop_last
            self.batch_sampler = None

    def __iter__(self):
        if trainlint.open() and (not known(self.dataset) or isinstance(self.dataset, IterableDataset)):
            return trainlint_iterator(self, self.batch_size)
        if not known(self.dataset):
            return iter(self.dataset)
        if not known(self.batch_size):
            return iter(range(self.batch_size))
        if self.batch_sampler is not None:
            return trainlint_iterator(self, trainlint_together(self.batch_sampler))
        return trainlint_iterator(self, self.batch_size)

    def __next__(self):
        """iter() of a loader is not told from it."""
        if not hasattr(self, "trainlint_given"):
            self.trainlint_given = iter(self)
        try:
            return next(self.trainlint_given)
        except StopIteration:
            self.trainlint_given = iter(self)
            return next(self.trainlint_given)

    def __len__(self):
        settings = self.dataset, self.batch_size, self.sampler, self.batch_sampler, self.drop_last
        if not all(known(one) for one in settings) or self.sampler is not None or self.batch_sampler is not None:
            return unknown("how many batches a loader has")
        count = len(self.dataset)
        if self.batch_size is None or not known(count):
            return unknown("how many batches a loader has")
        batch = trainlint.batch(self.batch_size)
        return count // batch if self.drop_last else -(-count // batch)


class trainlint_iterator:
    """What iter() of a loader gives."""

    def __init__(self, loader, batch_size):
        self.loader, self.given = loader, trainlint_batches(loader, batch_size)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.given)

    def next(self):
        """Until torch 1.12."""
        return next(self.given)

    def __len__(self):
        return len(self.loader)


def trainlint_together(sampler):
    """How many indices a batch_sampler of the project's own puts together: as many as it does the first time."""
    if not known(sampler):
        return sampler
    if not hasattr(sampler, "__iter__"):  # one of torch's own, of which nobody has said in what order it draws
        return unknown("how many items batch_sampler puts together")
    for indices in sampler:
        return len(indices)
    return unknown("how many items batch_sampler puts together")


def trainlint_batches(loader, batch_size):
    for _ in range(3):
        yield trainlint.attempted(trainlint_batch, loader, batch_size)


class trainlint_first:
    """An IterableDataset whose first item stands for all of them."""

    def __init__(self, dataset):
        self.dataset = dataset

    def __getitem__(self, index):
        for item in self.dataset:
            return item
        raise StopIteration


def trainlint_batch(loader, batch_size):
    if not known(loader.dataset):
        return unknown("the items of its dataset")
    if isinstance(loader.dataset, IterableDataset):
        item = trainlint.item(trainlint_first(loader.dataset))
        if batch_size is None:
            return item
    elif batch_size is None:
        return loader.dataset[trainlint.index()]
    else:
        item = trainlint.item(loader.dataset)
    collate = loader.collate_fn if loader.collate_fn is not None else default_collate
    return collate([item for _ in range(trainlint.batch(batch_size))])


import trainlint  # noqa: E402


class Bar:
    """A bar over something that is walked over once."""

    def __init__(self, iterable):
        self.iterable = iterable
        self.n, self.desc, self.postfix = unknown("how far a bar is"), None, None

    @property
    def total(self):
        return len(self.iterable)

    def __iter__(self):
        for item in self.iterable:
            yield item

    def __len__(self):
        return len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass

    def shows(self, *args, **kwargs):
        pass

    set_postfix = set_postfix_str = set_description = set_description_str = update = write = refresh = close = clear = reset = display = shows


def tqdm(iterable=None, *args, **kwargs):
    return iterable if not known(iterable) else Bar(iterable)


def silent(*args, **kwargs):
    pass


tqdm.write = tqdm.set_lock = silent


def trange(*args, **kwargs):
    return Bar(range(*args))


def clip_grad_value_(*args, **kwargs):
    pass
