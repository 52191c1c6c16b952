import torch


def test_parameters_move():
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    before = model.weight.clone()
    for batch in torch.randn(3, 4, 2):
        model(batch).mean().backward()
        optimizer.step()
    assert not torch.equal(before, model.weight)
