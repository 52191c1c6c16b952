package built

import (
	"strings"
	"testing"
)

// vectorScript plays in several environments at once, and learns from what it has seen in many small batches.
const vectorScript = `
-- train.py --
import gym
import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical, MultivariateNormal
from stable_baselines3.common.atari_wrappers import EpisodicLifeEnv, NoopResetEnv

def one(name):
    def make():
        return WRAPPED
    return make

envs = ENVS
shown = int(np.array(envs.single_observation_space.shape).prod())

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Flatten(), nn.Linear(shown, 32), nn.Tanh(), nn.Linear(32, ACTIONS))

    def forward(self, x):
        return self.layers(x)

net = Net().cuda()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
states = torch.zeros((64, envs.num_envs) + envs.single_observation_space.shape).cuda()
rewards = torch.zeros((64, envs.num_envs)).cuda()

for update in range(1000):
    RESET = envs.reset()
    state = torch.Tensor(state).cuda()
    for step in range(64):
        states[step] = state
        with torch.no_grad():
            drawn = DRAWN
        STEP = envs.step(drawn.cpu().numpy())
        state, rewards[step] = torch.Tensor(state).cuda(), torch.tensor(reward).cuda().view(-1)
    flat, paid = states.reshape((-1,) + envs.single_observation_space.shape), rewards.reshape(-1)
    for epoch in range(10000):
        order = np.arange(64 * envs.num_envs)
        np.random.shuffle(order)
        for start in range(0, 64 * envs.num_envs, 16):
            picked = order[start:start + 16]
            loss = -(SAYS * paid[picked]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
`

