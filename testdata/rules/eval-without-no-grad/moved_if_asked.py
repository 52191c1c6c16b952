import torch
from apex import amp
from builders import build, make_loader, read_state, vgg16


# What an unseen function gives is bound to the name of a model: moving it leaves it what it is.
def predict(args, loader, model):
    model.eval()
    for x, name in loader:
        out = model(x)  # want "model runs with gradients on in an evaluation loop"
        print(name, out.argmax(1).tolist())


def main(args):
    model = build(args.name, args.classes)
    if args.cuda:
        model = model.cuda()
    predict(args, make_loader(args), model)


def main_in_half(args):
    model = build(args.name, args.classes)
    if args.half:
        model = amp.initialize(model, opt_level="O2")
    model.eval()
    for x, name in make_loader(args):
        out = model(x)  # want "model runs with gradients on in an evaluation loop"
        print(name, out.argmax(1).tolist())


# The name of the architecture is also one of networks that others look through; here it is the model.
def classify(args):
    net = vgg16(classes=args.classes)
    if args.cuda:
        net = net.cuda()
    net.eval()
    for x, name in make_loader(args):
        print(name, net(x).argmax(1).tolist())  # want "net runs with gradients on in an evaluation loop"


def look_through(args, vgg):
    vgg.eval()
    for x, name in make_loader(args):
        print(name, vgg(x).argmax(1).tolist())


# On one of the ways it is put into no mode: the loop evaluates by its name all the same.
def loaded(args):
    model = build(args.name, args.classes)
    if torch.cuda.is_available():
        return model.cuda()
    model.eval()
    return model


def validate(args):
    model = loaded(args)
    for x, name in make_loader(args):
        print(name, model(x).argmax(1).tolist())  # want "model runs with gradients on in an evaluation loop"


def walk(args):
    model = loaded(args)
    for x, name in make_loader(args):
        print(name, model(x).argmax(1).tolist())


# How long a pass takes is measured as it is.
def measure(args, x, times):
    model = build(args.name, args.classes)
    model.eval()
    for _ in range(times):
        model(x)


# A state that is moved is no model.
def states(args, step):
    state = read_state(args)
    if args.cuda:
        state = state.cuda()
    for x, name in make_loader(args):
        print(name, step(x, state))


if __name__ == "__main__":
    main(torch.load("args.pt"))
    main_in_half(torch.load("args.pt"))
    classify(torch.load("args.pt"))
    validate(torch.load("args.pt"))
    walk(torch.load("args.pt"))
    measure(torch.load("args.pt"), torch.zeros(1, 8), 100)
