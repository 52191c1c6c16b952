import torch
from torch.utils.data import DataLoader, TensorDataset


def test_loss_falls():
    model = torch.nn.Linear(8, 2).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = TensorDataset(torch.randn(64, 8), torch.randint(2, (64,)))
    loader = DataLoader(data, batch_size=8, shuffle=True)
    losses = []
    for _ in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            out = model(x.cuda())
            loss = torch.nn.functional.cross_entropy(out, y.cuda())
            correct = (out.argmax(1).cpu() == y).sum().item()
            loss.backward()
            optimizer.step()
            torch.cuda.synchronize()
            losses.append(loss.item())
    assert losses[-1] < losses[0] and correct > 0
