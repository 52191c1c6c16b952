"""Layers, their modes and their averages: torch on the CPU."""
import copy
import functools

import torch
import torch.nn.functional as F
from torch import nn

from experiment import Experiment
from small import batch, net


frozen_input = Experiment("checkpoint-frozen-input", "torch", r"None of the inputs have requires_grad=True.*gradient None", r"^gradient there$")


def through_checkpoint(reentrant):
    from torch.utils.checkpoint import checkpoint

    model = net()
    out = checkpoint(model, torch.ones(1, 4), use_reentrant=reentrant)
    if out.requires_grad:
        out.sum().backward()
    return "gradient None" if model.weight.grad is None else "gradient there"


@frozen_input
def frozen_input_bad():
    return through_checkpoint(True)


@frozen_input
def frozen_input_good():
    return through_checkpoint(False)


late_binding = Experiment("checkpoint-late-binding", "torch", r"gradient is wrong", r"gradient is right")


def checkpointed_lambdas(late):
    from torch.utils.checkpoint import checkpoint

    x = torch.full((1,), 2.0, requires_grad=True)
    h = x
    for power in (2, 3):
        function = (lambda t: t**power) if late else (lambda t, power=power: t**power)
        h = checkpoint(function, h, use_reentrant=True)
    h.backward()
    return f"gradient is {'right' if x.grad.item() == 6 * 2.0**5 else 'wrong'}"


@late_binding
def late_binding_bad():
    return checkpointed_lambdas(True)


@late_binding
def late_binding_good():
    return checkpointed_lambdas(False)


reentrant_unset = Experiment("checkpoint-reentrant-unset", "torch", r"use_reentrant parameter should be passed explicitly", r"^nothing$", since="2.1")


@reentrant_unset
def reentrant_unset_bad():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), torch.ones(1, 4, requires_grad=True))


@reentrant_unset
def reentrant_unset_good():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), torch.ones(1, 4, requires_grad=True), use_reentrant=False)


reentrant_partial = Experiment("checkpoint-reentrant-unset", "torch", r"use_reentrant parameter should be passed explicitly", r"^nothing$", since="2.1")


@reentrant_partial
def reentrant_partial_bad():
    from torch.utils.checkpoint import checkpoint

    functools.partial(checkpoint, preserve_rng_state=False)(net(), torch.ones(1, 4, requires_grad=True))


@reentrant_partial
def reentrant_partial_good():
    from torch.utils.checkpoint import checkpoint

    functools.partial(checkpoint, use_reentrant=False)(net(), torch.ones(1, 4, requires_grad=True))


reentrant_keyword = Experiment("checkpoint-reentrant-unset", "torch", r"raises ValueError: Unexpected keyword arguments: input", r"^nothing$", since="2.1")


@reentrant_keyword
def reentrant_keyword_bad():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), input=torch.ones(1, 4, requires_grad=True))


@reentrant_keyword
def reentrant_keyword_good():
    from torch.utils.checkpoint import checkpoint

    checkpoint(net(), input=torch.ones(1, 4, requires_grad=True), use_reentrant=False)


eval_mode = Experiment("eval-mode-sticks", "torch", r"dropout drops nothing in the second epoch", r"dropout drops in the second epoch")


def epochs(back):
    model = nn.Dropout(0.5)
    for _ in range(2):
        if back:
            model.train()
        dropped = (model(torch.ones(1000)) == 0).any().item()
        model.eval()
        model(torch.ones(1))
    return f"dropout drops {'' if dropped else 'nothing '}in the second epoch"


@eval_mode
def eval_mode_bad():
    return epochs(False)


@eval_mode
def eval_mode_good():
    return epochs(True)


super_init = Experiment("missing-super-init", "torch", r"raises AttributeError: cannot assign module before Module.__init__", r"^nothing$")


@super_init
def super_init_bad():
    class Head(nn.Module):
        def __init__(self):
            self.linear = nn.Linear(2, 2)

    Head()


