"""Writes what libraries' models are made of, for those that people build by name, out of the installed packages.

    python library.py TABLE.json.gz "torchvision timm segmentation_models_pytorch" ["NAME NAME"] > ROWS.csv
    python library.py --join ../../analyzers/model/prelude/library.json.gz TABLE.json.gz …

Each model becomes a tree of torch's own layers: a leaf is the constructor call that its repr is, an inner module its class,
its children and the tensors that it holds itself. Trees that occur twice stand once. Where the number of classes or of input
channels is an argument, the model is built for two values of it, the layers that differ hold a placeholder, and a third value
must come out as torch builds it. Of each other module the code is kept that torch.fx writes of its forward pass alone; where it
cannot follow one of them, that of the whole model. Needs zstandard beside the libraries.

The CSV holds what torch says of the same models: parameters, buffers, bytes kept for the backward pass, the peak of a step.
It is not made from the table. They are counted without running a kernel (FakeTensorMode, on the CPU), as user_modules.py counts.
"""

import ast
import collections
import csv
import gzip
import inspect
import json
import operator
import re
import sys
import warnings
import zipfile

import torch
import torch.nn.functional as F
from torch import nn

import user_modules

warnings.filterwarnings("ignore")
torch.set_num_threads(1)

COLUMNS = ["library", "version", "name", "arguments", "input", "parameters", "trainable", "buffers", "outputs", "saved", "peak", "torch", "error"]
LAYERS = {c for c in vars(nn).values() if isinstance(c, type) and issubclass(c, nn.Module) and c is not nn.Module}
CONTAINERS = {nn.Sequential, nn.ModuleList, nn.ModuleDict, nn.ParameterList, nn.ParameterDict}
# layers that hold others: their children are written, not their repr
LAYERS -= CONTAINERS


class Unfit(Exception):
    pass


class Writer:
    """Collects distinct nodes: a text is a leaf, a list [class, children, parameters, buffers] an inner module."""

    def __init__(self):
        self.nodes, self.known = [], {}

    def put(self, node):
        key = json.dumps(node)
        if key not in self.known:
            self.known[key] = len(self.nodes)
            self.nodes.append(node)
        return self.known[key]


def tensors(held):
    return [[name, list(t.shape), str(t.dtype)[len("torch.") :], bool(t.requires_grad)] for name, t in held.items() if t is not None]


def base_of(module):
    """The layer of torch that a module is in all that it holds; None for none."""
    for c in type(module).__mro__:
        if c in LAYERS:
            return c
    return None


def call_of(module):
    """The constructor call of a leaf."""
    base = base_of(module)
    if base is None or any(True for _ in module.children()):
        return None
    inner = module.extra_repr()
    if base in (nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d):  # whose repr leaves this out
        inner += f", ceil_mode={module.ceil_mode}, count_include_pad={module.count_include_pad}"
    if base is nn.MultiheadAttention:
        return None
    text = f"{base.__name__}({inner})"
    text = re.sub(r"(?<=[(, ])([a-z_]+)=(replicate|zeros|reflect|circular|nearest|bilinear|bicubic|trilinear|linear|none|tanh)(?=[,)])", r"\1='\2'", text)
    text = re.sub(r", drop_prob=[0-9.]+", "", text)
    try:
        again = eval(text, vars(nn) | {"true": True})
    except Exception:
        return None
    for of in (lambda m: dict(m.named_parameters()), lambda m: dict(m.named_buffers())):
        if {k: tuple(v.shape) for k, v in of(again).items()} != {k: tuple(v.shape) for k, v in of(module).items()}:
            return None
    if any(not p.requires_grad for p in module.parameters()):
        return None
    return text


