"""Rules of memory, speed and renamed names: torch on the CPU."""
import gc
import io
import weakref

import torch
from torch import nn

from experiment import Experiment, kept_bytes, live_nodes

create_graph = Experiment("backward-create-graph", "torch", r"warns UserWarning: Using backward\(\) with create_graph=True.*the graph stays", r"^the graph goes$")


def gradients(create):
    p = nn.Parameter(torch.ones(3))
    loss = (p * p * p).sum()
    loss.backward(create_graph=create)
    del loss
    return f"the graph {'stays' if p.grad.grad_fn is not None else 'goes'}"


@create_graph
def create_graph_bad():
    return gradients(True)


@create_graph
def create_graph_good():
    return gradients(False)


checkpoint_kept = Experiment("checkpoint-dict-kept", "torch", r"^4000 bytes of the checkpoint live", r"^0 bytes of the checkpoint live")


def resumed(drop):
    loaded = {"weight": torch.zeros(1000)}
    held = weakref.ref(loaded["weight"])
    model = nn.Linear(1000, 1, bias=False)
    model.load_state_dict({"weight": loaded["weight"].view(1, 1000)})
    if drop:
        del loaded
    gc.collect()
    return f"{held().numel() * 4 if held() is not None else 0} bytes of the checkpoint live on"


@checkpoint_kept
def checkpoint_kept_bad():
    return resumed(False)


@checkpoint_kept
def checkpoint_kept_good():
    return resumed(True)


placed = Experiment("load-without-map-location", "torch", r"the process of GPU 1 loads to cuda:0$", r"the process of GPU 1 loads to cpu$")


def loaded_by_the_second(where):
    """What was saved on cuda:0 is loaded in the process whose GPU is another one. There is no GPU: the place that torch.load asks for is what is seen."""
    asked = []
    torch.serialization.register_package(1, lambda storage: "cuda:0", lambda storage, location: asked.append(location) or storage)
    try:
        file = io.BytesIO()
        torch.save({"weight": torch.ones(4)}, file)
        file.seek(0)
        torch.load(file, map_location=where)
    finally:
        torch.serialization._package_registry.pop(0)
    return f"the process of GPU 1 loads to {asked[0]}"


@placed
def placed_bad():
    return loaded_by_the_second(None)


@placed
def placed_good():
    return loaded_by_the_second("cpu")


evaluation = Experiment("eval-without-no-grad", "torch", r"^[1-9]\d* bytes kept", r"^0 bytes kept")


def evaluated(quiet):
    model, x = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2)).eval(), torch.ones(8, 64)

    def forward():
        if quiet:
            with torch.no_grad():
                return model(x)
        return model(x)

    return f"{kept_bytes(forward)} bytes kept for backward"


@evaluation
def evaluation_bad():
    return evaluated(False)


@evaluation
def evaluation_good():
    return evaluated(True)


summed = Experiment("graph-accumulated", "torch", r"the sum of 50 losses holds [1-9]\d\d nodes", r"the sum of 50 losses holds 0 nodes")


def total(item):
    model, total = nn.Linear(4, 1), 0.0
    for _ in range(50):
        loss = model(torch.ones(2, 4)).mean()
        total = total + (loss.item() if item else loss)
    return f"the sum of 50 losses holds {live_nodes([total])} nodes"


@summed
def summed_bad():
    return total(False)


@summed
def summed_good():
    return total(True)


on_module = Experiment("graph-kept-on-module", "torch", r"holds [1-9]\d* nodes", r"holds 0 nodes")


def attention(detach):
    layer = nn.Linear(4, 4)
    layer.last = layer(torch.ones(1, 4)).softmax(-1)
    if detach:
        layer.last = layer.last.detach()
    return f"what the module keeps holds {live_nodes([layer.last])} nodes"


@on_module
def on_module_bad():
    return attention(False)


@on_module
def on_module_good():
    return attention(True)


retained = Experiment("retain-graph", "torch", r"what was saved is still there", r"what was saved is gone")


def backward(retain):
    x = torch.ones(1000, requires_grad=True)
    saved = x * 2
    held = weakref.ref(saved)
    loss = (saved * saved).sum()
    del saved
    loss.backward(retain_graph=retain)
    gc.collect()
    return f"what was saved is {'gone' if held() is None and loss.grad_fn is not None and not alive(loss) else 'still there'}"


