package built

import (
	"strings"
	"testing"
)

// agentScript learns from what an environment shows: MAKE makes it, RESET and STEP take what it gives.
const agentScript = `
-- train.py --
import random
from collections import deque, namedtuple
import gym
import gymnasium
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward", "done"))

class Scaled(gym.ObservationWrapper):
    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gym.spaces.Box(low=0, high=1, shape=(5,), dtype=np.float32)

    def observation(self, shown):
        return np.zeros(5, dtype=np.float32)

class Net(nn.Module):
    def __init__(self, shown, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(shown, 32), nn.ReLU(), nn.Linear(32, actions))

    def forward(self, x):
        return self.layers(x)

env = MAKE
shown = int(np.prod(env.observation_space.shape))
net = Net(shown, env.action_space.n).cuda()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
memory = deque(maxlen=1000)

def act(state):
    if random.random() < 1.0:
        return env.action_space.sample()
    with torch.no_grad():
        return net(torch.FloatTensor(state).unsqueeze(0).cuda()).argmax(1).item()

def learn():
    if len(memory) < 16:
        return
    batch = Transition(*zip(*random.sample(memory, 16)))
    states = torch.FloatTensor(np.array(batch.state)).cuda()
    actions = torch.LongTensor(batch.action).unsqueeze(1).cuda()
    rewards = torch.FloatTensor(batch.reward).cuda()
    loss = F.mse_loss(net(states).gather(1, actions).squeeze(1), rewards)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for episode in range(500):
    RESET = env.reset()
    done = False
    while not done:
        action = act(state)
        STEP = env.step(action)
        memory.append(Transition(state, action, following, reward, done))
        state = following
        learn()
`

// TestAgents: what an environment of gym's or gymnasium's shows, and that an agent's memory fills before it learns.
func TestAgents(t *testing.T) {
	const oldReset, newReset = "state", "state, _"
	const oldStep, newStep = "following, reward, done, _", "following, reward, done, cut, _"
	for _, tt := range []struct{ make, reset, step, want string }{
		{`gym.make("CartPole-v1")`, oldReset, oldStep, "16x4"},
		{`gym.make("CartPole-v1")`, newReset, newStep, "16x4"},
		{`gymnasium.make("LunarLander-v3")`, newReset, newStep, "16x8"},
		{`gymnasium.make("LunarLander-v3")`, oldReset, newStep, "?"},
		{`Scaled(gym.make("MountainCar-v0"))`, oldReset, oldStep, "16x5"},
		{`gym.make("PongNoFrameskip-v4")`, oldReset, oldStep, "16x210x160x3"},
		{`gymnasium.wrappers.FrameStack(gymnasium.wrappers.AtariPreprocessing(gymnasium.make("ALE/Pong-v5")), 4)`,
			newReset, newStep, "16x4x84x84"},
		{`gym.make("Own-v0")`, oldReset, oldStep, "?"},
		{`gym.make("CarRacing-v2", continuous=False)`, newReset, newStep, "?"},
	} {
		text := strings.NewReplacer("MAKE", tt.make, "RESET", tt.reset, "STEP", tt.step).Replace(agentScript)
		models := Of(jobOf(t, text))
		got := "?"
		if models != nil && models.step != nil {
			got = models.step.Inputs[0]
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.make, got, tt.want)
		}
	}
}
