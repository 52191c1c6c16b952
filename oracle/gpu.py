"""What only a GPU shows: the allocator's settings, waits for the device, copies, kernels. Run with --gpu, on a machine that has one."""
import subprocess
import sys
import time
import warnings

import torch

from experiment import Experiment, short

if not torch.cuda.is_available():
    raise ModuleNotFoundError("no GPU is here")


def begun(text):
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def program(text):
    """What another process prints, or how it ends."""
    return ended(begun(text))


def ended(process):
    try:
        out, error = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        return "does not end"
    lines = (error if process.returncode else out).strip().splitlines()
    said = [line for line in lines if "Error:" in line] if process.returncode else lines
    return short((said or lines or ["nothing"])[-1])


conf = Experiment("alloc-conf-invalid", "torch", r"^7 of 7 raise", r"^0 of 7 raise")
WRONG = ["expandable_segments:true", "max_split_size_mb:19", "max_split_size_mb", "garbage_collection_threshold:1.5", "backend:cuda", "split_size:128",
         "roundup_power2_divisions:3"]
RIGHT = ["expandable_segments:True", "max_split_size_mb:20", "max_split_size_mb:128", "garbage_collection_threshold:0.8", "backend:cudaMallocAsync",
         "max_split_size_mb:128,garbage_collection_threshold:0.6", "roundup_power2_divisions:4"]


def started(values):
    processes = {v: begun(f"import os\nos.environ['PYTORCH_CUDA_ALLOC_CONF'] = '{v}'\nimport torch\ntorch.zeros(1, device='cuda')\nprint('runs')") for v in values}
    told = {v: ended(p) for v, p in processes.items()}
    raising = [v for v in values if told[v] != "runs"]
    rest = [v for v in values if told[v] == "runs"] if len(raising) > len(values) / 2 else raising
    return f"{len(raising)} of {len(values)} raise" + (f"; not {', '.join(rest)}" if rest else "")


@conf
def conf_bad():
    return started(WRONG)


@conf
def conf_good():
    return started(RIGHT)


late = Experiment("alloc-conf-too-late", "torch", r"^segments that do not expand", r"^segments that expand")
FIRST = "import os\nimport torch\n"
SETTING = "os.environ['PYTORCH_CUDA_ALLOC_CONF'] = 'expandable_segments:True'\n"
MODEL = "model = torch.nn.Linear(4096, 4096).cuda()\n"
ASKED = "more = torch.zeros(1 << 28, device='cuda')\nprint('segments that expand' if torch.cuda.memory_snapshot()[-1]['is_expandable'] else 'segments that do not expand')\n"


@late
def late_bad():
    return program(FIRST + MODEL + SETTING + ASKED)


@late
def late_good():
    return program(FIRST + SETTING + MODEL + ASKED)


worker = Experiment("cuda-in-worker", "torch", r"RuntimeError: Cannot re-initialize CUDA in forked subprocess", r"^3 items")
LOADED = """
import torch
from torch.utils.data import DataLoader, Dataset

class Images(Dataset):
    def __len__(self):
        return 3
    def __getitem__(self, index):
        return torch.ones(2){}

if __name__ == "__main__":
    model = torch.nn.Linear(2, 1).cuda()
    loader = DataLoader(Images(), num_workers=1, multiprocessing_context="fork")
    print(sum(model(batch.cuda()).numel() for batch in loader), "items")
"""


@worker
def worker_bad():
    return program(LOADED.format(".cuda()"))


@worker
def worker_good():
    return program(LOADED.format(""))


class Busy:
    """Work for the device of a known length, and for the host, which sleeps."""

    def __init__(self):
        self.a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
        self.b = torch.empty_like(self.a)
        torch.cuda.synchronize()
        self.times = 1
        self.times = max(int(0.005 / (self.clock(lambda: self.device()) / 20)), 1)

    def device(self):
        for _ in range(self.times):
            torch.mm(self.a, self.a, out=self.b)

    def clock(self, step, steps=20):
        for _ in range(3):
            step()
        torch.cuda.synchronize()
        began = time.perf_counter()
        for _ in range(steps):
            step()
        torch.cuda.synchronize()
        return time.perf_counter() - began

    def against(self, step, calls):
        """How long steps take, by how long the device computes in them."""
        alone = self.clock(lambda: [self.device() for _ in range(calls)])
        return f"takes {self.clock(step) / alone:.2f} times what the device computes"


synchronize = Experiment("cuda-synchronize-in-loop", "torch", r"^takes (1\.[4-9]|[2-9])", r"^takes (0\.9|1\.[0-2])")


def waiting(wait):
    busy = Busy()

    def step():
        time.sleep(0.004)  # Python's part of a step
        busy.device()
        if wait:
            torch.cuda.synchronize()
    return busy.against(step, 1)


@synchronize
def synchronize_bad():
    return waiting(True)


@synchronize
def synchronize_good():
    return waiting(False)


several = Experiment("sync-in-step", "torch", r"^takes (1\.[5-9]|[2-9])", r"^takes 1\.[0-4]")


