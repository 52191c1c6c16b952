from model import ScheduledOptim


def wrapped(net):
    return ScheduledOptim(net, 4000)
