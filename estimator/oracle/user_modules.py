"""Measures modules that people wrote, with a real torch on the CPU, and writes numbers only.

    python user_modules.py LIST.csv TREES > ../../testdata/oracle/modules.csv
    python user_modules.py --find SET TREE ... > FOUND.csv

With --find nobody chooses: of each work tree up to four modules are taken that torch can build, run and derive. Classes that other classes of their
file do not build come first, the longest first; arguments without a default and the shapes of inputs are guessed by their names until one runs.
Imports that are not installed are stood in for, and a module that uses one while it is built or runs is left out. Weights to be downloaded are not.
Run it without a network and over trees that cannot be written to: scripts do what they do when they are imported.

LIST.csv: repository, commit, path, name (a class or a factory), arguments (JSON; config.width is an attribute of config;
@checkpointing names a class of modules that are run again, @weights what the model is cast to), input ("2x3x64x64 2x7:int64"), set.
TREES holds a work tree of each repository as owner+name. Every row runs in a process of its own.

What is written, in bytes, for fp32 and training mode:
  saved  unique storages that autograd keeps for the backward pass at the end of the forward pass, without parameters and
         buffers, with inputs; counted by torch.autograd.graph.saved_tensors_hooks
  peak   the most that is alive at once in a step: forward, backward from the sum of the outputs, AdamW (foreach, states
         there from an earlier step), gradients set to None before; counted by the storages that the dispatcher makes
Dropout is done as a GPU does it (native_dropout: a byte an element), the backward pass of softmax, too; oneDNN is off, as its kernels keep
their own copies.
"""

import argparse
import ast
import csv
import functools
import gc
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import inspect
import itertools
import json
import os
import random
import resource
import signal
import sys
import time
import types
import weakref

import torch
import torch.nn.functional as F
import torch.utils.checkpoint
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

COLUMNS = ["repository", "commit", "path", "name", "arguments", "input", "set"]
NUMBERS = ["parameters", "trainable", "buffers", "outputs", "saved", "peak", "torch", "error"]


def as_on_a_gpu():
    torch.backends.mkldnn.enabled = False

    def dropout(input, p=0.5, training=True, inplace=False):
        if not training or p == 0:
            return input
        if inplace:  # no kernel of its own: it multiplies with noise of the input's type
            return torch.dropout_(input, p, True)
        return torch.native_dropout(input, p, True)[0]

    attention = F.scaled_dot_product_attention

    def fused(query, key, value, attn_mask=None, dropout_p=0.0, *args, **kwargs):
        """The CPU has no fused kernel with dropout; a GPU's keeps what it keeps without."""
        return attention(query, key, value, attn_mask, 0.0, *args, **kwargs)

    linear = F.linear

    def by_hand(input, weight, bias=None):
        """Of an input that is not contiguous torch makes a product and adds the bias in place, but not while a dispatch mode looks on."""
        if bias is not None and input.dim() > 2 and not input.is_contiguous():
            return torch.matmul(input, weight.t()).add_(bias)
        return linear(input, weight, bias)

    F.linear = by_hand
    F.scaled_dot_product_attention = fused
    F.dropout = dropout
    torch.dropout = lambda input, p, train: dropout(input, p, train)


class Packed:
    def __init__(self, tensor):
        self.tensor = tensor.detach()


class Alive(TorchDispatchMode):
    """Counts the bytes of all storages that are alive, and the most there ever were."""

    def __init__(self):
        super().__init__()
        self.now = self.peak = 0
        self.known = {}

    def meet(self, tensor):
        if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided:
            return
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key in self.known:
            return
        size = storage.nbytes()

        def gone(_, key=key, size=size):
            if self.known.pop(key, None) is not None:
                self.now -= size

        self.known[key] = weakref.ref(storage, gone)
        self.now += size
        self.peak = max(self.peak, self.now)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.add.Tensor and not kwargs and len(args) == 2 and added_in_place(*args):
            return args[0].add_(args[1])
        # CUDA's kernel is given the product of gradient and result, which it has made before (aten/src/ATen/native/cuda/SoftMax.cu)
        product = args[0] * args[1] if func is torch.ops.aten._softmax_backward_data.default else None
        if product is not None:
            self.meet(product)
        out = func(*args, **(kwargs or {}))
        for leaf in tree_leaves(out):
            self.meet(leaf)
        return out