def alive(loss):
    try:
        loss.backward()
    except RuntimeError:
        return False
    return True


@retained
def retained_bad():
    return backward(True)


@retained
def retained_good():
    return backward(False)


carried = Experiment("rnn-state-not-detached", "torch", r"raises RuntimeError: Trying to backward through the graph a second time", r"^nothing$")


def recurrent(detach):
    cell, state = nn.RNNCell(4, 4), torch.zeros(1, 4)
    for _ in range(2):
        state = cell(torch.ones(1, 4), state.detach() if detach else state)
        state.sum().backward()


@carried
def carried_bad():
    return recurrent(False)


@carried
def carried_good():
    return recurrent(True)


persistent = Experiment("dataloader-options", "torch", r"raises ValueError: persistent_workers option needs num_workers > 0", r"^nothing$")


@persistent
def persistent_bad():
    torch.utils.data.DataLoader([1, 2], num_workers=0, persistent_workers=True)


@persistent
def persistent_good():
    torch.utils.data.DataLoader([1, 2], num_workers=2, persistent_workers=True)


factor = Experiment("dataloader-options", "torch", r"raises ValueError: prefetch_factor option could only be specified in multiprocessing", r"^nothing$")


@factor
def factor_bad():
    torch.utils.data.DataLoader([1, 2], prefetch_factor=4)


@factor
def factor_good():
    torch.utils.data.DataLoader([1, 2], num_workers=2, prefetch_factor=4)


sampled = Experiment("dataloader-options", "torch", r"raises ValueError: sampler option is mutually exclusive with shuffle", r"^nothing$")


@sampled
def sampled_bad():
    torch.utils.data.DataLoader([1, 2], sampler=torch.utils.data.RandomSampler([1, 2]), shuffle=True)


@sampled
def sampled_good():
    torch.utils.data.DataLoader([1, 2], sampler=torch.utils.data.RandomSampler([1, 2]), shuffle=False)


grouped = Experiment(
    "dataloader-options",
    "torch",
    r"^batch_size ValueError, shuffle ValueError, sampler ValueError, drop_last ValueError$",
    r"^batch_size nothing, shuffle nothing, sampler nothing, drop_last nothing$",
)


def beside_batches(**options):
    """What a loader with a batch sampler says of each option."""
    said = []
    for name, value in options.items():
        batches = torch.utils.data.BatchSampler(torch.utils.data.RandomSampler([1, 2]), 2, False)
        try:
            torch.utils.data.DataLoader([1, 2], batch_sampler=batches, **{name: value})
            said.append(f"{name} nothing")
        except ValueError:
            said.append(f"{name} ValueError")
    return ", ".join(said)


@grouped
def grouped_bad():
    return beside_batches(batch_size=2, shuffle=True, sampler=torch.utils.data.RandomSampler([1, 2]), drop_last=True)


@grouped
def grouped_good():
    return beside_batches(batch_size=1, shuffle=False, sampler=None, drop_last=False)


class Stream(torch.utils.data.IterableDataset):
    def __iter__(self):
        return iter([1, 2])


streamed = Experiment("dataloader-options", "torch", r"raises ValueError: DataLoader with IterableDataset: expected unspecified shuffle option", r"^nothing$")


@streamed
def streamed_bad():
    torch.utils.data.DataLoader(Stream(), shuffle=True)


@streamed
def streamed_good():
    torch.utils.data.DataLoader(Stream(), shuffle=False)


class Slow(torch.utils.data.Dataset):
    """Eight samples of a tenth of a second each."""

    def __len__(self):
        return 8

    def __getitem__(self, at):
        import time

        time.sleep(0.1)
        return at


workers = Experiment("dataloader-workers", "torch", r"the step waits", r"the step does not wait")


def loaded(count):
    import time

    loader = iter(torch.utils.data.DataLoader(Slow(), num_workers=count, **({"prefetch_factor": 4} if count else {})))
    next(loader)
    time.sleep(1.0)  # a long step
    start = time.perf_counter()
    next(loader)
    return f"the step {'waits' if time.perf_counter() - start > 0.05 else 'does not wait'} for the next batch"


@workers
def workers_bad():
    return loaded(0)


@workers
def workers_good():
    return loaded(2)


