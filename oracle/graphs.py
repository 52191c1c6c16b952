"""Which graphs outlive a training step, as torch frees them: the rows of testdata/oracle/graphs.tsv.

python3 oracle/graphs.py > testdata/oracle/graphs.tsv

Each row is a line of a training loop, behind the step, and what became of the graphs of ten steps: `grows` where nearly all of them
are alive at the end, `free` where at most those of the last two are. The loop is the one in rules/tables_graphs_test.go.
"""

import copy
import gc
import math
import warnings
import weakref

import torch
import torch.nn.functional as F

LAPS = 10


class Token:
    """Lives as long as the node of the graph that holds it."""


class Marked(torch.autograd.Function):
    tokens: list = []

    @staticmethod
    def forward(ctx, value):
        ctx.token = Token()
        Marked.tokens.append(weakref.ref(ctx.token))
        return value.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x):
        return Marked.apply(self.layer(x))


# What is computed from the loss, the output, the batch or the model.
VALUES = """
loss
loss.item()
loss.detach()
loss.data
float(loss)
int(loss)
loss.cpu()
loss.detach().cpu()
loss.cpu().detach()
loss.cpu().item()
loss.detach().cpu().numpy()
loss.cpu().detach().numpy()
loss.data.cpu().numpy()
loss.tolist()
loss.clone()
loss.clone().detach()
loss.detach().clone()
loss * 2
2 * loss
loss / len(x)
loss.item() * len(x)
loss * len(x)
loss.detach() * len(x)
-loss
loss ** 2
loss + x.sum()
loss.detach() + x.sum()
x.sum()
x
y
x * loss
x * loss.item()
x * loss.detach()
loss.sqrt()
loss.detach().sqrt()
torch.exp(loss)
torch.exp(loss.detach())
torch.exp(torch.tensor(loss.item()))
math.exp(loss)
math.exp(loss.item())
math.sqrt(float(loss))
torch.tensor(loss.item())
torch.tensor([loss.item(), 1.0])
torch.zeros_like(loss)
torch.ones_like(out)
torch.full_like(out, 2.0)
torch.zeros_like(out) + out
loss.new_zeros(1)
out.new_ones(3)
out.new_tensor([1.0])
out
out[0]
out[:, 0]
out.detach()
out.detach()[0]
out[0].detach()
out.data[0]
out.sum()
out.sum().item()
out.sum().detach()
out.mean(0)
out.mean(0).detach()
out.norm()
out.norm().item()
out.view(-1)
out.view(-1).tolist()
out.reshape(-1).detach()
out.squeeze()
out.flatten()
out.t()
out.transpose(0, 1)
out.permute(1, 0)
out.unsqueeze(0)
out.contiguous()
out.float()
out.double()
out.to("cpu")
out.to("cpu").detach()
out.to(torch.float64)
out.bool()
out.long()
out.int()
out.argmax(1)
out.argmax(dim=1)
out.argmin(1)
out.argsort()
torch.argmax(out, 1)
out.max()
out.max().item()
out.max(1)
out.max(1)[0]
out.max(1)[1]
out.max(1).values
out.max(1).indices
out.max(dim=1)[1]
torch.max(out, 1)[1]
torch.max(out, 1)[0]
torch.max(out, 1).indices
out.topk(1)
out.topk(1)[0]
out.topk(1)[1]
out.topk(1).indices
out.sort()[0]
out.sort()[1]
out > 0
(out > 0).sum()
(out > 0).float().mean()
out == y
(out == y).sum()
(out == y).float().mean()
out.eq(y)
out.eq(y).sum().item()
torch.eq(out, y)
(out.argmax(1) == y.argmax(1)).sum()
(out.argmax(1) == y.argmax(1)).float().mean()
out.argmax(1).eq(y.argmax(1)).sum()
out.isnan()
torch.isnan(loss)
torch.isfinite(loss).all()
loss > 1
loss.softmax(0)
out.softmax(1)
out.softmax(1).argmax(1)
F.softmax(out, 1)
F.softmax(out.detach(), 1)
F.log_softmax(out, dim=1)
F.mse_loss(out, y)
F.mse_loss(out.detach(), y)
F.mse_loss(out, y).item()
torch.nn.MSELoss()(out, y)
torch.nn.MSELoss()(out.detach(), y)
torch.stack([loss])
torch.stack([loss.detach()])
torch.cat([out, out])
torch.cat([out.detach(), x])
torch.cat([x, y])
torch.where(out > 0, out, x)
torch.where(out > 0, x, y)
torch.sigmoid(out)
torch.sigmoid(out).detach()
torch.sigmoid(out) > 0.5
(torch.sigmoid(out) > 0.5).int()
torch.abs(out - y).mean()
torch.abs(out.detach() - y).mean()
(out - y).abs().sum()
((out - y) ** 2).mean().item()
out @ x.t()
out.detach() @ x.t()
torch.einsum("ij,kj->ik", out, x)
torch.round(out)
out.clamp(0, 1)
out.clamp(0, 1).detach()
[loss]
[loss.item()]
[loss.detach()]
(i, loss)
(i, loss.item())
(i, loss.detach())
{"loss": loss}
{"loss": loss.item()}
{"loss": loss.detach()}
[out, y]
[out.detach(), y]
[x, y]
[v.item() for v in [loss]]
[v for v in [loss]]
[v.detach() for v in (loss, out)]
{"loss": [loss]}
loss.shape
out.shape[0]
out.size(0)
len(out)
loss.dtype
loss.device
loss.requires_grad
loss.grad_fn
loss.grad
str(loss)
repr(loss.item())
f"{loss:.3f}"
f"{loss.item():.3f}"
"%.3f" % loss
"{}".format(loss.item())
round(loss.item(), 3)
abs(loss)
abs(loss.item())
max(loss, y.sum())
max(loss.item(), 0)
min(loss.item(), 1)
sum([loss, loss])
sum([loss.item(), 1])
sum([loss.detach(), 1])
loss if i >= 0 else 0
(torch.max(out, 1))[1]
torch.max(out, y)[1]
torch.min(out, dim=1)[1]
out.median(1)[1]
out.mode(1)[1]
out.kthvalue(1)[1]
out.min(0)[0]
loss.item() if i >= 0 else 0
loss.detach() if i >= 0 else 0
not loss
model(x)
model(x).mean()
model(x).detach()
model(x).mean().item()
model(x).argmax(1)
model(x.detach())
copy.deepcopy(loss.detach())
copy.copy(loss)
next(model.parameters()).norm().item()
[p.grad.norm().item() for p in model.parameters()]
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0).item()
optimizer.param_groups[0]["lr"]
torch.cuda.is_available()
""".strip().splitlines()

