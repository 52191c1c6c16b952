import copy

import torch
from torch.optim import Adam


# What an optimizer trains is a network, whatever it is called; frozen behind the training it records nothing.
def answers_of(learner, loader):
    learner.requires_grad_(True)
    optimizer = Adam(learner.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        (learner(x) - y).pow(2).mean().backward()
        optimizer.step()
    learner.requires_grad_(False)
    answers = []
    for x, _ in loader:
        answers.append(learner(x.cuda()))
    return torch.cat(answers).cpu()


# A look-alike: it is not frozen.
def answers_with_graphs(learner, loader):
    learner.requires_grad_(True)
    optimizer = Adam(learner.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        (learner(x) - y).pow(2).mean().backward()
        optimizer.step()
    answers = []
    for x, _ in loader:
        answers.append(learner(x.cuda()))  # want "answers keeps the autograd graph"
    return torch.cat(answers).cpu().numpy()


# The copy of a network is thawed: what it was copied of came frozen.
def student_of(state, loader):
    student = copy.deepcopy(state.model)
    answers = []
    for x in loader:
        answers.append(state.model(x.cuda()))
    student.requires_grad_(True)
    optimizer = Adam(student.parameters())
    losses = []
    for x, answer in zip(loader, torch.cat(answers).cpu()):
        optimizer.zero_grad()
        loss = (student(x) - answer).pow(2).mean()
        loss.backward()
        losses.append(loss)  # want "losses keeps loss"
        optimizer.step()
    student.requires_grad_(False)
    return student, [loss.item() for loss in losses]
