import torch

model = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7)
for epoch in range(25):
    for phase in ["train", "val"]:
        for x, y in loaders[phase]:
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                loss = torch.nn.functional.cross_entropy(model(x), y)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
        if phase == "train":
            scheduler.step()  # want "scheduler steps in each of 2 phases of an epoch"


def by_name(net, opt, plateau):
    splits = ("training", "validation")
    for epoch in range(25):
        for split in splits:
            is_train = split == "training"
            net.train(is_train)
            total = 0.0
            for x, y in loaders[split]:
                with torch.set_grad_enabled(is_train):
                    loss = torch.nn.functional.cross_entropy(net(x), y)
                if is_train:
                    opt.zero_grad()
                    loss.backward()
                    opt.step()
                total += loss.item()
            if split == "training":
                plateau_scheduler.step(total)  # want "step it where split is \"training\""