anomaly = Experiment("debug-left-on", "torch", r"a traceback for each operation", r"no traceback")


def detected(on):
    torch.autograd.set_detect_anomaly(on)
    try:
        node = (torch.ones(1, requires_grad=True) * 2).grad_fn
        return "a traceback for each operation" if node.metadata.get("traceback_") else "no traceback"
    finally:
        torch.autograd.set_detect_anomaly(False)


@anomaly
def anomaly_bad():
    return detected(True)


@anomaly
def anomaly_good():
    return detected(False)


indexed = Experiment("number-indexed", "torch", r"raises IndexError: invalid index of a 0-dim tensor", r"^2\.0$")


@indexed
def indexed_bad():
    return torch.tensor(2.0).data[0]


@indexed
def indexed_good():
    return torch.tensor(2.0).item()


autocast = Experiment("deprecated-autocast", "torch", r"warns FutureWarning: `torch.cuda.amp.autocast\(args...\)` is deprecated", r"^(warns UserWarning.*)?nothing$|^nothing|User provided device_type", since="2.4")


@autocast
def autocast_bad():
    torch.cuda.amp.autocast()


@autocast
def autocast_good():
    torch.amp.autocast("cpu")


scaler = Experiment("deprecated-gradscaler", "torch", r"warns FutureWarning: `torch.cuda.amp.GradScaler\(args...\)` is deprecated", r"^nothing$", since="2.4")


@scaler
def scaler_bad():
    torch.cuda.amp.GradScaler(enabled=False)


@scaler
def scaler_good():
    torch.amp.GradScaler("cuda", enabled=False)


custom = Experiment("deprecated-custom-fwd", "torch", r"warns FutureWarning: `torch.cuda.amp.custom_fwd\(args...\)` is deprecated", r"^nothing$", since="2.4")


@custom
def custom_bad():
    torch.cuda.amp.custom_fwd(lambda ctx, x: x)


@custom
def custom_good():
    torch.amp.custom_fwd(lambda ctx, x: x, device_type="cuda")


initializer = Experiment("deprecated-symbol", "torch", r"warns (FutureWarning: `nn.init.xavier_uniform`|UserWarning: nn.init.xavier_uniform) is now deprecated", r"^nothing$")


@initializer
def initializer_bad():
    nn.init.xavier_uniform(torch.empty(2, 2))


@initializer
def initializer_good():
    nn.init.xavier_uniform_(torch.empty(2, 2))


verbose = Experiment("deprecated-symbol", "torch", r"raises TypeError: .*unexpected keyword argument 'verbose'", r"^nothing$", since="2.7")


@verbose
def verbose_bad():
    torch.optim.lr_scheduler.ReduceLROnPlateau(torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1), verbose=True)


@verbose
def verbose_good():
    torch.optim.lr_scheduler.ReduceLROnPlateau(torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1))


whole = Experiment("whole-module-load", "torch", r"raises UnpicklingError: Weights only load failed", r"^nothing$", since="2.6")


def stored(what):
    import io

    file = io.BytesIO()
    torch.save(what, file)
    file.seek(0)
    torch.load(file)


@whole
def whole_bad():
    return stored(nn.Linear(2, 2))


@whole
def whole_good():
    return stored(nn.Linear(2, 2).state_dict())


retried = Experiment("oom-retry-in-handler", "torch", r"^4000 bytes of the failed attempt live", r"^0 bytes of the failed attempt live")


def retry(inside):
    held = []

    def attempt():
        activations = torch.zeros(1000)
        held.append(weakref.ref(activations))
        raise RuntimeError("CUDA out of memory")

    def left():
        gc.collect()
        return f"{0 if held[0]() is None else held[0]().numel() * 4} bytes of the failed attempt live at the retry"

    failed = False
    try:
        attempt()
    except RuntimeError:
        if inside:
            return left()
        failed = True
    if failed:
        return left()


@retried
def retried_bad():
    return retry(True)


@retried
def retried_good():
    return retry(False)


norm = Experiment("deprecated-symbol", "torch", r"warns (FutureWarning|UserWarning): .?torch.nn.utils.weight_norm.? is deprecated", r"^nothing$", since="2.1")


def normed(function):
    function(torch.nn.Linear(2, 2))


@norm
def norm_bad():
    return normed(torch.nn.utils.weight_norm)