@super_init
def super_init_good():
    class Head(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(2, 2)

    Head()


in_training = Experiment("evaluation-in-train-mode", "torch", r"^the same batch twice differs True, alone differs True, running mean moves True$",
                         r"^the same batch twice differs False, alone differs False, running mean moves False$")


def measured(switches):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    F.cross_entropy(model(torch.randn(32, 4)), torch.zeros(32, dtype=torch.long)).backward()
    optimizer.step()
    if switches:
        model.eval()
    before, x = model[1].running_mean.clone(), torch.randn(8, 4)
    with torch.no_grad():
        first, second = model(x), model(x)
        norm, smaller = model[:3](x)[:4], model[:3](x[:4])
    return (f"the same batch twice differs {not torch.equal(first, second)}, alone differs {not torch.allclose(norm, smaller, atol=1e-6)}, "
            f"running mean moves {not torch.equal(before, model[1].running_mean)}")


@in_training
def in_training_bad():
    return measured(False)


@in_training
def in_training_good():
    return measured(True)


listed = Experiment("unregistered-layers", "torch", r"^2 parameters, the layers move False$", r"^4 parameters, the layers move True$")


def layers_in(container):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = container([nn.Linear(4, 4)])
            self.head = nn.Linear(4, 2)

        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
            return self.head(x)

    torch.manual_seed(0)
    net = Net()
    before = net.layers[0].weight.detach().clone()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    F.cross_entropy(net(torch.randn(8, 4)), torch.zeros(8, dtype=torch.long)).backward()
    optimizer.step()
    return f"{len(list(net.parameters()))} parameters, the layers move {not torch.equal(before, net.layers[0].weight)}"


@listed
def listed_bad():
    return layers_in(list)


@listed
def listed_good():
    return layers_in(nn.ModuleList)


plain = Experiment("unregistered-parameter", "torch", r"^0 parameters$", r"^1 parameters$")


def parameters_with(compute):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = compute()

    return f"{len(list(Net().parameters()))} parameters"


@plain
def plain_bad():
    return parameters_with(lambda: nn.Parameter(torch.ones(4)).to("meta"))  # any other device will do


@plain
def plain_good():
    return parameters_with(lambda: nn.Parameter(torch.ones(4).to("meta")))


anew = Experiment("layer-made-in-forward", "torch", r"^the same input twice differs True, 0 parameters$", r"^the same input twice differs False, 2 parameters$")


def layer_made(early):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            if early:
                self.head = nn.Linear(4, 2)

        def forward(self, x):
            return self.head(x) if early else nn.Linear(4, 2)(x)

    net, x = Net(), torch.ones(3, 4)
    return f"the same input twice differs {not torch.equal(net(x), net(x))}, {len(list(net.parameters()))} parameters"


@anew
def anew_bad():
    return layer_made(False)


@anew
def anew_good():
    return layer_made(True)


modeless = Experiment("dropout-ignores-mode", "torch", r"^in evaluation mode the function drops True, the module drops True$",
                      r"^in evaluation mode the function drops False, the module drops False$")


def dropped(knows):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.drop = nn.Dropout(0.5)

        def forward(self, x):
            if knows:
                return F.dropout(x, 0.5, training=self.training), self.drop(x)
            return F.dropout(x, 0.5), nn.Dropout(0.5)(x)

    torch.manual_seed(0)
    first, second = Net().eval()(torch.ones(100))
    return f"in evaluation mode the function drops {bool((first == 0).any())}, the module drops {bool((second == 0).any())}"


@modeless
def modeless_bad():
    return dropped(False)


@modeless
def modeless_good():
    return dropped(True)


uncalled = Experiment("method-not-called", "torch", r"^moved 0\.00, training mode True$", r"^moved 0\.\d*[1-9]\d*, training mode False$")


def named(calls):
    model = net()
    x, y = batch()
    before = model.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=1)
    F.cross_entropy(model(x), y).backward()
    if calls:
        optimizer.step()
        model.eval()
    else:
        optimizer.step
        model.eval
    return f"moved {(model.weight - before).norm():.2f}, training mode {model.training}"


@uncalled
def uncalled_bad():
    return named(False)


@uncalled
def uncalled_good():
    return named(True)


cancelled = Experiment("bias-before-norm", "torch", r"^1 of 2 parameters more, its gradient 0\.0000 of the weight's, outputs alike True$", r"^0 of 1 parameters more, outputs alike True$")


def normed(bias):
    torch.manual_seed(0)
    layer, norm, target = nn.Conv2d(3, 8, 3, bias=bias), nn.BatchNorm2d(8), torch.randn(4, 8, 6, 6)
    plain = nn.Conv2d(3, 8, 3, bias=False)
    plain.load_state_dict({"weight": layer.weight.detach()})
    x = torch.randn(4, 3, 8, 8)
    out = norm(layer(x))
    (out - target).pow(2).sum().backward()
    alike = torch.allclose(out, nn.BatchNorm2d(8)(plain(x)), atol=1e-5)
    count = len(list(layer.parameters()))
    share = f", its gradient {layer.bias.grad.norm() / layer.weight.grad.norm():.4f} of the weight's" if bias else ""
    return f"{count - 1} of {count} parameters more{share}, outputs alike {alike}"


