import torch


def samples(model, noise):
    model.eval()
    with torch.no_grad():
        print(model(noise))
    model.train()


def fit(model, loader, noise, args):
    optimizer = torch.optim.Adam(model.parameters())
    for step, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if step % args.look_every == 0:
            model.eval()  # want "model.eval.. stays in force for the rest of the training"
            with torch.no_grad():
                print(model(noise))
        if step % args.sample_every == 0:
            samples(model, noise)


def fit_and_go_back(model, loader, noise, args):
    optimizer = torch.optim.Adam(model.parameters())
    for step, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if step % args.look_every == 0:
            model.eval()
            with torch.no_grad():
                print(model(noise))
        if step % args.look_every == 0:
            model.train()


def fit_and_go_back_each_time(model, loader, noise, args):
    optimizer = torch.optim.Adam(model.parameters())
    for step, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if step % args.look_every == 0:
            model.eval()
            with torch.no_grad():
                print(model(noise))
        if step % args.sample_every == 0:
            samples(model, noise)
        model.train()


def fit_and_sometimes_go_back(model, loader, noise, args):
    optimizer = torch.optim.Adam(model.parameters())
    for step, x in enumerate(loader):
        if not args.freeze:
            model.train()
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if step % args.look_every == 0:
            model.eval()
            with torch.no_grad():
                print(model(noise))