def added_in_place(first, second):
    """Reports whether the backward pass adds this gradient into the first: where nobody else holds it, but never while a dispatch mode looks on
    (torch/csrc/autograd/input_buffer.cpp)."""
    if torch._C._current_graph_task_id() == -1 or not isinstance(first, torch.Tensor) or not isinstance(second, torch.Tensor):
        return False
    storage = first.untyped_storage()
    alone = torch._C._storage_Use_Count(storage._cdata) == 2 and first._use_count() == 4  # this frame's included
    return alone and first.shape == second.shape and first.is_contiguous() and storage.nbytes() == first.numel() * first.element_size()


def inputs_of(text):
    made = []
    for part in text.split():
        shape, _, dtype = part.partition(":")
        shape = [int(n) for n in shape.split("x")] if shape else []
        if dtype.startswith("int"):
            made.append(torch.randint(0, 2, shape, dtype=getattr(torch, dtype)))
        elif dtype == "bool":
            made.append(torch.zeros(shape, dtype=torch.bool))
        else:
            made.append(torch.randn(shape, dtype=getattr(torch, dtype or "float32")))
    return made


def floats(out):
    def leaves(one):
        if isinstance(one, torch.Tensor):
            yield one
        elif isinstance(one, dict):
            for v in one.values():
                yield from leaves(v)
        elif isinstance(one, (list, tuple)):
            for v in one:
                yield from leaves(v)
        elif hasattr(one, "__dict__"):
            for v in vars(one).values():
                yield from leaves(v)

    return list(leaves(out))


def saved_bytes(model, args):
    """Runs forward once; the bytes kept, and the outputs."""
    held = list(model.parameters()) + list(model.buffers())
    own = {t.untyped_storage()._cdata for t in held if t.layout == torch.strided}
    packed = weakref.WeakSet()

    def pack(tensor):
        one = Packed(tensor)
        packed.add(one)
        return one

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda one: one.tensor):
        out = model(*args)
    gc.collect()
    storages = {}
    for one in packed:
        storage = one.tensor.untyped_storage()
        if storage._cdata not in own:
            storages[storage._cdata] = storage.nbytes()
    return sum(storages.values()), out


def step(model, args, optimizer):
    out = [t for t in floats(model(*args)) if t.requires_grad]
    loss = sum(t.sum() if not t.is_complex() else t.abs().sum() for t in out)
    del out
    loss.backward()
    del loss
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)


def peak_bytes(model, args):
    for p in model.parameters():
        p.requires_grad_(p.requires_grad)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], foreach=True)
    step(model, args, optimizer)
    gc.collect()
    count = Alive()
    for t in list(model.parameters()) + list(model.buffers()) + args:
        count.meet(t)
    for state in optimizer.state.values():
        for t in state.values():
            count.meet(t)
    gc.disable()
    with count:
        step(model, args, optimizer)
    gc.enable()
    return count.peak


def build(tree, path, name, arguments):
    made = find(tree, path, name)
    return made(*arguments.get("*", []), **objects({k: v for k, v in arguments.items() if k != "*"}))


def find(tree, path, name):
    os.chdir(tree)
    folder = os.path.dirname(path)
    above = [os.path.join(tree, *folder.split("/")[:i]) for i in range(len(folder.split("/")), -1, -1)]
    sys.path[:0] = [tree]
    sys.argv = [path]
    dotted = path[: -len(".py")].replace("/", ".")
    try:
        module = importlib.import_module(dotted)
    except Exception:
        # as a script in its own folder
        for key in [k for k in sys.modules if k.split(".")[0] == dotted.split(".")[0]]:
            del sys.modules[key]
        sys.path[:0] = above[:1]
        try:
            module = importlib.import_module(os.path.basename(path)[: -len(".py")])
        except Exception:
            sys.path[:0] = above
            module = importlib.import_module(os.path.basename(path)[: -len(".py")])
    return functools.reduce(getattr, name.split("."), module)


