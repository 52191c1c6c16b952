"""What OpenMMLab's frameworks stand on: registries, configs, the bases of their modules."""
import torch
import trainlint
from torch import nn


class Registry:
    """A class that is not in it is looked for in the project, under its name: importing the framework would bring it."""

    default_scope = None  # what MMEngine's runner makes the current one: the framework whose classes a config means

    def __init__(self, name, build_func=None, parent=None, scope=None, locations=()):
        self.name, self.parent, self.build_func = name, parent, build_func
        self._module_dict, self.children, self.parts = {}, {}, []
        if parent is not None and (scope or locations):
            parent.children[scope or locations[0].split(".")[0]] = self

    def _register(self, module, name):
        for one in name if isinstance(name, (list, tuple)) else [name or module.__name__]:
            self._module_dict[one] = module
        return module

    def _register_module(self, module=None, module_name=None, module_class=None, force=False):
        return self._register(module or module_class, module_name)

    def register_module(self, name=None, force=False, module=None):
        if module is not None:
            return self._register(module, name)
        if isinstance(name, type):
            return self._register(name, None)
        return lambda given: self._register(given, name)

    def _held(self, key):
        registry = self
        while registry is not None:
            for one in [registry] + registry.parts:
                if key in one._module_dict:
                    return one._module_dict[key]
            registry = registry.parent
        return None

    def _of_scope(self, scope):
        root = self
        while root.parent is not None:
            root = root.parent
        return root.children.get(scope)

    def get(self, key):
        parts = key.split(".")
        key, scope = parts[-1], parts[0] if len(parts) > 1 else Registry.default_scope
        found, own = self._held(key), self._of_scope(scope)
        if own is not None and found is not None and key not in own._module_dict:
            trainlint.registering(key)
        if own is not None and key in own._module_dict:  # two frameworks register one name
            return own._module_dict[key]
        if found is None:
            units = trainlint.registering(key)
            if own is not None and key in own._module_dict:
                return own._module_dict[key]
            found = self._held(key)
            if found is None and units:  # in the registry of another scope, which the runner makes the current one
                found = getattr(units[0], key, None)
        return found

    def __contains__(self, key):
        return self.get(key) is not None

    @property
    def module_dict(self):
        return self._module_dict

    def build(self, cfg, *args, **kwargs):
        if self.build_func is not None:
            return self.build_func(cfg, *args, **kwargs, registry=self)
        return build_from_cfg(cfg, self, *args, **kwargs)


def build_from_cfg(cfg, registry, default_args=None):
    args = dict(cfg)
    for name, value in (default_args or {}).items():
        args.setdefault(name, value)
    kind = args.pop("type")
    args.pop("_scope_", None)
    if isinstance(kind, str):
        found = registry.get(kind)
        if found is None:
            found = trainlint.unknown("which class is registered as " + kind)
        kind = found
    return kind(**args)


def build_model_from_cfg(cfg, registry, default_args=None):
    if isinstance(cfg, (list, tuple)):
        return nn.Sequential(*[build_from_cfg(one, registry, default_args) for one in cfg])
    return build_from_cfg(cfg, registry, default_args)


MODELS = Registry("model", build_model_from_cfg)
DATASETS = DATA_SAMPLERS = EVALUATOR = FUNCTIONS = HOOKS = INFERENCERS = LOG_PROCESSORS = LOOPS = METRICS = Registry("others")
MODEL_WRAPPERS = OPTIM_WRAPPER_CONSTRUCTORS = OPTIM_WRAPPERS = OPTIMIZERS = PARAM_SCHEDULERS = RUNNER_CONSTRUCTORS = RUNNERS = DATASETS
TASK_UTILS = TRANSFORMS = VISBACKENDS = VISUALIZERS = WEIGHT_INITIALIZERS = OPTIMIZER_BUILDERS = PIPELINES = DATASETS