def node_of(writer, module, owner):
    # a layer's own subclass may do more in forward than the layer: its class is kept beside the call
    text = call_of(module)
    if text is not None:
        if type(module) in LAYERS:
            return writer.put(text)
        return writer.put([type(module).__name__, text, own_code(module)])
    if isinstance(module, nn.MultiheadAttention):
        m = module
        if m.kdim != m.embed_dim or m.vdim != m.embed_dim or m.bias_k is not None:
            raise Unfit("MultiheadAttention")
        return writer.put(
            f"MultiheadAttention({m.embed_dim}, {m.num_heads}, dropout={m.dropout}, bias={m.in_proj_bias is not None}, batch_first={m.batch_first})"
        )
    for name, t in list(module._parameters.items()) + list(module._buffers.items()):
        if t is not None and owner.setdefault(id(t), module) is not module:
            raise Unfit("shared tensors")
    children = []
    for name, child in module.named_children():
        if owner.setdefault(id(child), module) is not module:
            raise Unfit("a module in two places")
        children.append([name, node_of(writer, child, owner)])
    if len(children) != sum(c is not None for c in module._modules.values()):
        raise Unfit("a module twice")
    return writer.put([class_of(module), children, tensors(module._parameters), tensors(module._buffers), own_code(module)])


def class_of(module):
    """A module's class, and which of torch's containers it is: features[0][0] is asked of torchvision's Conv2dNormActivation."""
    for c in (nn.Sequential, nn.ModuleList, nn.ModuleDict):
        if type(module) is c:
            return "nn." + c.__name__
        if isinstance(module, c):
            return f"{type(module).__name__}(nn.{c.__name__})"
    return type(module).__name__


class Shallow(torch.fx.Tracer):
    """Looks into no module that the traced one holds."""

    proxy_buffer_attributes = True  # an index of positions is one of the module's buffers, no number of the code

    def is_leaf_module(self, module, name):
        return True


# what people call of timm's models, beside calling the model
METHODS = ("forward_features", "forward_head")

EACH_LAYER = """def forward(self, x):
    out = []
    for name, module in self.items():
        x = module(x)
        if name in self.return_layers:
            out.append(x)
    return out"""


def own_code(module, name="forward"):
    """What a module does itself, with what it holds, when it is given what it has to be given; "" where torch.fx cannot say.
    People cut models apart, and put something else in the place of their parts."""
    if not hasattr(module, name):
        return ""
    if type(module).__name__ == "FeatureListNet" and name == "forward":
        return EACH_LAYER  # which of them is asked for by name
    wanted = list(inspect.signature(getattr(module, name)).parameters.values())
    if type(module).forward in (nn.Module.forward, nn.Sequential.forward):
        return ""
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in wanted) or type(module).__name__ in ("Conv2dSame", "ConvMlp"):
        return ""
    defaults = {p.name: p.default for p in wanted if p.default is not p.empty}
    if any(v is not None and not isinstance(v, (bool, int, float)) for v in defaults.values()):
        return ""
    needed = {p.name for p in wanted} - set(defaults)
    kept, module.training = module.training, True
    try:
        tracer = Shallow()
        tracer.traced_func_name = name
        graph = tracer.trace(module, concrete_args=defaults or None)
        for node in list(graph.nodes):
            if node.op == "placeholder" and node.target not in needed:
                idle(graph, node)
        code = shortened(torch.fx.GraphModule(module, graph).code)
    except Exception:
        return ""
    finally:
        module.training = kept
    if len(code) > 20_000 or any(word in code for word in FOREIGN):
        return ""
    function = ast.parse(code).body[0]
    given = [a.arg for a in function.args.args[1:]]
    if given != [p.name for p in wanted if p.name in needed]:
        return ""
    function.args.args += [ast.arg(name) for name in defaults]
    function.args.defaults = [ast.Constant(v) for v in defaults.values()]
    return ast.unparse(ast.fix_missing_locations(function))


def idle(graph, node):
    """Takes an argument that was given its default out of a graph, with what asserts that it is that."""
    for user in list(node.users):
        if user.op != "call_function" or not (user.target in (operator.eq, operator.is_) or "assert" in str(user.target)):
            raise Unfit("an argument that has a default is used")
        idle(graph, user)
    graph.erase_node(node)


