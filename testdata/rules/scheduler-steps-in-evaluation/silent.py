import torch

model = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=7)


def gated():
    for epoch in range(25):
        for phase in ["train", "val"]:
            for x, y in loaders[phase]:
                with torch.set_grad_enabled(phase == "train"):
                    loss = torch.nn.functional.cross_entropy(model(x), y)
                    if phase == "train":
                        optimizer.zero_grad()
                        loss.backward()
                        optimizer.step()
            if phase == "train":
                scheduler.step()


def behind_the_phases():
    for epoch in range(25):
        for phase in ["train", "val"]:
            for x, y in loaders[phase]:
                with torch.set_grad_enabled(phase == "train"):
                    loss = torch.nn.functional.cross_entropy(model(x), y)
                if phase == "train":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
        scheduler.step()


def leaves_the_lap():
    for epoch in range(25):
        for phase in ["train", "val"]:
            for x, y in loaders[phase]:
                with torch.set_grad_enabled(phase == "train"):
                    loss = torch.nn.functional.cross_entropy(model(x), y)
                if phase == "train":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
            if phase == "val":
                continue
            scheduler.step()


def by_a_flag():
    for phase in ["train", "val"]:
        training = phase == "train"
        for x, y in loaders[phase]:
            with torch.set_grad_enabled(training):
                loss = torch.nn.functional.cross_entropy(model(x), y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        if training:
            scheduler.step()


def two_trainings():
    for phase in ["train_head", "train_all"]:
        for x, y in loaders[phase]:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def noise(scheduler, latents):
    for phase in ["train", "val"]:
        for t in range(10):
            latents = scheduler.step(model(latents), t, latents)
        if phase == "train":
            optimizer.step()


# Two networks by turns, and gradients for both.
def turns(first, second, opt, scheduler):
    for epoch in range(25):
        for turn in ("first", "second"):
            for x, y in loaders[turn]:
                loss = torch.nn.functional.cross_entropy(first(x) + second(x), y)
                opt.zero_grad()
                loss.backward()
                if turn == "first":
                    opt.step()
            scheduler.step()
