import losses
import torch
from torch import nn


class Bottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64))

    def forward(self, x):
        return self.layers(x)


def neighbours_of(inputs, all_of_them):
    found = inputs.detach().cpu().numpy()
    found[found < 0] = all_of_them[0]
    return torch.from_numpy(found)


def adapt(config, loader, classes):
    """The model adapts itself to the test set: what is called a test is what it is trained on, the neighbours too."""
    net, head = Bottleneck().cuda(), nn.Linear(64, classes).cuda()
    net.load_state_dict(torch.load("source.pt", map_location="cpu"))
    head.load_state_dict(torch.load("head.pt", map_location="cpu"))
    groups = []
    for _, v in net.named_parameters():
        if config.decay > 0:
            groups += [{"params": v, "lr": config.lr * config.decay}]
        else:
            v.requires_grad = False
    optimizer = torch.optim.SGD(groups)
    step = 0
    while step < 1000:
        try:
            inputs_test, _ = next(batches)
        except:
            batches = iter(loader)
            inputs_test, _ = next(batches)
        if step % 100 == 0:
            net.eval()
            with torch.no_grad():
                seen = head(net(inputs_test)).argmax(1)
            net.train()
        step += 1
        inputs_test = inputs_test.cuda()
        outputs_test = head(net(inputs_test)).softmax(1)
        features_test_n = neighbours_of(inputs_test, seen)
        features_test_n = net(features_test_n.cuda())
        loss = torch.tensor(0.0).cuda()
        loss = loss + losses.agreement(outputs_test, head(features_test_n).softmax(1))
        loss = loss + outputs_test.mean(0).log().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