def merge(writers, roots, numbers):
    """One tree of two, with {0} and {1} in the calls that differ."""
    a, b = writers
    out = Writer()
    memo = {}

    def text(x, y):
        if x == y:
            return x
        xs, ys = re.split(r"(\d+)", x), re.split(r"(\d+)", y)
        if len(xs) != len(ys):
            raise Unfit("layers differ with the arguments")
        for i, (p, q) in enumerate(zip(xs, ys)):
            if p != q:
                which = [k for k, (m, n) in enumerate(numbers) if (p, q) == (str(m), str(n))]
                if len(which) != 1:
                    raise Unfit(f"{x} and {y} differ by more than the argument")
                xs[i] = "{%d}" % which[0]
        return "".join(xs)

    def walk(i, j):
        if (i, j) in memo:
            return memo[i, j]
        x, y = a.nodes[i], b.nodes[j]
        if isinstance(x, str) != isinstance(y, str):
            raise Unfit("layers differ with the arguments")
        if isinstance(x, str):
            made = out.put(text(x, y))
        elif isinstance(x[1], str):
            if x[0] != y[0] or x[2:] != y[2:]:
                raise Unfit("modules differ with the arguments")
            made = out.put([x[0], text(x[1], y[1]), *x[2:]])
        else:
            if x[0] != y[0] or x[2:] != y[2:] or [n for n, _ in x[1]] != [n for n, _ in y[1]]:
                raise Unfit("modules differ with the arguments")
            made = out.put([x[0], [[n, walk(p, q)] for (n, p), (_, q) in zip(x[1], y[1])], *x[2:]])
        memo[i, j] = made
        return made

    return out, walk(*roots)


def tree(build, arguments):
    writer = Writer()
    return writer, node_of(writer, made(build, arguments), {})


def made(build, arguments):
    try:
        with torch.device("meta"):
            return build(**arguments)
    except (NotImplementedError, RuntimeError):
        return build(**arguments)  # its constructor asks for values


def copied(into, writer, root):
    done = {}

    def walk(i):
        if i not in done:
            n = writer.nodes[i]
            if isinstance(n, list) and not isinstance(n[1], str):
                n = [n[0], [[name, walk(c)] for name, c in n[1]], *n[2:]]
            done[i] = into.put(n)
        return done[i]

    return walk(root)


def same(writer, root, values, build, arguments):
    """Whether the tree with the values put in is the one that torch builds."""
    want, at = tree(build, arguments)
    filled = Writer()

    def walk(i):
        n = writer.nodes[i]
        put = lambda s: re.sub(r"\{(\d)\}", lambda m: str(values[int(m[1])]), s)
        if isinstance(n, str):
            return filled.put(put(n))
        if isinstance(n[1], str):
            return filled.put([n[0], put(n[1])])
        return filled.put([n[0], [[name, walk(c)] for name, c in n[1]], *n[2:]])

    def flat(w, i):
        n = w.nodes[i]
        if isinstance(n, str) or isinstance(n[1], str):
            return n
        return [n[0], [[name, flat(w, c)] for name, c in n[1]], *n[2:]]

    return flat(filled, walk(root)) == flat(want, at)


def record(into, build, options):
    """options: [(argument, value by default)]: those whose values may be any. Gives the root and the arguments that vary."""
    for some in (options, options[:1], []):
        try:
            numbers = [(7 + 4 * k, 5 + 8 * k) for k in range(len(some))]
            first = {name: n[0] for (name, _), n in zip(some, numbers)}
            second = {name: n[1] for (name, _), n in zip(some, numbers)}
            a, i = tree(build, first)
            if not some:
                return copied(into, a, i), []
            b, j = tree(build, second)
            merged, root = merge((a, b), (i, j), numbers)
            third = [29 + 2 * k for k in range(len(some))]
            if not same(merged, root, third, build, {name: v for (name, _), v in zip(some, third)}):
                raise Unfit("a third value does not give what two gave")
            defaults = default_of(build, some)
            if not same(merged, root, defaults, build, {}):
                raise Unfit("what it is without arguments is not what the defaults give")
            return copied(into, merged, root), [[name, value] for (name, _), value in zip(some, defaults)]
        except (Unfit, TypeError, ValueError, AssertionError, RuntimeError, NotImplementedError) as error:
            last = error
    raise Unfit(str(last))