def objects(arguments):
    """Arguments whose names have dots are attributes of objects: config.width."""
    made = {}
    for name, value in arguments.items():
        *above, last = name.split(".")
        at = made
        for word in above:
            at = at.setdefault(word, {})
        at[last] = value

    def whole(value):
        return argparse.Namespace(**{k: whole(v) for k, v in value.items()}) if isinstance(value, dict) else value

    return {k: whole(v) if any(name.startswith(k + ".") for name in arguments) else v for k, v in made.items()}


def run_again(model, name):
    """The modules of a class are run again in the backward pass, by torch.utils.checkpoint as it is recommended."""
    found = [m for m in model.modules() if type(m).__name__ == name]
    assert found, f"no module of the class {name}"
    for module in found:
        module.forward = functools.partial(torch.utils.checkpoint.checkpoint, module.forward, use_reentrant=False)


def measure(tree, row):
    as_on_a_gpu()
    torch.manual_seed(0)
    random.seed(0)
    arguments = json.loads(row["arguments"] or "{}")
    again, weights = arguments.pop("@checkpointing", None), arguments.pop("@weights", "float32")
    weights = getattr(torch, weights)
    model = build(tree, row["path"], row["name"], arguments).train()
    if weights != torch.float32:  # to(float32) makes complex weights real
        model.to(weights)
    if again:
        run_again(model, again)
    return numbers_of(model, [t.to(weights) if t.is_floating_point() else t for t in inputs_of(row["input"])])


def numbers_of(model, args):
    parameters = {id(p): p for p in model.parameters()}.values()
    numbers = {
        "parameters": sum(p.numel() for p in parameters),
        "trainable": sum(p.numel() for p in parameters if p.requires_grad),
        "buffers": sum(b.numel() for b in {id(b): b for b in model.buffers()}.values()),
        "torch": torch.__version__,
        "error": OF_THE_CPU if any(isinstance(m, (torch.nn.RNNBase, torch.nn.ConvTranspose3d)) for m in model.modules()) else "",
    }
    numbers["saved"], out = saved_bytes(model, args)
    numbers["outputs"] = " ".join("x".join(map(str, t.shape)) for t in floats(out))
    del out
    numbers["peak"] = peak_bytes(model, args)
    return numbers


