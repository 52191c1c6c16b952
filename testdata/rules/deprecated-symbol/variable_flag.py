from torch.autograd import Variable


def evaluate(model, x, flag):
    return model(Variable(x, volatile=flag)), model(Variable(x, volatile=False))  # want note "Variable \(2 times in this file\)"