@cancelled
def cancelled_bad():
    return normed(True)


@cancelled
def cancelled_good():
    return normed(False)


half_average = Experiment("half-precision-average", "torch", r"the average moved 0\.00", r"the average moved (0\.9|1\.0)")


def averaged(dtype):
    """How far an average with a decay of 0.999 gets in 5000 updates, as a share of how far one in fp32 does."""
    torch.manual_seed(0)
    start = torch.randn(1000)
    weights = 1.2 * start  # what training has made of them
    average, exact = start.clone().to(dtype), start.clone()
    for _ in range(5000):
        average.mul_(0.999).add_(weights.to(dtype), alpha=1 - 0.999)
        exact.mul_(0.999).add_(weights, alpha=1 - 0.999)
    moved = (average.float() - start.to(dtype).float()).norm() / (exact - start).norm()
    return f"the average moved {moved:.2f} of its way"


@half_average
def half_average_bad():
    return averaged(torch.bfloat16)


@half_average
def half_average_good():
    return averaged(torch.float32)


thawed_norms = Experiment("frozen-norms-thawed", "torch", r"^the statistics moved by 0\.[1-9]", r"^the statistics moved by 0\.0$")


def with_norms(again):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 2))

    def freeze():
        for m in model.modules():
            if isinstance(m, nn.BatchNorm2d):
                m.eval()

    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    before = model[1].running_mean.clone()
    freeze()
    for _ in range(2):
        model.train()
        if again:
            freeze()
        for _ in range(4):
            optimizer.zero_grad()
            F.cross_entropy(model(torch.randn(8, 3, 8, 8) + 1), torch.randint(0, 2, (8,))).backward()
            optimizer.step()
    return f"the statistics moved by {float((model[1].running_mean - before).abs().max()):.1f}"


@thawed_norms
def thawed_norms_bad():
    return with_norms(False)


@thawed_norms
def thawed_norms_good():
    return with_norms(True)


one_layer = Experiment("layers-shared", "torch", r"^6 layers, 72 parameters, equal after training True$", r"^6 layers, 432 parameters, equal after training False$")


def stacked(layers):
    torch.manual_seed(0)
    optimizer = torch.optim.SGD(layers.parameters(), lr=0.1)
    x = torch.randn(32, 8)
    for layer in layers:
        x = torch.tanh(layer(x))
    x.pow(2).mean().backward()
    optimizer.step()
    equal = all(torch.equal(layer.weight, layers[0].weight) for layer in layers)
    return f"{len(layers)} layers, {sum(p.numel() for p in layers.parameters())} parameters, equal after training {equal}"


@one_layer
def one_layer_bad():
    return stacked(nn.ModuleList([nn.Linear(8, 8)] * 6))


@one_layer
def one_layer_good():
    return stacked(nn.ModuleList([nn.Linear(8, 8) for _ in range(6)]))


reset_each_epoch = Experiment("weights-reset", "torch", r"^30 epochs gave the weights of the last one alone True$",
                              r"^30 epochs gave the weights of the last one alone False$")


