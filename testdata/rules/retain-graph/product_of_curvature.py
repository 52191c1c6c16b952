import torch
from torch.nn.utils import parameters_to_vector


def flat(gradients):
    return parameters_to_vector([g.contiguous() for g in gradients])


def curvature(divergence, weights, damping=1e-4):
    weights = list(weights)
    slope = flat(torch.autograd.grad(divergence, weights, create_graph=True))

    def times(vector):  # asked as often as the solver likes, over the one graph of slope
        return flat(torch.autograd.grad(torch.dot(slope, vector), weights, retain_graph=True)) + damping * vector

    return times


def solve(times, b, rounds=8):
    x, rest, way = torch.zeros_like(b), b.clone(), b.clone()
    for _ in range(rounds):
        along = times(way)
        length = rest.dot(rest) / way.dot(along)
        x = x + length * way
        rest = rest - length * along
        way = rest
    return x


def update(policy, states, old):
    divergence = torch.distributions.kl_divergence(old, policy(states)).mean()
    slope = flat(torch.autograd.grad(policy(states).sum(), policy.parameters()))
    return solve(curvature(divergence, policy.parameters()), slope)
