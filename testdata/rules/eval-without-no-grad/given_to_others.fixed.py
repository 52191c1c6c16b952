import torch
from torch import nn
from torchvision.models import resnet18

from importance import add_squares
from maps import Highlighter
from online import Adapter


def test_and_adapt(saved, test_loader):
    net = nn.Linear(16, 4)
    net.load_state_dict(torch.load(saved, weights_only=True))
    net.eval()
    adapter = Adapter(net.parameters())
    right = 0
    for image, label in test_loader:
        logits = net(image)
        adapter.adjust(logits)  # it lowers their entropy
        right += (logits.argmax(1) == label).sum().item()
    return right


def importance(net, test_loader):
    net.eval()
    squares = {}
    for image, label in test_loader:
        net.zero_grad()
        add_squares(squares, net(image), label)  # of gradients
    return squares


def evaluate_maps(test_loader):
    net = resnet18(weights="DEFAULT").eval()
    highlighter = Highlighter(net.layer4)
    for image, label in test_loader:
        highlighter.keep_map(net(image), label)  # what the layer's gradients say


@torch.no_grad()
def test(net, test_loader, writer):
    net.eval()
    for number, (image, label) in enumerate(test_loader):
        logits = net(image)  # want "net runs with gradients on in an evaluation loop"
        writer.add_histogram("logits", logits, number)  # nothing is differentiated to show this
        print(logits.argmax(1), label)