def apart(work, seconds=900, processor=None):
    """Does something in a process of its own; what it returns, or how it failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        signal.alarm(seconds)
        if processor:
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
        try:
            out = work()
        except BaseException as error:  # what a module raises is its own affair
            out = {"error": f"{type(error).__name__}: {str(error)[:120]}"}
        with os.fdopen(writing, "w") as pipe:
            json.dump(out, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "it took too long, or died"}


SIZES = {
    **dict.fromkeys(("in_channels in_channel in_ch in_chans in_chan input_channels input_channel n_channels num_channels channels_in nc inchannel in_c "
                     "inp_ch input_nc channels img_channels image_channels num_input_channels c_in n_channel im_channels channel").split(), 3),
    **dict.fromkeys(("num_classes n_classes nclass n_class num_class nclasses classes class_num num_labels n_labels output_size num_outputs out_channels "
                     "out_channel out_ch out_chans output_channels n_outputs output_nc outputs out_c num_tags action_dim n_actions num_actions "
                     "action_size c_out nb_classes output_dim out_dim").split(), 10),
    **dict.fromkeys(("hidden_dim hidden_size hidden d_model dim embed_dim embedding_dim emb_dim n_embd embed_size emb_size embedding_size input_dim in_dim "
                     "input_size in_features out_features feature_dim feat_dim features latent_dim z_dim nz hid_dim h_dim d_ff ff_dim inner_dim "
                     "dim_feedforward mlp_dim ffn_dim num_features state_dim hidden_channels base_channels mid_channels planes inplanes in_planes filters "
                     "ngf ndf nf width n_hidden hidden_units enc_hid_dim dec_hid_dim encoder_dim decoder_dim attention_dim noise_dim code_dim model_dim "
                     "hidden_features nhid ninp d_hid units obs_dim state_size time_emb_dim intermediate_size F dims num_filters n_filters nfeat").split(), 64),
    **dict.fromkeys(("num_layers n_layers layers depth n_layer nlayers num_blocks n_blocks num_encoder_layers num_decoder_layers num_hidden_layers n "
                     "repeat num_res_blocks enc_layers dec_layers N nlayer blocks").split(), 2),
    **dict.fromkeys("num_heads n_heads heads n_head nhead num_attention_heads attn_heads h head".split(), 4),
    **dict.fromkeys("vocab_size n_vocab vocab num_embeddings src_vocab_size tgt_vocab_size n_token ntoken num_tokens input_vocab trg_vocab_size n_words".split(), 100),
    **dict.fromkeys("max_len max_length seq_len max_seq_len block_size sequence_length context_length max_position_embeddings seq_length num_nodes max_seq_length n_ctx T".split(), 32),
    **dict.fromkeys("img_size image_size input_resolution resolution size im_size".split(), 64),
    **dict.fromkeys("dropout drop p dropout_p dropout_rate drop_rate dropout_prob attn_dropout resid_pdrop attn_pdrop embd_pdrop".split(), 0.1),
    **dict.fromkeys("patch_size window_size groups num_groups".split(), 8),
    **dict.fromkeys("kernel_size kernel ksize k n_experts num_experts window".split(), 3),
    **dict.fromkeys("stride dilation padding expansion expand_ratio padding_idx pad_idx factor rate ratio".split(), 1),
    **dict.fromkeys("ngpu n_gpu num_gpus gpus n_gpus num_gpu".split(), 1),
    **dict.fromkeys("scale scale_factor upscale_factor upscale up_scale reduction reduction_ratio num_stages top_k".split(), 2),
    **dict.fromkeys("bidirectional bias bilinear causal use_bn batch_norm batchnorm residual".split(), True),
    **dict.fromkeys("pretrained freeze use_checkpoint return_attention".split(), False),
    **dict.fromkeys("img_shape input_shape image_shape".split(), [3, 64, 64]),
    **dict.fromkeys("hidden_dims hidden_sizes hidden_layers layer_sizes channel_list num_channels_list".split(), [64, 32]),
    "device": "cpu", "eps": 1e-5, "norm_eps": 1e-5, "beta": 0.25, "temperature": 0.5, "activation": "relu", "act": "relu", "mode": "bilinear",
}
OF_THE_CPU = "the bytes are those of the CPU's kernels"  # recurrent layers; transposed 3-D convolutions have longer storages than they need
CONFIGS = {"config", "cfg", "args", "opt", "hparams", "params", "conf", "opts", "configs", "options"}
NO_IMPORT = "it cannot be imported: "
NOT_NUMBERS = ("layer", "model", "net", "encoder", "decoder", "backbone", "module", "block", "func", "path", "weights", "act", "norm", "list", "head")
IMAGES = ["2x{}x64x64", "2x{}x32x32", "2x{}x16x16", "2x{}x28x28", "2x{}x224x224"]
TOKENS = ["2x16:int64", "16x2:int64"]
ROWS = ["2x{}", "2x16x{}"]
LADDER = ["2x3x64x64", "2x3x224x224", "2x1x28x28", "2x3x32x32", "2x1x64x64", "2x64", "2x16:int64", "2x16x64", "2x64x16x16", "2x64x32", "2x3x128", "2x10",
          "2x4", "2x784", "2x100", "2x3x16x64x64", "2x1x32x32x32", "2x1x16000", "2x80x32", "2x10x16x16"]
BESIDE = {
    **dict.fromkeys("t time timestep timesteps step steps noise_level diffusion_step".split(), ["2:int64", "2", "2x1"]),
    **dict.fromkeys("y label labels target class_labels cls c classes action actions".split(), ["2:int64", "=", "2x10", "2x1"]),
    **dict.fromkeys("lengths length seq_lens lens x_len src_len src_lengths".split(), ["2:int64"]),
    **dict.fromkeys("mask attention_mask attn_mask src_mask padding_mask".split(), ["2x16:bool", "2x1x1x16:bool", "2x16x16:bool", "16x16:bool"]),
}


class Missing(types.ModuleType):
    """Stands in for what is not installed while files are imported. A module that uses it when it is built cannot be measured."""

    building = False
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__") or Missing.building:
            raise AttributeError(name)
        return type(name, (Stub,), {"__module__": self.__name__})


class StubType(type):
    def __getattr__(cls, name):
        if name.startswith("__") or Missing.building:
            raise AttributeError(name)
        return type(name, (Stub,), {})

    def __getitem__(cls, item):
        return cls


class Stub(metaclass=StubType):
    def __new__(cls, *args, **kwargs):
        if Missing.building:
            raise ImportError(f"{cls.__name__} is not installed")
        if len(args) == 1 and not kwargs and callable(args[0]):  # a decorator
            return args[0]
        return object.__new__(cls)

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return Stub(*args, **kwargs)

    def __getattr__(self, name):
        if name.startswith("__") or Missing.building:
            raise AttributeError(name)
        return Stub()


class NotInstalled(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, tree):
        self.tree, self.own = tree + os.sep, set()
        for _, folders, files in os.walk(tree):
            self.own.update(folders, (file[:-3] for file in files if file.endswith(".py")))

    def find_spec(self, name, path, target=None):
        asking = sys._getframe(1)
        while asking and (asking.f_code.co_filename.startswith("<frozen") or asking.f_code.co_filename.endswith("/importlib/__init__.py")):
            asking = asking.f_back
        if not asking or not asking.f_code.co_filename.startswith(self.tree):
            return  # a library asks what is there
        first = name.split(".")[0]
        made = isinstance(sys.modules.get(name.rpartition(".")[0]), Missing)
        if made or not ("." in name or first in self.own or first in sys.stdlib_module_names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Missing(spec.name)

    def exec_module(self, module):
        pass


class NoWeights(dict):
    """A file of weights that is not downloaded: loading it changes no shape."""


def as_without_a_gpu():
    import timm.models._builder
    import torch.hub
    import torch.utils.model_zoo
    import torchvision.models._api

    def none(*args, **kwargs):
        return NoWeights()

    torch.Tensor.cuda = torch.nn.Module.cuda = lambda self, *args, **kwargs: self
    torch.hub.load_state_dict_from_url = torch.utils.model_zoo.load_url = torchvision.models._api.load_state_dict_from_url = none
    timm.models._builder.load_pretrained = none
    load = torch.nn.Module.load_state_dict
    torch.nn.Module.load_state_dict = lambda self, weights, *a, **k: None if isinstance(weights, NoWeights) else load(self, weights, *a, **k)
    os.environ["HF_HUB_OFFLINE"] = "1"


def classes_of(text):
    """The modules of a file: whether another one builds it, how long it is with what it builds, its name, a function that makes one."""
    tree = ast.parse(text)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def is_module(node, seen=()):
        for base in node.bases:
            name = ast.unparse(base).split(".")[-1]
            if name == "Module" or name in classes and name not in seen and is_module(classes[name], (*seen, name)):
                return True
        return False

    modules = {name: node for name, node in classes.items() if is_module(node)}
    uses = {name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & modules.keys() - {name} for name, node in modules.items()}

    def lines(name, seen=()):
        node = modules[name]
        return node.end_lineno - node.lineno + sum(lines(u, (*seen, name)) for u in uses[name] if u not in seen)

    used = set().union(*uses.values()) if uses else set()
    digests = {name: hashlib.sha256(ast.dump(node).encode()).hexdigest() for name, node in modules.items()}
    makers = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in modules:
                    makers.setdefault(call.func.id, node.name)
    return [(name in used, -min(lines(name), 1500), name, makers.get(name), digests[name]) for name in modules]


def candidates(tree, seen):
    """What a work tree offers, the most promising first; a class that was met before, here or elsewhere, is not offered again."""
    found = []
    for folder, folders, files in os.walk(tree):
        folders[:] = sorted(f for f in folders if f.lower() not in ("tests", "test", "third_party", "thirdparty", "external", "vendor", "site-packages", ".git"))
        for file in sorted(files):
            path = os.path.join(folder, file)
            if not file.endswith(".py") or os.path.getsize(path) > 300_000:
                continue
            with open(path, encoding="utf-8", errors="replace") as f:
                text = f.read()
            if "Module" not in text:
                continue
            try:
                modules = classes_of(text)
            except (SyntaxError, RecursionError, ValueError):
                continue
            found += [(inner, size, os.path.relpath(path, tree), name, maker or "", digest) for inner, size, name, maker, digest in modules]
    for _, _, path, name, maker, digest in sorted(found):
        if digest not in seen:
            seen.add(digest)
            yield path, name, maker


def guess(name, annotation=None):
    """What an argument with this name is given; None where neither the name nor its type says anything."""
    small = name.lower()
    for known in (name, small):
        if known in SIZES:
            return SIZES[known]
    if small.endswith(("dim", "size", "channels", "channel", "features", "ch", "chans", "units", "width", "hidden", "planes", "len", "length")):
        return 64
    if small.endswith(("prob", "rate", "dropout")):
        return 0.1
    if small.startswith(("num_", "n_")):
        return 4
    if small.startswith(("use_", "is_", "with_")):
        return True
    if annotation in (inspect.Parameter.empty, None, "int", "float", "bool", int, float, bool) and not any(w in small for w in NOT_NUMBERS):
        return {bool: False, "bool": False, float: 0.5, "float": 0.5}.get(annotation, 8)
    return None


def required(function):
    """Parameters without a default and their types, and what is given to those whose default needs a GPU or a download."""
    names, given = {}, {}
    for p in inspect.signature(function).parameters.values():
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            continue
        if p.default is p.empty:
            names[p.name] = p.annotation
        elif isinstance(p.default, str) and p.default.startswith("cuda"):
            given[p.name] = "cpu"
        elif p.default is True and "pretrain" in p.name:
            given[p.name] = False
    return names, given


def arguments_for(made, text):
    """The constructor's arguments, guessed by name: first for what takes images, then for a part within."""
    names, given = required(made)
    for name, annotation in names.items():
        if name in CONFIGS:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Attribute):
                    whole = ast.unparse(node).removeprefix("self.")
                    value = guess(node.attr)
                    if whole.count(".") == 1 and whole.startswith(name + ".") and value is not None:
                        given[whole] = value
        else:
            given[name] = guess(name, annotation)
            if given[name] is None:
                return
    yield given
    inner = {k: 64 if v in (3, 10) and v is not True and guess(k.split(".")[-1]) in (3, 10) else v for k, v in given.items()}
    if inner != given:
        yield inner
    stages = {k: [2, 2, 2, 2] if v is not True and v == 2 and k.split(".")[-1] not in ("n", "N") else v for k, v in given.items()}
    if stages != given:
        yield stages