@norm
def norm_good():
    return normed(getattr(torch.nn.utils.parametrizations, "weight_norm", lambda layer: layer))


scale = Experiment("removed-name", "torchvision", r"raises AttributeError: .*no attribute 'Scale'", r"^Resize", since="0.12")


@scale
def scale_bad():
    from torchvision import transforms

    return transforms.Scale(8)


@scale
def scale_good():
    from torchvision import transforms

    return transforms.Resize(8)


addresses = Experiment("removed-name", "torchvision", r"raises ImportError: cannot import name 'model_urls'", r"^https://", since="0.15")


@addresses
def addresses_bad():
    from torchvision.models.resnet import model_urls

    return model_urls["resnet18"]


@addresses
def addresses_good():
    from torchvision.models.resnet import ResNet18_Weights

    return ResNet18_Weights.DEFAULT.url


in_mode = Experiment("checkpointing-in-eval-mode", "transformers", r"training False, checkpointing keeps all$", r"training True, checkpointing keeps less$")


def checkpointed(train):
    import tempfile

    from transformers import GPT2Config, GPT2LMHeadModel

    with tempfile.TemporaryDirectory() as folder:
        GPT2LMHeadModel(GPT2Config(n_layer=4, n_head=2, n_embd=32, vocab_size=64, use_cache=False)).save_pretrained(folder)
        model = GPT2LMHeadModel.from_pretrained(folder)
    if train:
        model.train()
    ids = torch.zeros(2, 16, dtype=torch.long)
    run = lambda: model(input_ids=ids, labels=ids).loss
    plain = kept_bytes(run)
    model.gradient_checkpointing_enable()
    less = kept_bytes(run) < plain / 2
    return f"training {model.training}, checkpointing keeps {'less' if less else 'all'}"


@in_mode
def in_mode_bad():
    return checkpointed(False)


@in_mode
def in_mode_good():
    return checkpointed(True)


moved = Experiment("host-then-device", "torch", r"^aten::zeros, aten::_to_copy$", r"^aten::zeros$", needs="2.0")


def operations(make):
    """What PyTorch is asked to do, on a device that computes nothing: a copy waits for what it copies to, a factory only queues."""
    from torch.utils._python_dispatch import TorchDispatchMode

    asked = []

    class Listed(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            asked.append(str(function.name()))
            return function(*args, **(kwargs or {}))

    with Listed():
        make()
    return ", ".join(asked)


@moved
def moved_bad():
    return operations(lambda: torch.zeros(1024).to("meta"))


@moved
def moved_good():
    return operations(lambda: torch.zeros(1024, device="meta"))


moved_again = Experiment("invariant-transfer", "torch", r"^3 copies in 3 steps$", r"^1 copies in 3 steps$", needs="2.0")


def copies(step, prepare=lambda weights: weights):
    """How often three steps copy a tensor that none of them changes, to a device that computes nothing."""
    weights = torch.ones(1000)

    def train():
        given = prepare(weights)
        for _ in range(3):
            step(given)

    return f"{operations(train).count('aten::_to_copy')} copies in 3 steps"


@moved_again
def moved_again_bad():
    return copies(lambda weights: weights.to("meta"))


@moved_again
def moved_again_good():
    return copies(lambda weights: weights * 2, lambda weights: weights.to("meta"))


sum_of_micro = Experiment("micro-batches-summed", "torch", r"^4\.0 times what one batch keeps, the gradients of the sum$", r"^1\.0 times what one batch keeps, the gradients of the sum$")


def held_before_the_step(at_once):
    """The most bytes that graphs keep at one time while four micro-batches are accumulated."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
    batches = [torch.randn(32, 64) for _ in range(4)]
    alive, seen, total = [0], [], 0

    class Kept:
        def __init__(self, t):
            self.t = t
            alive[0] += t.numel() * t.element_size()

        def __del__(self):
            alive[0] -= self.t.numel() * self.t.element_size()

    with torch.autograd.graph.saved_tensors_hooks(Kept, lambda kept: kept.t):
        for batch in batches:
            loss = model(batch).pow(2).mean() / 4
            seen.append(alive[0])
            if at_once:
                total = total + loss
            else:
                loss.backward()
        if at_once:
            total.backward()
    ours = model[0].weight.grad.clone()
    model.zero_grad()
    sum(model(batch).pow(2).mean() / 4 for batch in batches).backward()
    same = "the gradients of the sum" if torch.allclose(ours, model[0].weight.grad, atol=1e-6) else "other gradients"
    return f"{max(seen) / seen[0]:.1f} times what one batch keeps, {same}"


@sum_of_micro
def sum_of_micro_bad():
    return held_before_the_step(True)


@sum_of_micro
def sum_of_micro_good():
    return held_before_the_step(False)


sixteen = Experiment("fp32-full-finetune", "torch", r"^16\.0 bytes a parameter$", r"^8\.0 bytes a parameter$")


def states(dtype):
    """What weights, gradients and AdamW's moments take behind a step."""
    model = nn.Linear(512, 512, bias=False).to(dtype)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(2, 512, dtype=dtype)).float().mean().backward()
    optimizer.step()
    p = model.weight
    moments = [t for t in optimizer.state[p].values() if torch.is_tensor(t) and t.numel() > 1]
    return f"{sum(t.numel() * t.element_size() for t in [p, p.grad, *moments]) / p.numel():.1f} bytes a parameter"


