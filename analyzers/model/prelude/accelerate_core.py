"""accelerate's Accelerator on one GPU (0.20 to 1.10): what it does to a model, its batches and its optimizer, as torch sees it."""
import contextlib

import torch
from trainlint import known, precision, stop, unknown
from trainlint.batches import moved


def in_fp32(value):
    """What a model gives that was cast goes on in fp32 (ConvertOutputsToFp32)."""
    if isinstance(value, torch.Tensor):
        return value.float() if value.dtype in (torch.float16, torch.bfloat16) else value
    if isinstance(value, dict):
        for key in list(value.keys()):
            value[key] = in_fp32(value[key])
        return value
    if isinstance(value, tuple):
        return tuple([in_fp32(item) for item in value])
    if isinstance(value, list):
        return [in_fp32(item) for item in value]
    return value


class PreparedLoader:
    def __init__(self, loader):
        self.loader = loader

    def __iter__(self):
        for batch in self.loader:
            yield moved(batch)

    def __len__(self):
        return len(self.loader)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.loader, name)


class PreparedOptimizer:
    def __init__(self, optimizer, owner):
        self.optimizer, self.owner = optimizer, owner

    def step(self, closure=None):
        if self.owner.sync_gradients:
            self.optimizer.step()

    def zero_grad(self, set_to_none=None):
        if self.owner.sync_gradients:
            self.optimizer.zero_grad()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.optimizer, name)


class Accumulating:
    def __init__(self, owner):
        self.owner = owner

    def __enter__(self):
        self.owner.batches = self.owner.batches + 1
        self.owner.sync_gradients = self.owner.batches % self.owner.every == 0

    def __exit__(self, *args):
        pass


class Accelerator:
    is_main_process = is_local_main_process = is_last_process = True
    process_index = local_process_index = 0
    optimizer_step_was_skipped = False

    def __init__(self, device_placement=True, split_batches=False, mixed_precision=None, gradient_accumulation_steps=1, cpu=False,
                 dataloader_config=None, deepspeed_plugin=None, fsdp_plugin=None, gradient_accumulation_plugin=None, **kwargs):
        said = precision()
        self.mixed_precision = said if said is not None else mixed_precision
        self.gradient_accumulation_steps = gradient_accumulation_steps
        if deepspeed_plugin is not None or fsdp_plugin is not None or gradient_accumulation_plugin is not None or not device_placement or cpu:
            self.gradient_accumulation_steps = unknown("what accelerate is told besides")
        self.every, self.batches, self.prepared, self.sync_gradients = 1, 0, False, True
        self.device = torch.device("cuda")

    def settled(self):
        """What it does to a step is only known of one that has made the model ready."""
        if not self.prepared:
            stop("what accelerate has prepared")

    def prepare(self, *args, **kwargs):
        if self.mixed_precision not in ("no", "fp16", "bf16"):
            stop("in which precision accelerate trains")
        if not known(self.gradient_accumulation_steps):
            stop("after how many batches accelerate takes a step")
        # with the gradients of one batch there, each further batch before a step is like the second
        self.every = min(self.gradient_accumulation_steps, 2)
        self.prepared = True
        made = [self.one(value) for value in args]
        return made[0] if len(made) == 1 else tuple(made)

    def one(self, value):
        if not known(value):
            return value
        if isinstance(value, torch.nn.Module):
            return self.prepare_model(value)
        if isinstance(value, torch.optim.Optimizer):
            return self.prepare_optimizer(value)
        if isinstance(value, torch.utils.data.DataLoader):
            return self.prepare_data_loader(value)
        return value

    def prepare_model(self, model, *args, **kwargs):
        model = model.cuda()
        if self.mixed_precision == "no":
            return model
        inner, dtype = model.forward, torch.float16 if self.mixed_precision == "fp16" else torch.bfloat16

        def forward(*args, **kwargs):
            with torch.autocast("cuda", dtype=dtype):
                out = inner(*args, **kwargs)
            return in_fp32(out)

        model.forward = forward
        return model

    def prepare_optimizer(self, optimizer, *args, **kwargs):
        return PreparedOptimizer(optimizer, self)

    def prepare_data_loader(self, loader, *args, **kwargs):
        return PreparedLoader(loader)

    def prepare_scheduler(self, scheduler):
        return scheduler

    def accumulate(self, *models):
        self.settled()
        return Accumulating(self)

    def autocast(self, *args, **kwargs):
        self.settled()
        if self.mixed_precision == "no":
            return contextlib.nullcontext()
        return torch.autocast("cuda", dtype=torch.float16 if self.mixed_precision == "fp16" else torch.bfloat16)

    def backward(self, loss, **kwargs):
        self.settled()
        (loss / self.gradient_accumulation_steps).backward(**kwargs)

    def clip_grad_norm_(self, parameters, max_norm, norm_type=2):
        if self.sync_gradients:
            return torch.nn.utils.clip_grad_norm_(parameters, max_norm)

    def clip_grad_value_(self, parameters, clip_value):
        if self.sync_gradients:
            torch.nn.utils.clip_grad_value_(parameters, clip_value)

    def unwrap_model(self, model, *args, **kwargs):
        return model

    def given(self, value, *args, **kwargs):
        return value

    gather = gather_for_metrics = reduce = pad_across_processes = skip_first_batches = given

    def nothing(self, *args, **kwargs):
        pass

    print = log = init_trackers = end_training = wait_for_everyone = save = save_state = save_model = load_state = nothing
    register_for_checkpointing = register_save_state_pre_hook = register_load_state_pre_hook = free_memory = clear = unscale_gradients = nothing

    def no_sync(self, *args, **kwargs):
        return contextlib.nullcontext()

    main_process_first = local_main_process_first = join_uneven_inputs = no_sync

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what " + name + " of an Accelerator is")


def set_seed(*args, **kwargs):
    pass


class Setting:
    def __init__(self, *args, **kwargs):
        pass


ProjectConfiguration = DistributedDataParallelKwargs = InitProcessGroupKwargs = DataLoaderConfiguration = GradScalerKwargs = Setting


class Logger:
    def said(self, *args, **kwargs):
        pass

    info = debug = warning = error = said


def get_logger(*args, **kwargs):
    return Logger()