class ConfigDict(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value

    def copy(self):
        return ConfigDict(self)

    def deepcopy(self):
        return as_config(self)

    def __deepcopy__(self, memo):
        return as_config(self)


def as_config(value):
    if isinstance(value, dict):
        out = ConfigDict()
        for key, one in value.items():
            out[key] = as_config(one)
        return out
    if isinstance(value, list):
        return [as_config(one) for one in value]
    if isinstance(value, tuple):
        return tuple([as_config(one) for one in value])
    return value


def merged(over, under):
    """What a config lays over its base."""
    out = dict(under)
    for key, value in over.items():
        below = out.get(key)
        if isinstance(value, dict) and not value.get("_delete_", False) and isinstance(below, dict):
            out[key] = merged(value, below)
        elif isinstance(value, dict) and isinstance(below, list) and value and all(one.isdigit() for one in value):
            items = list(below)
            for at, one in value.items():
                held = items[int(at)]
                items[int(at)] = merged(one, held) if isinstance(one, dict) and isinstance(held, dict) else one
            out[key] = items
        else:
            out[key] = cleaned(value)
    return out


def cleaned(value):
    if isinstance(value, dict):
        return {key: cleaned(one) for key, one in value.items() if key != "_delete_"}
    return value


def bases(path, base, depth=0):
    under = {}
    for one in [base] if isinstance(base, str) else base:
        under.update(settings(trainlint.beside(path, one), depth + 1))
    return under


def based(path, base):
    """What the name _base_ stands for behind the statement that binds it: what the bases say, to be read and changed."""
    return as_config(bases(path, base))


def settings(path, depth=0):
    if depth > 8:
        return trainlint.unknown("configs that stand on each other")
    names = trainlint.config(path, based)
    under = names.pop("_base_", {})
    return merged({key: value for key, value in names.items() if not callable(value)}, under)


def overlaid(cfg, options):
    """What a command line says over a config: model.backbone.depth=101."""
    for key, value in options.items():
        at, parts = cfg, key.split(".")
        for part in parts[:-1]:
            if isinstance(at, (list, tuple)):
                at = at[int(part)]
                continue
            if not isinstance(at.get(part), (dict, list, tuple)):
                at[part] = {}
            at = at[part]
        if isinstance(at, list):
            at[int(parts[-1])] = value
        else:
            at[parts[-1]] = value
    return cfg


class Config:
    @staticmethod
    def fromfile(filename, *args, **kwargs):
        return as_config(settings(filename))


class BaseModule(nn.Module):
    def __init__(self, init_cfg=None):
        super().__init__()
        self._is_init = False
        self.init_cfg = init_cfg

    @property
    def is_init(self):
        return self._is_init

    def init_weights(self):
        pass


class Sequential(BaseModule, nn.Sequential):
    def __init__(self, *args, init_cfg=None):
        BaseModule.__init__(self, init_cfg)
        nn.Sequential.__init__(self, *args)


class ModuleList(BaseModule, nn.ModuleList):
    def __init__(self, modules=None, init_cfg=None):
        BaseModule.__init__(self, init_cfg)
        nn.ModuleList.__init__(self, modules)


class ModuleDict(BaseModule, nn.ModuleDict):
    def __init__(self, modules=None, init_cfg=None):
        BaseModule.__init__(self, init_cfg)
        nn.ModuleDict.__init__(self, modules)


class BaseDataPreprocessor(nn.Module):
    def __init__(self, non_blocking=False):
        super().__init__()


class ImgDataPreprocessor(BaseDataPreprocessor):
    def __init__(self, mean=None, std=None, pad_size_divisor=1, pad_value=0, bgr_to_rgb=False, rgb_to_bgr=False, non_blocking=False):
        super().__init__()
        if mean is not None:
            self.register_buffer("mean", torch.tensor(mean).view(-1, 1, 1), False)
            self.register_buffer("std", torch.tensor(std).view(-1, 1, 1), False)


class BaseModel(BaseModule):
    def __init__(self, data_preprocessor=None, init_cfg=None):
        super().__init__(init_cfg)
        self.data_preprocessor = BaseDataPreprocessor()


def merge_dict(*args):
    out = {}
    for one in args:
        out.update(one)
    return out


def auto_fp16(*args, **kwargs):
    return lambda function: function


force_fp32 = auto_fp16


def no_result(*args, **kwargs):
    return None


normal_init = xavier_init = uniform_init = constant_init = kaiming_init = caffe2_xavier_init = trunc_normal_init = no_result
last_zero_init = load_state_dict = print_log = update_init_info = initialize = no_result


class Checkpoint:
    """Weights that somebody else saved: copying them changes no size."""

    shape = None

    def __contains__(self, name):
        return False

    def __getitem__(self, name):
        return self

    def keys(self):
        return []

    def items(self):
        return []


def _load_checkpoint(filename, *args, **kwargs):
    return Checkpoint()


def load_checkpoint(model, filename, *args, **kwargs):
    return Checkpoint()




def trunc_normal_(tensor, *args, **kwargs):
    return tensor


def bias_init_with_prob(prior_prob):
    return 0.0


def get_dist_info():
    return trainlint.unknown("the rank of a process"), get_world_size()


class MessageHub:
    """What a runner tells the parts of a model: it is past what the first epochs do otherwise."""

    @staticmethod
    def get_current_instance():
        return MessageHub()

    def get_info(self, key, default=None):
        return 1000000 if key in ("epoch", "iter") else trainlint.unknown("what a runner says of " + str(key))


def get_world_size(group=None):
    return 1


def get_rank(group=None):
    return 0


def is_tuple_of(seq, kind):
    return isinstance(seq, tuple) and all(isinstance(one, kind) for one in seq)


def is_list_of(seq, kind):
    return isinstance(seq, list) and all(isinstance(one, kind) for one in seq)


def is_seq_of(seq, kind, seq_type=None):
    return isinstance(seq, seq_type or (list, tuple)) and all(isinstance(one, kind) for one in seq)


def is_str(x):
    return isinstance(x, str)


def _ntuple(n):
    return lambda x: tuple(x) if isinstance(x, (tuple, list)) else (x,) * n


to_1tuple, to_2tuple, to_3tuple, to_4tuple = _ntuple(1), _ntuple(2), _ntuple(3), _ntuple(4)


def to_ntuple(n):
    return _ntuple(n)


def digit_version(version):
    return tuple([int(part) for part in version.split("+")[0].split(".")[:3] if part.isdigit()])


def deprecated_api_warning(*args, **kwargs):
    return lambda function: function


def is_model_wrapper(model):
    return False


is_module_wrapper = is_model_wrapper
TORCH_VERSION = torch.__version__
_BatchNorm, _InstanceNorm = nn.modules.batchnorm._BatchNorm, nn.modules.instancenorm._InstanceNorm
SyncBatchNorm = nn.SyncBatchNorm


class MMLogger:
    @staticmethod
    def get_current_instance():
        return trainlint.unknown("a logger")
