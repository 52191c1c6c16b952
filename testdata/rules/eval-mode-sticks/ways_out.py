import torch


def stops_then(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step > 100:
            model.eval()
            with torch.no_grad():
                model(valid)
            break


def returns_then(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if done():
            model.eval()
            with torch.no_grad():
                return model(valid)


def raises_then(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if loss.isnan():
            model.eval()
            model(valid)
            raise ValueError("diverged")


def at_one_count(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step == 1000:
            model.eval()


def of_another_model(model, teacher, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        (model(batch) - teacher(batch)).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        teacher.eval()


def given_away(model, loader, tool):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        model.eval()
        tool.restore(model)


def given_to_another_package(model, loader):
    import metrics
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        model.eval()
        metrics.process(model, batch)


def meant_for_the_step(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        model.eval()
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def stays_in_force(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 1000 == 0:
            model.eval()  # want "model.eval\(\) stays in force"
            with torch.no_grad():
                print(len(loader), model(valid))
        torch.save(batch, "last")


def through_its_wrapper(net, loader, valid):
    model = torch.nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 1000 == 0:
            net.eval()  # want "stays in force"
            with torch.no_grad():
                print(net(valid))


def wrapper_put_back(net, loader, valid):
    model = torch.nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 1000 == 0:
            net.eval()
            with torch.no_grad():
                print(net(valid))
            model.train()


def set_before_the_loop_only(model, loader, valid):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for step, batch in enumerate(loader):
        if step % 1000 == 0:
            model.eval()  # want "stays in force"
            with torch.no_grad():
                print(model(valid))
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def frozen_on_purpose(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for batch in loader:
        model.eval()
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
