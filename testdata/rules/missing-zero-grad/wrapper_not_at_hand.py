from elsewhere import ScheduledOptim


def train(net, loader):
    optimizer = ScheduledOptim(net.parameters(), 512)
    for x in loader:
        net(x).mean().backward()
        optimizer.step_and_update_lr()
