import torch
from torch import nn


def adapt(folder, batches):
    """What is loaded is the model, which goes on to be used."""
    speaker = torch.load(folder + "/init.pt", weights_only=False)
    speaker.load_state_dict(torch.load(folder + "/final.pt"))
    speaker.cuda()
    model = nn.Linear(8, 4).cuda()
    model.load_state_dict(torch.load(folder + "/model.pt"))
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        loss = nn.functional.cross_entropy(model(speaker(x.cuda())), y.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test_resume(tmp_path):
    model = nn.Linear(8, 4)
    torch.save({"model": model.state_dict()}, tmp_path / "a.pt")
    loaded = torch.load(tmp_path / "a.pt", weights_only=False)
    model.load_state_dict(loaded["model"])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(2, 8)).mean().backward()
        optimizer.step()


def resume(path, batches):
    model = nn.Linear(8, 4).cuda()
    loaded = torch.load(path, weights_only=False)  # want "loaded keeps a second copy"
    model.load_state_dict(loaded["model"])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x.cuda()).mean().backward()
        optimizer.step()


def resume_from_an_object(path, batches):
    model = nn.Linear(8, 4).cuda()
    loaded = torch.load(path, weights_only=False)  # want "loaded keeps a second copy"
    model.load_state_dict(loaded.weights)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x.cuda()).mean().backward()
        optimizer.step()