def fetching(early):
    busy = Busy()
    value = torch.ones((), device="cuda")

    def step():
        total = 0.0
        time.sleep(0.003)  # Python queues the forward pass
        busy.device()
        first = value * 2
        if early:
            total += first.item()
        time.sleep(0.003)  # and the backward pass
        busy.device()
        if not early:
            total += first.item()
        total += (value * 3).item()
    return busy.against(step, 2)


@several
def several_bad():
    return fetching(True)


@several
def several_good():
    return fetching(False)


emptied = Experiment("empty-cache-in-loop", "torch", r"^[1-9]\d* times more of the driver", r"^0 times more of the driver")


def stepped(empty):
    model = torch.nn.Sequential(*[torch.nn.Linear(2048, 2048) for _ in range(4)]).cuda()
    optimizer = torch.optim.AdamW(model.parameters())

    def step():
        optimizer.zero_grad()
        model(torch.randn(4096, 2048, device="cuda")).pow(2).mean().backward()
        optimizer.step()
        if empty:
            torch.cuda.empty_cache()
    for _ in range(3):
        step()
    before = torch.cuda.memory_stats()["num_device_alloc"]
    peak = torch.cuda.max_memory_allocated()
    for _ in range(10):
        step()
    torch.cuda.empty_cache()
    return f"{torch.cuda.memory_stats()['num_device_alloc'] - before} times more of the driver in 10 steps, the peak {'is the same' if peak == torch.cuda.max_memory_allocated() else 'differs'}"


@emptied
def emptied_bad():
    return stepped(True)


@emptied
def emptied_good():
    return stepped(False)


pinned = Experiment("pin-memory", "torch", r"the host waits for the device", r"the host goes on")


def copied(pin):
    from torch.utils.data import DataLoader
    busy = Busy()
    loader = DataLoader(torch.randn(8, 3, 1024, 1024), batch_size=4, num_workers=1, pin_memory=pin, multiprocessing_context="fork")
    waits = []
    for batch in loader:
        torch.cuda.synchronize()
        for _ in range(10):
            busy.device()
        began = time.perf_counter()
        there = batch.cuda(non_blocking=True)
        waits.append(time.perf_counter() - began)
        torch.cuda.synchronize()
        del there
    return "the host waits for the device" if min(waits) > 0.03 else "the host goes on" if max(waits) < 0.01 else f"the host waits {waits}"


@pinned
def pinned_bad():
    return copied(False)


@pinned
def pinned_good():
    return copied(True)


unwaited = Experiment("nonblocking-to-cpu", "torch", r"^[1-9]\d* of 20 reads are wrong", r"^0 of 20 reads are wrong")


def fetched(nonblocking):
    busy, wrong = Busy(), 0
    for i in range(20):
        busy.device()
        x = torch.full((1 << 20,), float(i + 1), device="cuda")
        y = x.to("cpu", non_blocking=nonblocking).numpy()
        wrong += int(y[-1] != i + 1)
        torch.cuda.synchronize()
    return f"{wrong} of 20 reads are wrong"


@unwaited
def unwaited_bad():
    return fetched(True)


@unwaited
def unwaited_good():
    return fetched(False)


bf16_weights = Experiment("fp16-scaler-with-bf16-weights", "torch", r"raises (NotImplementedError|RuntimeError): .*not implemented for 'BFloat16'", r"^nothing$")


def training(weights, dtype, enabled):
    """One step of a training, as a function."""
    model = torch.nn.Linear(4, 1).cuda().to(weights)
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=enabled)
    x = torch.ones(2, 4, device="cuda")

    def step():
        with torch.autocast("cuda", dtype=dtype):
            loss = model(x).float().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    return step


@bf16_weights
def bf16_weights_bad():
    training(torch.bfloat16, torch.float16, True)()


@bf16_weights
def bf16_weights_good():
    training(torch.bfloat16, torch.bfloat16, False)()


idle_scaler = Experiment("amp-scaler-with-bf16", "torch", r"^[1-9]\d* waits? for the device", r"^0 waits for the device")


def waits(enabled):
    step = training(torch.float32, torch.bfloat16, enabled)
    step()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            step()
        finally:
            torch.cuda.set_sync_debug_mode("default")
    count = sum("called a synchronizing CUDA operation" in str(w.message) for w in caught)
    return f"{count} wait{'s' if count != 1 else ''} for the device in a step"


@idle_scaler
def idle_scaler_bad():
    return waits(True)


@idle_scaler
def idle_scaler_good():
    return waits(False)


twice = Experiment("fsdp-double-checkpointing", "transformers", r"ValueError: .*activation_checkpointing", r"^runs")
FSDP = """
import os
os.environ.update(RANK="0", LOCAL_RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT="29577", ACCELERATE_USE_FSDP="true")
import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments
config = LlamaConfig(hidden_size=64, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2, vocab_size=100)
arguments = TrainingArguments("/tmp/trainlint-fsdp", fsdp="full_shard auto_wrap", report_to="none", gradient_checkpointing={},
                              fsdp_config=dict(activation_checkpointing=True, transformer_layer_cls_to_wrap=["LlamaDecoderLayer"]))
Trainer(model=LlamaForCausalLM(config), args=arguments)
print("runs")
"""


@twice
def twice_bad():
    return program(FSDP.format(True))


@twice
def twice_good():
    return program(FSDP.format(False))