def initialised(each):
    def weights(layer):
        torch.manual_seed(2)
        nn.init.xavier_uniform_(layer.weight)
        nn.init.zeros_(layer.bias)

    def trained(epochs):
        model, (x, y) = net(), batch()
        model.apply(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(epochs):
            if each:
                model.apply(weights)
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        return model.weight

    return f"30 epochs gave the weights of the last one alone {torch.equal(trained(30), trained(1))}"


@reset_each_epoch
def reset_each_epoch_bad():
    return initialised(True)


@reset_each_epoch
def reset_each_epoch_good():
    return initialised(False)


exchanged = Experiment("average-is-copy", "torch", r"^after 200 steps the average is 0\.0\d away from the weights, which swing by 2\.0\d$",
                       r"^after 200 steps the average is 1\.0\d away from the weights, which swing by 2\.0\d$")


def averaged_swing(kept):
    # weights that jump between -1 and 1, with a slow average between them
    model = nn.Linear(1, 1, bias=False)
    with torch.no_grad():
        model.weight.fill_(0)
        average = copy.deepcopy(model)
        for step in range(200):
            model.weight.fill_(1.0 if step % 2 else -1.0)
            for s, p in zip(average.parameters(), model.parameters()):
                s.mul_(kept).add_(p, alpha=1 - kept)
    away = (model.weight - average.weight).abs().item()
    return f"after 200 steps the average is {away:.2f} away from the weights, which swing by {2.0:.2f}"


@exchanged
def exchanged_bad():
    return averaged_swing(1 - 0.99)


@exchanged
def exchanged_good():
    return averaged_swing(0.99)


drawn_anew = Experiment("pretrained-overwritten", "torch", r"^0 of 2 convolutions kept$", r"^2 of 2 convolutions kept$")


def convolutions_kept(whole):
    """Of a network with weights of its own, when the layers of the module around it, or of its head alone, are initialised."""

    class Segmenter(nn.Module):
        def __init__(self, encoder):
            super().__init__()
            self.encoder = encoder
            self.head = nn.Conv2d(8, 2, 1)
            for m in (self if whole else self.head).modules():
                if isinstance(m, nn.Conv2d):
                    nn.init.kaiming_normal_(m.weight)

    published = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Conv2d(8, 8, 3))
    before = [p.clone() for n, p in published.named_parameters() if n.endswith("weight")]
    after = [p for n, p in Segmenter(published).encoder.named_parameters() if n.endswith("weight")]
    return f"{sum(torch.equal(a, b) for a, b in zip(before, after))} of {len(before)} convolutions kept"


@drawn_anew
def drawn_anew_bad():
    return convolutions_kept(whole=True)


@drawn_anew
def drawn_anew_good():
    return convolutions_kept(whole=False)


dropping_one_layer = Experiment("dropout-of-one-layer", "torch", r"^warns UserWarning: dropout option adds dropout after all but last recurrent layer.*; the same twice True, True, True$",
                       r"^the same twice False, False, False$")


def drops_between(layers):
    """Whether an LSTM, a GRU and an RNN in training mode give the same for one input twice."""
    x = torch.randn(2, 5, 8)
    same = []
    for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN):
        rnn = kind(8, 8, layers, dropout=0.5, batch_first=True).train()
        same.append(torch.equal(rnn(x)[0], rnn(x)[0]))
    return "the same twice " + ", ".join(map(str, same))


@dropping_one_layer
def drops_between_bad():
    return drops_between(1)


@dropping_one_layer
def drops_between_good():
    return drops_between(2)


refuses = Experiment("refused-value", "torch", r"^ValueError, TypeError, ValueError, TypeError, ValueError, ValueError, AssertionError, ValueError$",
                     r"^made, made, made, made, made, made, made, made$")


def refusals(calls):
    """What each of some constructors raises."""
    seen = []
    for call in calls:
        try:
            call()
            seen.append("made")
        except Exception as error:
            seen.append(type(error).__name__)
    return ", ".join(seen)


@refuses
def refusals_bad():
    weights, lr = [torch.nn.Parameter(torch.ones(2))], torch.optim.lr_scheduler
    sgd = torch.optim.SGD(weights, lr=0.1)
    return refusals([lambda: torch.optim.SGD(weights, lr=0.1, nesterov=True), lambda: torch.optim.Adam(weights, lr="1e-3"),
                     lambda: torch.optim.Adam(weights, betas=(0.9, 1.0)), lambda: lr.MultiStepLR(sgd, milestones=30),
                     lambda: lr.OneCycleLR(sgd, 0.1), lambda: torch.nn.Conv2d(3, 64, 3, groups=2), lambda: torch.nn.MultiheadAttention(100, 8),
                     lambda: torch.utils.data.DataLoader([1], batch_size=0)])


@refuses
def refusals_good():
    weights, lr = [torch.nn.Parameter(torch.ones(2))], torch.optim.lr_scheduler
    sgd = torch.optim.SGD(weights, lr=0.1)
    return refusals([lambda: torch.optim.SGD(weights, lr=0.1, momentum=0.9, nesterov=True), lambda: torch.optim.Adam(weights, lr=1e-3),
                     lambda: torch.optim.Adam(weights, betas=(0.9, 0.99)), lambda: lr.MultiStepLR(sgd, milestones=[30]),
                     lambda: lr.OneCycleLR(sgd, 0.1, total_steps=10), lambda: torch.nn.Conv2d(4, 64, 3, groups=2),
                     lambda: torch.nn.MultiheadAttention(96, 8), lambda: torch.utils.data.DataLoader([1], batch_size=1)])
