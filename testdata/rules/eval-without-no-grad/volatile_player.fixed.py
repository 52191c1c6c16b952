import torch
from torch.autograd import Variable


class Player:
    def __init__(self):
        self.net = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def act(self, state):
        state = Variable(torch.FloatTensor(state))
        state.volatile = True
        return self.net(state).data.max(1)[1]

    def look(self, state):
        state = Variable(torch.FloatTensor(state))
        with torch.no_grad():
            return self.net(state).data.max(1)[1]  # want "only the values of what it gives are read"

    def learn(self, states, wanted):
        loss = (self.net(states) - wanted).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