// TestAgentsSideBySide: what several environments show at once.
func TestAgentsSideBySide(t *testing.T) {
	const oldReset, newReset = "state", "state, _"
	const oldStep, newStep = "state, reward, done, _", "state, reward, done, cut, _"
	const made, wrapped = `gymnasium.make(name)`, `gym.wrappers.FrameStack(gym.wrappers.GrayScaleObservation(gym.wrappers.` +
		`ResizeObservation(EpisodicLifeEnv(NoopResetEnv(gym.make(name), noop_max=30)), (84, 84))), 4)`
	const drawn, says = "Categorical(logits=net(state)).sample()",
		"Categorical(logits=net(flat[picked])).log_prob(torch.zeros(16).cuda())"
	const full = "torch.diag_embed(torch.full((1,), 0.3).cuda().expand_as(net(%)))"
	spread := func(x string) string {
		return "MultivariateNormal(net(" + x + "), " + strings.ReplaceAll(full, "%", x) + ")"
	}
	for _, tt := range []struct{ name, envs, wrapped, reset, step, actions, drawn, says, want string }{
		{"one by one", `gymnasium.vector.SyncVectorEnv([one("CartPole-v1") for _ in range(4)])`, made, newReset, newStep,
			"envs.single_action_space.n", drawn, says, "16x4"},
		{"made at once", `gymnasium.make_vec("LunarLander-v3", num_envs=3)`, made, newReset, newStep,
			"envs.single_action_space.n", drawn, says, "16x8"},
		{"old gym's", `gym.vector.make("Acrobot-v1", 2)`, made, oldReset, oldStep,
			"envs.single_action_space.n", drawn, says, "16x6"},
		{"games", `gym.vector.SyncVectorEnv([one("BreakoutNoFrameskip-v4")] * 2)`, wrapped, oldReset, oldStep,
			"envs.single_action_space.n", drawn, says, "16x4x84x84"},
		{"a spread of its own", `gymnasium.make_vec("Pendulum-v1", num_envs=3)`, made, newReset, newStep,
			"1", spread("state") + ".sample()", spread("flat[picked]") + ".log_prob(torch.zeros(16, 1).cuda())", "16x3"},
		{"of what nobody knows", `gymnasium.make_vec("LunarLander-v3", num_envs=3, continuous=True)`, made, newReset, newStep,
			"4", drawn, says, "?"},
	} {
		text := strings.NewReplacer("WRAPPED", tt.wrapped, "ENVS", tt.envs, "RESET", tt.reset, "STEP", tt.step,
			"ACTIONS", tt.actions, "DRAWN", tt.drawn, "SAYS", tt.says).Replace(vectorScript)
		got := "?"
		if step, gap := TrainOn(jobOf(t, text), 0, ""); gap == nil {
			got = step.Inputs[0]
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestStepsWithinALap: a lap of a hundred thousand small steps is not followed through all of them, unless there is a
// backward pass behind them that it has not come by.
func TestStepsWithinALap(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn

critic, generator = nn.Linear(16, 1).cuda(), nn.Linear(8, 16).cuda()
a = torch.optim.Adam(critic.parameters())
b = torch.optim.Adam(generator.parameters())

def learn(times):
    done = 0
    while done < times:
        done += 1
        a.zero_grad()
        critic(generator(torch.randn(64, 8).cuda()).detach()).mean().backward()
        a.step()

for update in range(1000):
    b.zero_grad()
    BEFORE
    learn(TIMES)
    AFTER
`
	const step = "critic(generator(torch.randn(32, 8).cuda())).mean().backward(); b.step()"
	for _, tt := range []struct {
		times, before, after string
		followed             bool
	}{
		{"5", step, "pass", true},
		{"5", "pass", step, true},
		{"100000", step, "pass", true},
		{"100000", "pass", step, false},
	} {
		text := strings.NewReplacer("TIMES", tt.times, "BEFORE", tt.before, "AFTER", tt.after).Replace(script)
		if _, gap := TrainOn(jobOf(t, text), 0, ""); (gap == nil) != tt.followed {
			t.Errorf("%s steps, %q, %q: %v", tt.times, tt.before, tt.after, gap)
		}
	}
}

// TestEpisodes: an agent that learns from a whole episode learns from the longest that there may be, where the library
// cuts them off; whatever a drawn number decides in each of many steps comes out in both ways.
func TestEpisodes(t *testing.T) {
	const script = `
-- train.py --
import random
from collections import deque
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

env = gym.make(NAMED)
policy = nn.Sequential(nn.Linear(env.observation_space.shape[0], 128), nn.ReLU(), nn.Linear(128, 2)).cuda()
optimizer = torch.optim.Adam(policy.parameters())
memory = deque(maxlen=5000)

for episode in range(1000):
    state, _ = env.reset()
    said, done = [], False
    while not done:
        drawn = Categorical(logits=policy(torch.from_numpy(state).float().unsqueeze(0).cuda()))
        action = drawn.sample()
        said.append(drawn.log_prob(action))
        ACTS
        state, reward, ended, cut, _ = env.step(action.item())
        done = ended or cut
    loss = torch.cat(said)LEARNS
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	const tries = "action = torch.zeros(1) if random.random() < 0.2 else action"
	for _, tt := range []struct {
		named, acts, learns string
		followed            bool
	}{
		{`"CartPole-v1"`, "pass", ".sum()", true},
		{`"CartPole-v1"`, "assert len(said) <= 500", ".sum()", true},
		{`"CartPole-v1"`, "assert len(said) <= 499", ".sum()", false},
		{`"CartPole-v1", max_episode_steps=90`, "assert len(said) <= 90", ".sum()", true},
		{`"Acrobot-v1"`, tries, ".mean()", true},
		{`"Ant-v4"`, "pass", ".sum()", false}, // as long as it walks
		{`"CartPole-v1", max_episode_steps=limit`, "pass", ".sum()", false},
	} {
		text := strings.NewReplacer("NAMED", tt.named, "ACTS", tt.acts, "LEARNS", tt.learns).Replace(script)
		if _, gap := TrainOn(jobOf(t, text), 0, ""); (gap == nil) != tt.followed {
			t.Errorf("%s, %q: %v", tt.named, tt.acts, gap)
		}
	}
}