def first_inputs(model):
    """Shapes that the first layer with weights would take, then the usual ones."""
    nn = torch.nn
    for layer in model.modules():
        kind = type(layer).__name__
        if isinstance(layer, nn.Conv2d):
            likely = [shape.format(layer.in_channels) for shape in IMAGES[: 4 if layer.in_channels < 8 else 3]]
        elif isinstance(layer, nn.Linear):
            likely = [shape.format(layer.in_features) for shape in ROWS]
        elif isinstance(layer, (nn.LSTM, nn.GRU, nn.RNN)):
            likely = [f"2x16x{layer.input_size}"]
        elif isinstance(layer, nn.Embedding):
            likely = TOKENS
        elif isinstance(layer, nn.Conv1d):
            likely = [f"2x{layer.in_channels}x{n}" for n in (64, 1024, 16000)]
        elif isinstance(layer, nn.Conv3d):
            likely = [f"2x{layer.in_channels}x{n}" for n in ("16x32x32", "16x64x64", "32x32x32")[: 3 if layer.in_channels < 8 else 1]]
        elif isinstance(layer, (nn.BatchNorm2d, nn.LayerNorm, nn.MultiheadAttention)) or kind.startswith("BatchNorm"):
            width = getattr(layer, "num_features", None) or getattr(layer, "embed_dim", None) or layer.normalized_shape[-1]
            likely = [f"2x{width}x16x16", f"2x{width}", f"2x16x{width}"]
        else:
            continue
        return list(dict.fromkeys(likely + LADDER[:6]))
    return LADDER


