import torch

model, head = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
optimizer = torch.optim.Adam([dict(params=model.parameters(), lr=0.1)])
kind = getattr(torch.optim, name)
optimizer = kind([dict(params=model.parameters(), lr=0.1), {"params": head.parameters()}])
group = dict(params=head.parameters(), lr=0.1)
optimizer = torch.optim.SGD([group], lr=0.1)