def default_of(build, options):
    """The values that the arguments have when they are not given: a model's own word where it has one."""
    model = made(build, {})
    return [getattr(model, name, value) if name == "num_classes" else value for name, value in options]


def traced(build):
    """The code of forward as torch.fx writes it for a model in training mode; "" where it cannot."""
    kernel, F.scaled_dot_product_attention = F.scaled_dot_product_attention, ATTENTION  # ours asks for sizes
    try:
        model = made(build, {}).train()
        code = torch.fx.GraphModule(model, Whole().trace(model)).code
    except Exception:
        return ""
    finally:
        F.scaled_dot_product_attention = kernel
    code = shortened(code)
    return code if len(code) < MOST_CODE and not any(word in code for word in FOREIGN) else ""


SAID = "num_features head_hidden_size embed_dim hidden_dim last_channel feature_dim image_size patch_size seq_length".split()


def attributes(model):
    """The sizes that people ask a model for to put a head of their own on it, and what timm says of its stages."""
    said = {name: getattr(model, name, None) for name in SAID}
    said = {name: n for name, n in said.items() if type(n) is int}
    stages = getattr(model, "feature_info", None)
    if hasattr(stages, "get_dicts"):  # of a network of features
        said["features"] = [{k: s[k] for k in ("num_chs", "reduction", "module") if k in s} for s in stages.get_dicts()]
    elif stages and all(isinstance(s, dict) for s in stages):
        said["feature_info"] = [{k: s[k] for k in ("num_chs", "reduction", "module") if k in s} for s in stages]
    if type(model).__name__ == "FeatureListNet":
        said["return_layers"] = list(model.return_layers)
    config = getattr(model, "pretrained_cfg", None)
    if isinstance(config, dict):
        kept = {k: config[k] for k in ("input_size", "pool_size", "crop_pct", "mean", "std", "num_classes", "first_conv", "classifier") if k in config}
        said["default_cfg"] = {k: list(v) if isinstance(v, tuple) else v for k, v in kept.items()}
    return said


class Whole(torch.fx.Tracer):
    """Does not look into modules whose forward asks for sizes; the product has them in Python (prelude/timm_layers.py)."""

    def is_leaf_module(self, module, name):
        return type(module).__name__ in ("Conv2dSame", "ConvMlp") or super().is_leaf_module(module, name)


MOST_CODE = 160_000
# functions that torch.fx was told not to look into, and of which the product does not know what they do
FOREIGN = ("swin_transformer", "GoogLeNetOutputs", "timm_", "_tensor_constant")


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """The kernel for fp32 on a GPU, which torch cannot choose without one."""
    if query.dim() != 4:
        return ATTENTION(query, key, value, attn_mask, dropout_p, is_causal, scale=scale)
    return torch.ops.aten._scaled_dot_product_efficient_attention(query, key, value, attn_mask, True, dropout_p, is_causal, scale=scale)[0]


ATTENTION = F.scaled_dot_product_attention


def shortened(code):
    """The same code with short names for what it computes, and without annotations."""
    function = next(n for n in ast.parse(code.strip()).body if isinstance(n, ast.FunctionDef))
    function.returns = None
    without_idle(function)
    names = {}
    for argument in function.args.args + function.args.kwonlyargs:
        argument.annotation = None
        names[argument.arg] = argument.arg
    assigned = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in assigned:
            node.id = names.setdefault(node.id, f"v{len(names)}")
    return ast.unparse(function)