def inputs_for(model):
    names, _ = required(model.forward)
    if not 1 <= len(names) <= 4:
        return
    shapes = first_inputs(model)
    for first in shapes:
        if len(names) == 1:
            yield first
            continue
        others = []
        for name in list(names)[1:]:
            others.append(BESIDE.get(name.lower(), ["=", "2:int64", *shapes[:2], "2x64", "2x16x64", "2x16:int64"] if len(names) == 2 else ["="]))
        for rest in itertools.product(*others):
            yield " ".join([first] + [first if r == "=" else r for r in rest])


def attempt(tree, row, seconds):
    """Builds one class and finds inputs that it runs with; then it is measured."""
    sys.meta_path.append(NotInstalled(tree))
    as_without_a_gpu()
    until = time.process_time() + seconds
    try:
        made = find(tree, row["path"], row["name"])
    except BaseException as error:
        return {"error": f"{NO_IMPORT}{type(error).__name__}: {str(error)[:100]}"}
    with open(os.path.join(tree, row["path"]), encoding="utf-8", errors="replace") as file:
        text = file.read()
    Missing.building = True
    failed = "an argument that no name explains"
    for given in arguments_for(made, text):
        try:
            model = made(**objects(given)).train()
        except Exception as error:
            failed = f"{type(error).__name__}: {str(error)[:100]}"
            continue
        if not sum(p.numel() for p in model.parameters()):
            return {"error": "no parameters"}
        for shape in inputs_for(model):
            if time.process_time() > until:
                return {"error": failed}
            try:
                out = [t for t in floats(model(*inputs_of(shape))) if t.requires_grad]
                sum(t.sum() if not t.is_complex() else t.abs().sum() for t in out).backward()
            except Exception as error:
                failed = f"{type(error).__name__}: {str(error)[:100]}"
                continue
            del model, out
            as_on_a_gpu()  # only now: the search is faster with oneDNN
            numbers = numbers_of(made(**objects(given)).train(), inputs_of(shape))
            return {"arguments": json.dumps(given) if given else "", "input": shape} | numbers
    return {"error": failed}


