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

# Lines that belong together, `|` between them: what a value goes through before it is kept.
BLOCKS = """
for part in out.split(1, dim=1):|    kept.append(part)
for part in out.detach().split(1, dim=1):|    kept.append(part)
for row in out:|    kept.append(row)
for row in out:|    kept.append(row.tolist())
for row in x:|    kept.append(row)
for row, target in zip(out, y):|    kept.append(row)
for row, target in zip(out, y):|    kept.append(target)
for n, row in enumerate(out):|    kept.append(row)
for n, row in enumerate(out):|    kept.append(n)
for n, row in enumerate(out.detach()):|    kept.append(row)
a, b = out.chunk(2, dim=1)|kept.append(a)
a, b = out.chunk(2, dim=1)|kept.append(b)
a, b = out.detach().chunk(2, dim=1)|kept.append(b)
a, b, *rest = out.unbind(1)|kept.append(rest)
losses = {"a": loss, "b": out.sum()}|for name, value in losses.items():|    kept.append(value)
losses = {"a": loss, "b": out.sum()}|for name, value in losses.items():|    kept.append(name)
losses = {"a": loss, "b": out.sum()}|for name, value in losses.items():|    kept.append(value.item())
losses = {"a": loss, "b": out.sum()}|for name, value in losses.items():|    kept.append(value.detach())
losses = {"a": loss, "b": out.sum()}|for value in losses.values():|    kept.append(value)
losses = {"a": loss, "b": out.sum()}|for value in losses.values():|    kept.append(float(value))
losses = {"a": loss, "b": out.sum()}|for name in losses:|    kept.append(losses[name])
losses = {"a": loss, "b": out.sum()}|for name in losses:|    kept.append(losses[name].item())
losses = {"a": loss, "b": out.sum()}|for name in losses:|    log[name] = log.get(name, 0) + losses[name].item()
losses = {"a": loss, "b": out.sum()}|kept.append(sum(losses.values()))
losses = {"a": loss, "b": out.sum()}|kept.append(sum(losses.values()).item())
losses = {"a": loss, "b": out.sum()}|kept.append(list(losses.values()))
losses = {"a": loss, "b": out.sum()}|kept.append(list(losses))
losses = {"a": loss, "b": out.sum()}|kept.append({name: value.item() for name, value in losses.items()})
losses = {"a": loss, "b": out.sum()}|kept.append({name: value for name, value in losses.items()})
losses = {"a": loss, "b": out.sum()}|kept.append(dict(losses))
losses = {"a": loss.item()}|kept.append(dict(losses))
losses = [loss, out.sum()]|for value in losses:|    kept.append(value)
losses = [loss, out.sum()]|for value in losses:|    kept.append(value.item())
losses = [loss, out.sum()]|kept.append(torch.stack(losses).mean())
losses = [loss, out.sum()]|kept.append(torch.stack(losses).mean().item())
losses = [loss, out.sum()]|kept.extend(losses)
losses = [loss.item(), 2.0]|kept.extend(losses)
losses = [loss, out.sum()]|kept.extend(value.item() for value in losses)
losses = [loss, out.sum()]|kept.extend(value for value in losses)
losses = [loss, out.sum()]|kept.extend([value.detach() for value in losses])
losses = [loss, out.sum()]|kept.append(losses[0])
losses = [loss, 1.0]|kept.append(losses[1])
losses = [loss, 1.0]|kept.append(losses[-2])
losses = [loss, out.sum()]|kept.append(tuple(losses))
losses = [loss, out.sum()]|kept.append(len(losses))
pair = (loss, len(x))|kept.append(pair)
pair = (loss, len(x))|kept.append(pair[0])
pair = (loss, len(x))|kept.append(pair[1])
pair = (loss.item(), len(x))|kept.append(pair)
value = loss|value = value.item()|kept.append(value)
value = loss.item()|value = loss|kept.append(value)
value = loss|value = value * 2|kept.append(value)
value = loss|value *= 2|kept.append(value)
value = loss.detach()|value *= 2|kept.append(value)
value = loss.detach()|value += out.sum()|kept.append(value)
value = x.sum()|value = value + out.detach().sum()|kept.append(value)
value = loss.clone()|value.detach_()|kept.append(value)
def read(v):|    return v.item()|kept.append(read(loss))
def read(v):|    return v|kept.append(read(loss))
def read(v):|    return v.detach().cpu()|kept.append(read(loss))
def read(v):|    return v * 2|kept.append(read(loss))
def read(v):|    return v * 2|kept.append(read(loss.item()))
def read(v, scale=1):|    return v * scale|kept.append(read(loss, scale=3))
def read(v):|    with torch.no_grad():|        return v * 2|kept.append(read(loss))
@torch.no_grad()|def read(v):|    return v * 2|kept.append(read(loss))
@torch.no_grad()|def read(v):|    return v|kept.append(read(loss))
def read(*values):|    return [v.item() for v in values]|kept.append(read(loss, out.sum()))
def read(*values):|    return list(values)|kept.append(read(loss, out.sum()))
def read(**values):|    return {k: v.item() for k, v in values.items()}|kept.append(read(a=loss))
def read(**values):|    return values|kept.append(read(a=loss))
def read(v):|    return {"loss": v, "size": 3}|kept.append(read(loss))
def read(v):|    return {"loss": v, "size": 3}|kept.append(read(loss)["size"])
def read(v):|    return {"loss": v, "size": 3}|kept.append(read(loss)["loss"])
def read(v):|    return v, v.item()|kept.append(read(loss)[1])
def read(v):|    return v, v.item()|kept.append(read(loss)[0])
def read(v):|    return v, v.item()|whole, number = read(loss)|kept.append(number)
def read(v):|    return v, v.item()|whole, number = read(loss)|kept.append(whole)
def keep(v):|    kept.append(v)|keep(loss)
def keep(v):|    kept.append(v)|keep(loss.item())
def keep(v):|    kept.append(v.item())|keep(loss)
def keep(v, into):|    into.append(v)|keep(loss, kept)
def keep(v, into):|    into.append(v)|keep(loss.detach(), kept)
def keep(v, into=kept):|    into.append(v)|keep(loss)
read = lambda v: v.item()|kept.append(read(loss))
read = lambda v: v|kept.append(read(loss))
read = lambda v: v.detach()|kept.append(read(out))
with torch.no_grad():|    score = model(x).mean()|kept.append(score)
with torch.no_grad():|    score = loss * 2|kept.append(score)
with torch.no_grad():|    score = loss|kept.append(score)
with torch.no_grad():|    score = out.argmax(1)|kept.append(score)
with torch.inference_mode():|    score = model(x).mean()|kept.append(score)
with torch.set_grad_enabled(False):|    score = model(x).mean()|kept.append(score)
with torch.set_grad_enabled(True):|    score = model(x).mean()|kept.append(score)
with torch.no_grad():|    with torch.enable_grad():|        score = model(x).mean()|kept.append(score)
with torch.no_grad():|    pass|kept.append(model(x).mean())
if i % 2:|    value = loss.item()|else:|    value = loss.detach()|kept.append(value)
if i % 2:|    value = loss|else:|    value = loss * 2|kept.append(value)
if torch.isfinite(loss):|    kept.append(loss)
if torch.isfinite(loss):|    kept.append(loss.item())
if loss > 0:|    total += loss
if loss > 0:|    total += loss.item()
try:|    kept.append(loss)|except ValueError:|    pass
try:|    value = loss.item()|except ValueError:|    value = 0|kept.append(value)
total += loss|if i % 2 == 1:|    print(total)|    total = 0
total += loss|if i % 2 == 1:|    total = 0.0
total += loss|if i % 2 == 1:|    total = torch.zeros(())
total += loss.item()|if i % 2 == 1:|    total = 0
kept.append(loss)|if i % 2 == 1:|    kept = []
kept.append(loss)|if i % 2 == 1:|    kept.clear()
kept.append(loss)|if len(kept) > 2:|    kept.pop(0)
kept.append(loss)|if len(kept) > 2:|    del kept[0]
kept.append(loss)|kept = kept[-2:]
kept.append(loss)|kept[-1] = kept[-1].item()
kept.append(loss)|kept = [v.item() if torch.is_tensor(v) else v for v in kept]
kept.append(loss.detach())|kept = [v + 1 for v in kept]
for _ in range(2):|    total += loss
for _ in range(2):|    total += loss.item()
for _ in range(2):|    out = model(x)|    kept.append(out.mean())
for _ in range(2):|    out = model(x)|    kept.append(out.mean().item())
inner = 0|for _ in range(3):|    inner += model(x).mean()|kept.append(inner)
inner = 0|for _ in range(3):|    inner += model(x).mean()|kept.append(inner.item())
inner = 0|for _ in range(3):|    inner += model(x).mean().item()|kept.append(inner)
inner = []|for _ in range(3):|    inner.append(model(x).mean())|kept.append(sum(inner))
inner = []|for _ in range(3):|    inner.append(model(x).mean())|kept.append(sum(inner).item())
inner = []|for _ in range(3):|    inner.append(model(x).mean())
inner = []|for _ in range(3):|    inner.append(model(x).mean().item())|kept.append(sum(inner) / len(inner))
last = out
last = out if last is None else 0.9 * last + 0.1 * out
last = out.detach() if last is None else 0.9 * last + 0.1 * out.detach()
last = loss.item() if last is None else 0.9 * last + 0.1 * loss.item()
last = loss if last is None else torch.minimum(last, loss)
last = loss.detach() if last is None else torch.minimum(last, loss.detach())
if last is None or loss < last:|    last = loss
if last is None or loss.item() < last:|    last = loss.item()
last = torch.cat([last, out]) if last is not None else out
last = torch.cat([last, out.detach()]) if last is not None else out.detach()
last = torch.cat([last[-3:], out])[-3:] if last is not None else out
first = first or loss
first = first or loss.item()
first = [] if first is None else first|first.append(loss)
first = [] if first is None else first|first.append(loss.item())
log.setdefault("n", 0)|log["n"] += loss
log.setdefault("n", 0)|log["n"] += loss.item()
log.setdefault("n", [])|log["n"].append(loss)
log.setdefault("n", [])|log["n"].append(loss.item())
if "n" not in log:|    log["n"] = 0|log["n"] += loss
if "n" not in log:|    log["n"] = 0|log["n"] += float(loss)
if "n" not in log:|    log["n"] = []|log["n"].append(out)
if "n" not in log:|    log["n"] = []|log["n"].append(out.detach())
log[i] = {"loss": loss}
log[i] = {"loss": loss.item()}
log[i] = {"loss": loss, "out": out}|del log[i]["loss"]|del log[i]["out"]
log[i] = loss|log.pop(i)
log[i] = loss|del log[i]
log[i % 2] = loss
by_name[i].append(loss)
by_name["a"] += [loss]
by_name["a"] += [loss.item()]
by_name["a"].extend([loss, out])
by_name["a"] = [loss]
several.add(loss)|several.clear()
several.add(loss)|several.discard(loss)
queue.extend([loss, loss])
queue.appendleft(loss)
window += [loss]
unbounded.appendleft(loss)
unbounded.extend([loss])
unbounded.append(loss)|unbounded.popleft()
kept.append(lambda: loss)
kept.append(lambda: 3)
kept.append(lambda v=loss: v)
kept.append(lambda v=loss.item(): v)
kept += (loss, 1)
kept += [v for v in (loss, out)]
kept += [v.item() for v in (loss,)]
kept += out
kept += out.detach()
kept += out.tolist()
kept += list(out)
kept += list(out.detach())
kept += [0] * 3
kept *= 1|kept.append(loss)
total, last = total + loss, loss
total, last = total + loss.item(), loss
total, last = 0, loss
total = last = loss
total = (total + loss) / 2
total = (total + loss.item()) / 2
total = torch.add(torch.as_tensor(total), loss)
total = torch.add(torch.as_tensor(total), loss.detach())
total = total + (loss if i else 0)
total = total + (loss.item() if i else 0)
total = sum([total, loss])
total = sum([total, loss.item()])
total = max(total, loss)
total = max(total, loss.item())
total = torch.zeros(()) if i == 0 else total|total += loss
total = torch.zeros(()) if i == 0 else total|total += loss.detach()
total = torch.zeros(()) if i == 0 else total|total.data += loss
total = torch.zeros(()) if i == 0 else total|with torch.no_grad():|    total.add_(loss)
total = torch.zeros(()) if i == 0 else total|total.add_(loss)
total = torch.zeros(()) if i == 0 else total|total.add_(loss.detach())
total = [0, 0] if i == 0 else total|total[0] += loss
total = [0, 0] if i == 0 else total|total[0] += loss.item()
state.total += loss|state.total = state.total.item()
state.total += loss|state.total = state.total.detach()
state.total += loss|state.total = 0
state.log["n"] = state.log.get("n", 0) + loss.item()
state.kept.extend([loss.item()])
state.kept += [loss.item()]
state.last = loss
state.last = loss.item()
setattr(state, "total", loss)
probabilities = out.softmax(1)|kept.append(probabilities.argmax(1))
probabilities = out.softmax(1)|kept.append(probabilities)
probabilities = out.softmax(1)|value, index = probabilities.max(1)|kept.append(value)
probabilities = out.softmax(1)|value, index = probabilities.max(1)|kept.append(index)
probabilities = out.softmax(1)|value, index = torch.topk(probabilities, 2)|kept.append(value)
probabilities = out.softmax(1)|value, index = torch.topk(probabilities, 2)|kept.append(index)
value, index = torch.sort(out, dim=1)|kept.append(index)
value, index = torch.sort(out, dim=1)|kept.append(value)
value, index = torch.max(out, dim=1)|kept.append(index.float().mean())
value, index = torch.cummax(out, 1)|kept.append(index)
value, index = torch.cummax(out, 1)|kept.append(value)
value, place = out.aminmax(dim=1)|kept.append(place)
correct = (out.argmax(1) == y.argmax(1)).sum()|total += correct
correct = (out.argmax(1) == y.argmax(1)).sum().item()|total += correct
correct = out.argmax(1).eq(y.argmax(1)).float().mean()|kept.append(correct)
hidden = model.layer(x)|kept.append(hidden)
hidden = model(x)|hidden = model(hidden)|kept.append(hidden)
hidden = model(x)|hidden = model(hidden.detach())|kept.append(hidden)
hidden = model(x).detach()|kept.append(hidden)
hidden = model(x)|hidden.retain_grad()|kept.append(hidden.grad)
gradient = torch.autograd.grad(model(x).sum(), model.parameters())|kept.append(gradient)
gradient = torch.autograd.grad(model(x).sum(), model.parameters())|kept.append([g.norm() for g in gradient])
norm = sum(p.grad.norm() for p in model.parameters())|kept.append(norm)
norm = sum(p.norm() for p in model.parameters()).item()|kept.append(norm)
weights = [p.detach().clone() for p in model.parameters()]|kept.append(weights)
weights = {k: v.clone() for k, v in model.state_dict().items()}|kept.append(weights)
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
    exec(PROGRAM.replace("LINE", line.replace("|", "\n        ") if line in BLOCKS else line), here)
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
    lines = ["kept.append(" + value + ")" for value in VALUES] + [sink.replace("E", value) for sink in SINKS for value in SUNK] + BLOCKS
    for line in dict.fromkeys(lines):
        try:
            print(line, graphs(line), sep="\t")
        except Exception as error:  # it is no program then
            print("#", line, type(error).__name__, str(error)[:80].replace("\n", " "))


if __name__ == "__main__":
    main()