def without_idle(function):
    """Drops what asserts something and what nobody reads: with timm's layers a third of the text."""

    def is_none(statement):
        return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant) and statement.value.value is None

    def pure(node):
        return all(isinstance(n, (ast.Attribute, ast.Name, ast.Compare, ast.Constant, ast.Load, ast.cmpop)) for n in ast.walk(node))

    def asserts(value):
        return isinstance(value, ast.Call) and ast.unparse(value.func) == "torch._assert"

    while True:
        read = {n.id for s in function.body for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        kept = []
        for s in function.body:
            idle = isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name) and s.targets[0].id not in read
            if not (idle and not is_none(s) and (pure(s.value) or asserts(s.value))):
                kept.append(s)
        if len(kept) == len(function.body):
            break
        function.body = kept
    given = {a.arg for a in function.args.args} | {n.id for s in function.body if not is_none(s) for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for s in function.body:
        if is_none(s):
            s.targets = [t for t in s.targets if not isinstance(t, ast.Name) or t.id in given]
    function.body = [s for s in function.body if not is_none(s) or s.targets]


def path_of(node):
    """The names on the way to a module, of self.a or getattr(self.a, "0"); None for anything else."""
    if isinstance(node, ast.Name):
        return () if node.id == "self" else None
    if isinstance(node, ast.Attribute):
        above, name = path_of(node.value), node.attr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr" and isinstance(node.args[1], ast.Constant):
        above, name = path_of(node.args[0]), node.args[1].value
    else:
        return None
    return None if above is None else above + (name,)


def joined(code, nodes, root):
    """The same code with one call where it calls what a Sequential of plain layers holds, one after the other: people put a
    head of their own in its place."""
    sequences = {}

    def walk(at, path):
        node = nodes[at]
        if isinstance(node, str) or isinstance(node[1], str):
            return
        if node[0] == "nn.Sequential" and path and node[1] and all(isinstance(nodes[c], str) for _, c in node[1]):
            sequences[path] = [path + (name,) for name, _ in node[1]]
        for name, child in node[1]:
            walk(child, path + (name,))

    walk(root, ())
    function = ast.parse(code).body[0]
    body, out, i = function.body, [], 0
    reads = [collections.Counter(n.id for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)) for s in body]
    read = collections.Counter()
    for names in reads:
        read.update(names)
    while i < len(body):
        steps, last, inside = [], i, collections.Counter()
        first = call_in(body[i])
        wanted = sequences.get(path_of(first.func)[:-1]) if first is not None and path_of(first.func) else None
        if wanted:
            for j in range(i, len(body)):
                call = call_in(body[j])
                if call is None:
                    if isinstance(body[j], ast.Assign) and isinstance(body[j].value, ast.Constant):
                        continue
                    break
                fed = not steps or ast.unparse(call.args[0]) == steps[-1].targets[0].id
                if len(steps) == len(wanted) or path_of(call.func) != wanted[len(steps)] or not fed:
                    break
                steps.append(body[j])
                inside.update(reads[j])
                last = j
        between = {s.targets[0].id for s in steps[:-1]}
        if wanted and len(steps) == len(wanted) and all(read[name] == inside[name] for name in between):
            made = steps[-1]
            made.value = ast.Call(first.func.value if isinstance(first.func, ast.Attribute) else first.func.args[0], first.args, [])
            out.append(made)
            for s in body[i:last]:  # what is let go of between the steps is let go of behind them
                if s not in steps:
                    s.targets = [t for t in s.targets if t.id not in between]
                    out += [s] if s.targets else []
            i = last + 1
            continue
        out.append(body[i])
        i += 1
    function.body = out
    return ast.unparse(ast.fix_missing_locations(function))