def bounded(gigabytes=7):
    resource.setrlimit(resource.RLIMIT_DATA, (gigabytes << 30, gigabytes << 30))


def search(wanted, trees):
    import einops  # noqa: F401  (what many import is imported once, before the processes part)
    import scipy.signal  # noqa: F401
    import timm  # noqa: F401
    import torchvision.transforms  # noqa: F401
    from transformers import PreTrainedModel  # noqa: F401

    bounded()
    writer = csv.DictWriter(sys.stdout, COLUMNS + NUMBERS, lineterminator="\n")
    writer.writeheader()
    seen = set()
    for tree in map(os.path.abspath, trees):
        repository = os.path.basename(tree).replace("+", "/", 1)
        started, measured, tried, broken = time.monotonic(), 0, 0, set()
        for path, name, maker in candidates(tree, seen):
            if measured == 4 or tried == 8 or time.monotonic() - started > 100:
                break
            if path in broken or name.endswith("Loss"):
                continue
            row = dict.fromkeys(COLUMNS, "") | {"repository": repository, "path": path, "name": name, "set": wanted}
            row |= apart(lambda: attempt(tree, row, 5), 90, 14)
            if "torch" not in row and maker and not row["error"].startswith(NO_IMPORT):
                made = row | {"name": maker}
                made |= apart(lambda: attempt(tree, made, 5), 90, 14)
                row = made if "torch" in made else row
            measured, tried = measured + ("torch" in row), tried + 1
            if row.get("error", "").startswith(NO_IMPORT):
                broken.add(path)
            writer.writerow(row)
            sys.stdout.flush()


def main(listed, trees):
    torch.set_num_threads(1)
    writer = csv.DictWriter(sys.stdout, COLUMNS + NUMBERS, lineterminator="\n")
    writer.writeheader()
    with open(listed) as file:
        for row in csv.DictReader(file):
            tree = os.path.join(os.path.abspath(trees), row["repository"].replace("/", "+"))
            writer.writerow(row | apart(lambda: measure(tree, row)))
            sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--find":
        torch.set_num_threads(1)
        search(sys.argv[2], sys.argv[3:])
    else:
        main(*sys.argv[1:])
