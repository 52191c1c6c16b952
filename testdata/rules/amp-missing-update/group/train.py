import torch

from optimizers import Group

a, b = torch.nn.Linear(8, 8).cuda(), torch.nn.Linear(8, 8).cuda()
group = Group(a=torch.optim.Adam(a.parameters()), b=torch.optim.Adam(b.parameters()))
scaler = torch.amp.GradScaler("cuda")
for x in torch.load("batches.pt", map_location="cuda", weights_only=True):
    with torch.autocast("cuda", torch.float16):
        loss = torch.nn.functional.l1_loss(b(a(x)), x)
    group.zero_grad()
    scaler.scale(loss).backward()
    group.step(scaler)
    scaler.update()