# Where it is put, E being one of a few of them.
SINKS = """
kept.append(E)
kept += [E]
kept = kept + [E]
kept.extend([E])
kept.insert(0, E)
kept.append((i, E))
kept.append({"loss": E})
kept.append([E, 1])
log[i] = E
log[str(i)] = E
log["loss"] = E
log["all"] = log.get("all", []) + [E]
log.setdefault("all", []).append(E)
log["sum"] = log.get("sum", 0) + E
log.update({i: E})
log.update({"loss": E})
log.update(loss=E)
by_name["loss"].append(E)
total += E
total = total + E
total = E + total
total = total * 0.9 + E * 0.1
total = 0.9 * total + 0.1 * E
total -= E
total = E
total = E * 2
total = [E]
total = {"loss": E}
kept = [E]
kept[:] = [E]
last = E
first = E if first is None else first
several.add(E)
queue.append(E)
state.total += E
state.total = state.total + E
state.total = E
state.kept.append(E)
state.kept = state.kept + [E]
state.kept = [E]
state.log["loss"] = E
state.log[i] = E
if i % 2 == 0: kept.append(E)
if i == 0: kept.append(E)
if i >= 0: total += E
kept.append(E); kept.clear()
kept.append(E); kept = []
kept.append(E); kept.pop()
kept.append(E); del kept[:]
kept.append(E); kept = kept[-1:]
total += E; total = 0
total += E; total = total.detach() if torch.is_tensor(total) else total
total += E; total = float(total)
with torch.no_grad(): total += E
with torch.no_grad(): total = total + E
with torch.no_grad(): kept.append(E)
with torch.no_grad(): kept.append(E * 2)
_, best = out.max(1); kept.append(best)
best, _ = out.max(1); kept.append(best)
_, best = torch.max(out, 1); kept.append(best)
_, best = out.topk(1); kept.append((best == y[:, :1]).sum())
for epoch in range(2): kept.append(E)
if i == 0: total += E
if i % 5 == 0: kept.append(E)
if i != 0: kept.append(E)
window.append(E)
unbounded.append(E)
kept.append(E); log.clear()
kept.append(E); kept.pop(0)
kept.append(E); queue.pop() if queue else None
print(E)
E
""".strip().splitlines()

SUNK = ["loss", "loss.item()", "loss.detach()", "out", "out.detach()", "x.sum()"]

PROGRAM = """
def train(model, loader, optimizer, state):
    kept, log, total, first, last, several = [], {}, 0, None, None, set()
    queue, by_name = deque(maxlen=2), defaultdict(list)
    window, unbounded = deque([], 2), deque(maxlen=None)
    for i, (x, y) in enumerate(loader):
        out = model(x)
        loss = (out - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        LINE
    return alive()
"""


def alive():
    gc.collect()
    return sum(token() is not None for token in Marked.tokens)


class State:
    def __init__(self):
        self.total, self.kept, self.log = 0, [], {}


def graphs(line):
    from collections import defaultdict, deque

    Marked.tokens = []
    here = {"torch": torch, "F": F, "math": math, "copy": copy, "alive": alive, "deque": deque, "defaultdict": defaultdict, "print": lambda *_: None}
    exec(PROGRAM.replace("LINE", line), here)
    torch.manual_seed(0)
    model = Model()
    loader = [(torch.randn(3, 4), torch.randn(3, 4)) for _ in range(LAPS)]
    count = here["train"](model, loader, torch.optim.SGD(model.parameters(), lr=0.01), State())
    made = len(Marked.tokens) // LAPS
    if count <= 2 * made:
        return "free"
    return "grows" if count >= LAPS // 2 - 1 else "some"


def main():
    warnings.filterwarnings("ignore")
    print("# torch", torch.__version__.split("+")[0])
    lines = ["kept.append(" + value + ")" for value in VALUES] + [sink.replace("E", value) for sink in SINKS for value in SUNK]
    for line in dict.fromkeys(lines):
        try:
            print(line, graphs(line), sep="\t")
        except Exception as error:  # it is no program then
            print("#", line, type(error).__name__, str(error)[:80].replace("\n", " "))


if __name__ == "__main__":
    main()