@sixteen
def sixteen_bad():
    return states(torch.float32)


@sixteen
def sixteen_good():
    return states(torch.bfloat16)


parsed = Experiment("alloc-conf-invalid", "torch", r"^7 of 7 are refused$", r"^0 of 5 are refused$", needs="2.1")
REFUSED = ["expandable_segments:true", "max_split_size_mb:19", "max_split_size_mb", "garbage_collection_threshold:1.5", "backend:cuda", "split_size:128",
           "roundup_power2_divisions:3"]
TAKEN = ["expandable_segments:True", "max_split_size_mb:128", "garbage_collection_threshold:0.8", "max_split_size_mb:128,garbage_collection_threshold:0.6",
         "roundup_power2_divisions:4"]


def refused(values):
    """How many values the parser of the allocator's settings refuses; it runs without a GPU."""
    parse = getattr(torch._C, "_accelerator_setAllocatorSettings", None) or torch._C._cuda_cudaCachingAllocator_set_allocator_settings
    count = 0
    for value in values:
        try:
            parse(value)
        except (RuntimeError, ValueError):
            count += 1
    return f"{count} of {len(values)} are refused"


@parsed
def parsed_bad():
    return refused(REFUSED)


@parsed
def parsed_good():
    return refused(TAKEN)


asking = Experiment("amp-scaler-with-bf16", "torch", r"^asks a tensor [1-9]\d* times in a step$", r"^asks a tensor 0 times in a step$", needs="2.3")


def asked(enabled):
    """How often a step asks a tensor for its value, which on a GPU waits for all that is queued."""
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", enabled=enabled)
    times, item = [0], torch.Tensor.item

    def counted(tensor):
        times[0] += 1
        return item(tensor)

    for counts in (False, True):
        if counts:
            torch.Tensor.item = counted
        try:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = model(torch.ones(2, 4)).float().mean()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        finally:
            torch.Tensor.item = item
    return f"asks a tensor {times[0]} times in a step"


@asking
def asking_bad():
    return asked(True)


@asking
def asking_good():
    return asked(False)


flag_unused = Experiment("checkpoint-flag-unused", "torch", r"^the flag saves 0 bytes$", r"^the flag saves [1-9]\d+ bytes$")


class Block(nn.Module):
    def __init__(self, use_checkpoint, reads):
        super().__init__()
        self.use_checkpoint, self.reads = use_checkpoint, reads
        self.layers = nn.Sequential(*[nn.Sequential(nn.Linear(64, 64), nn.Tanh()) for _ in range(4)])

    def forward(self, x):
        if self.reads and self.use_checkpoint and self.training:
            from torch.utils.checkpoint import checkpoint

            return checkpoint(self.layers, x, use_reentrant=False)
        return self.layers(x)


def saved_by_the_flag(reads):
    """What the flag takes off the bytes that a forward pass keeps for the backward pass."""
    x = torch.ones(32, 64, requires_grad=True)
    off, on = (kept_bytes(lambda block=Block(flag, reads): block(x)) for flag in (False, True))
    return f"the flag saves {off - on} bytes"


@flag_unused
def flag_unused_bad():
    return saved_by_the_flag(False)


@flag_unused
def flag_unused_good():
    return saved_by_the_flag(True)