def call_in(statement):
    """The call of a module with one argument that a statement keeps the result of."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and len(statement.targets) == 1:
        call = statement.value
        if isinstance(call, ast.Call) and path_of(call.func) and len(call.args) == 1 and isinstance(call.args[0], ast.Name) and not call.keywords:
            return call
    return None


def measured(build, arguments, shape):
    from torch._subclasses.fake_tensor import FakeTensorMode

    torch.manual_seed(0)
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    try:
        with mode:
            model = build(**arguments).train()
    except Exception:  # its constructor asks for values
        model = build(**arguments).train()
        for module in model.modules():
            for held in (module._parameters, module._buffers):
                for name, t in held.items():
                    if t is not None:
                        held[name] = mode.from_tensor(t)
    with mode:
        args = [torch.randn([int(n) for n in shape.split("x")])]
        parameters = {id(p): p for p in model.parameters()}.values()
        numbers = {
            "parameters": sum(p.numel() for p in parameters),
            "trainable": sum(p.numel() for p in parameters if p.requires_grad),
            "buffers": sum(b.numel() for b in {id(b): b for b in model.buffers()}.values()),
            "torch": torch.__version__,
        }
        numbers["saved"], out = user_modules.saved_bytes(model, args)
        numbers["outputs"] = " ".join("x".join(map(str, t.shape)) for t in user_modules.floats(out))
        del out
        numbers["peak"] = user_modules.peak_bytes(model, args)
    return numbers


def torchvision_models():
    import torchvision

    for name in torchvision.models.list_models(module=torchvision.models):
        build = torchvision.models.get_model_builder(name)
        quiet = {"init_weights": False} if name in ("googlenet", "inception_v3") else {}
        yield "torchvision", torchvision.__version__, f"torchvision.models.{name}", lambda b=build, q=quiet, **kw: b(**q, **kw), "2x3x224x224"
    for name in ("fcn_resnet50", "fcn_resnet101", "deeplabv3_resnet50", "deeplabv3_resnet101", "deeplabv3_mobilenet_v3_large", "lraspp_mobilenet_v3_large"):
        build = torchvision.models.get_model_builder(name)
        yield "torchvision", torchvision.__version__, f"torchvision.models.segmentation.{name}", lambda b=build, **kw: b(weights_backbone=None, **kw), "2x3x128x128"


TIMM = """
resnet18 resnet34 resnet50 resnet101 resnet152 resnet26 resnet10t resnet18d resnet34d resnet50d resnet101d resnet200d resnext50_32x4d resnext101_32x8d wide_resnet50_2 seresnet50 seresnext50_32x4d seresnext26t_32x4d
legacy_seresnext50_32x4d skresnet34 resnest14d resnest50d resnest101e resnetrs50 resnetv2_50 res2net50_26w_4s regnety_002 regnety_008 regnety_016 regnety_032 regnety_040 regnetx_032 rexnet_100 rexnet_150
densenet121 densenet161 densenet169 densenet201 vgg16 vgg16_bn vgg19_bn inception_v3 inception_v4 inception_resnet_v2 xception41 legacy_xception dpn68 eca_nfnet_l0 nfnet_l0 repvgg_b0 cspdarknet53 hrnet_w18 hrnet_w32 hrnet_w48
mobilenetv2_100 mobilenetv3_large_100 mobilenetv3_small_100 mobilenetv4_conv_small mnasnet_100 ghostnet_100 tf_mobilenetv3_large_100 mixnet_s fbnetc_100 lcnet_050 edgenext_small mobilevit_s tinynet_a
efficientnet_b0 efficientnet_b1 efficientnet_b2 efficientnet_b3 efficientnet_b4 efficientnet_b5 tf_efficientnet_b0 tf_efficientnet_b1 tf_efficientnet_b2 tf_efficientnet_b3 tf_efficientnet_b4 tf_efficientnet_b5 tf_efficientnet_b6 tf_efficientnet_b7
tf_efficientnet_lite0 efficientnetv2_rw_s efficientnetv2_s tf_efficientnetv2_b0 tf_efficientnetv2_s tf_efficientnetv2_m tf_efficientnetv2_l
convnext_atto convnext_nano convnext_tiny convnext_small convnext_base convnext_large convnextv2_nano convnextv2_tiny convnextv2_base poolformer_s12 convmixer_768_32 mixer_b16_224 gmlp_s16_224
vit_tiny_patch16_224 vit_small_patch16_224 vit_small_patch32_224 vit_base_patch16_224 vit_base_patch32_224 vit_base_patch16_384 vit_large_patch16_224 vit_small_patch16_384 vit_base_patch16_clip_224 vit_large_patch14_clip_224 vit_base_patch14_dinov2 vit_small_patch14_dinov2
deit_tiny_patch16_224 deit_small_patch16_224 deit_base_patch16_224 deit3_small_patch16_224 deit3_base_patch16_224 beit_base_patch16_224 cait_s24_224 eva02_base_patch14_224 coat_lite_mini
swin_tiny_patch4_window7_224 swin_small_patch4_window7_224 swin_base_patch4_window7_224 swin_large_patch4_window7_224 swin_base_patch4_window12_384 swin_large_patch4_window12_384 swinv2_tiny_window8_256 maxvit_tiny_tf_224 pvt_v2_b0 pvt_v2_b2 xcit_tiny_12_p16_224 twins_svt_small coatnet_0_rw_224 caformer_s18
""".split()


def timm_models():
    import timm

    for name in TIMM:
        if name not in timm.list_models(name):
            print("timm has no", name, file=sys.stderr)
            continue
        size = timm.get_pretrained_cfg(name).input_size if timm.get_pretrained_cfg(name) else (3, 224, 224)
        yield "timm", timm.__version__, name, lambda n=name, **kw: timm.create_model(n, **kw), f"2x3x{size[1]}x{size[2]}"


def smp_models():
    import segmentation_models_pytorch as smp

    # it only refuses images of other sizes, and torch.fx cannot follow the question
    smp.base.SegmentationModel.check_input_shape = lambda self, x: None
    for architecture in "Unet UnetPlusPlus FPN DeepLabV3 DeepLabV3Plus PSPNet Linknet MAnet PAN".split():
        for encoder in (
            "resnet18 resnet34 resnet50 resnet101 vgg16_bn densenet121 mobilenet_v2 efficientnet-b0 efficientnet-b3 efficientnet-b4 efficientnet-b5 efficientnet-b7 "
            "se_resnext50_32x4d timm-efficientnet-b0 resnext50_32x4d mit_b0 mit_b2 xception"
        ).split():
            build = lambda a=architecture, e=encoder, **kw: getattr(smp, a)(e, encoder_weights=None, **kw)
            yield "segmentation_models_pytorch", smp.__version__, f"segmentation_models_pytorch.{architecture}:{encoder}", build, "2x3x128x128"


OPTIONS = {
    "torchvision": [("num_classes", 1000)],
    "timm": [("num_classes", 1000), ("in_chans", 3)],
    "segmentation_models_pytorch": [("classes", 1), ("in_channels", 3)],
}


def main(table, libraries="torchvision timm segmentation_models_pytorch", names=""):
    user_modules.as_on_a_gpu()
    F.scaled_dot_product_attention = attention
    into, models, versions = Writer(), {}, {}
    rows = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    rows.writeheader()

    def one(library, version, name, build, shape, fixed):
        """Everything about one model, in a process of its own."""
        out = {"row": {}}
        whole = lambda **kw: build(**fixed, **kw)
        options = [o for o in OPTIONS[library] if o[0] not in fixed and not ("features_only" in fixed and o[0] == "num_classes")]
        if "segmentation." in name:
            options = [("num_classes", 21)]
        try:
            own = Writer()
            root, varies = record(own, whole, options)
            model = made(whole, {}).train()
            methods = {name: code for name in METHODS if library == "timm" and (code := own_code(model, name))}
            out |= {"nodes": own.nodes, "root": root, "varies": varies, "forward": traced(whole), "said": attributes(model), "methods": methods}
        except Unfit as error:
            out["unfit"] = str(error)
        if not fixed:
            try:
                out["row"] = measured(build, {}, shape)
            except Exception as error:  # it asks for values, which nothing has here
                out["row"] = {"error": f"{type(error).__name__}: {str(error)[:80]}"}
        return out

    sources = {"torchvision": torchvision_models, "timm": timm_models, "segmentation_models_pytorch": smp_models}
    for library, version, name, build, shape in (m for l in libraries.split() for m in sources[l]()):
        versions[library] = version
        if names and name.rpartition(".")[2] not in names.split():
            continue
        variants = [{}] + ([{"num_classes": 0}, {"features_only": True}] if library == "timm" else [])
        for fixed in variants:
            got = user_modules.apart(lambda: one(library, version, name, build, shape, fixed), 240)
            row = {"library": library, "version": version, "name": name, "arguments": json.dumps(fixed) if fixed else "", "input": shape}
            if not fixed:
                rows.writerow(row | got.get("row", {"error": got.get("error", "")}))
                sys.stdout.flush()
            print(name, fixed, got.get("unfit", ""), got.get("error", got.get("row", {}).get("error", "")), len(got.get("forward", "")), file=sys.stderr, flush=True)
            if "nodes" in got:
                root = copied(into, Tree(got["nodes"]), got["root"])
                key = name + (":features" if "features_only" in fixed else ":0" if fixed else "")
                models[f"timm.{key}" if library == "timm" else key] = {"root": root, "varies": got["varies"], "forward": got["forward"], "said": got["said"], "methods": got["methods"]}
        with gzip.GzipFile(table, "wb", 9, mtime=0) as file:
            file.write(json.dumps({"versions": versions, "nodes": into.nodes, "models": models}, separators=(",", ":")).encode())


class Tree:
    def __init__(self, nodes):
        self.nodes = nodes


def family(key):
    """The architecture that a model's name begins with, whichever library has it: what is alike is packed together."""
    name = key.partition(":")[2] if key.startswith("segmentation_models_pytorch.") else key.rpartition(".")[2]
    return re.match(r"(?:(?:tf|timm|legacy|se)[-_])*([a-z]+)", name)[1]


