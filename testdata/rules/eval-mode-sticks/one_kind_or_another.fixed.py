import torch


def fit(args, model, loader, held_out):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(9):
        model.train()
        if args.kind == "plain":
            model.train()
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        if args.kind == "watched":
            model.eval()  # want "model.eval.. stays in force for the rest of the training"
            with torch.no_grad():
                print(sum(torch.nn.functional.mse_loss(model(x), y) for x, y in held_out))


def fit_and_go_back(args, model, loader, held_out):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(9):
        if args.kind == "watched":
            model.train()
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        if args.kind == "watched":
            model.eval()
            with torch.no_grad():
                print(sum(torch.nn.functional.mse_loss(model(x), y) for x, y in held_out))


def fit_in_parts(args, model, loader, held_out):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(9):
        if args.parts > 2:
            model.train()
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        if args.parts == 3:
            model.eval()
            with torch.no_grad():
                print(sum(torch.nn.functional.mse_loss(model(x), y) for x, y in held_out))