def whole(nodes, root):
    """Whether it is known of each module of a model what it does itself."""
    node = nodes[root]
    if isinstance(node, str):
        return True
    if not node[-1] and "nn." not in node[0] and node[0] not in ("Conv2dSame", "ConvMlp"):
        return False
    return isinstance(node[1], str) or all(whole(nodes, child) for _, child in node[1])


def join(out, *tables):
    """One table of several; of a model that is in two, the later counts. The code of forward goes beside it, into a ZIP file
    with an entry for each family of models, a frame of Zstandard: deflate sees no further than 32 kB back, and two models of a
    family are alike over longer stretches."""
    import zstandard

    into, models, versions, families = Writer(), {}, {}, collections.defaultdict(dict)
    read = []
    for table in tables:
        with gzip.open(table) as file:
            read.append(json.load(file))
    last = {key: i for i, table in enumerate(read) for key in table["models"]}
    for i, table in enumerate(read):
        versions |= table["versions"]
        for key, m in sorted(table["models"].items()):
            if last[key] != i:
                continue
            root = copied(into, Tree(table["nodes"]), m["root"])
            own = whole(into.nodes, root)
            code = "" if own or not m["forward"] else shortened(joined(m["forward"], table["nodes"], m["root"]))
            if len(code) > MOST_CODE or any(word in code for word in FOREIGN):
                code = ""
            entry = ""
            if code:
                codes = families[family(key)]
                entry = f"{family(key)}/{codes.setdefault(code, len(codes))}"
            models[key] = m | {"root": root, "forward": entry, "own": own, "methods": dict(m.get("methods", {}))}
    packer = zstandard.ZstdCompressor(compression_params=zstandard.ZstdCompressionParameters.from_level(19, window_log=22))
    with zipfile.ZipFile(out.replace(".json.gz", ".zip"), "w", zipfile.ZIP_STORED) as file:
        for name, codes in sorted(families.items()):
            file.writestr(zipfile.ZipInfo(name), packer.compress("\0".join(codes).encode()))
    texts = {}
    for m in models.values():
        for name, code in m.get("methods", {}).items():
            m["methods"][name] = texts.setdefault(code, len(texts))
    for node in into.nodes:
        if isinstance(node, list):
            node[-1] = texts.setdefault(node[-1], len(texts)) if node[-1] else -1
    with gzip.GzipFile(out, "wb", 9, mtime=0) as file:
        file.write(json.dumps({"versions": versions, "codes": list(texts), "nodes": into.nodes, "models": models}, separators=(",", ":")).encode())


if __name__ == "__main__":
    if sys.argv[1] == "--join":
        join(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
