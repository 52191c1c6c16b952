import math
import sys

import numpy as np
import torch


class Stopper:
    def __init__(self):
        self.best_loss = float("inf")

    def __call__(self, val_loss, model):
        if val_loss > self.best_loss:  # want "self.best_loss starts at float.*, and only a larger value replaces it"
            self.best_loss = val_loss
            torch.save(model.state_dict(), "best.pt")


def by_loss(model, epochs, validate):
    best, at = np.inf, 0
    for epoch in range(epochs):
        loss = validate(model)
        if best < loss:  # want "only a larger value"
            best = loss
            at = epoch
            torch.save(model.state_dict(), "best.pt")


def by_score(model, epochs, validate):
    best_score = -math.inf
    for epoch in range(epochs):
        score = validate(model)
        if epoch > 2 and score < best_score:  # want "starts at -math.inf, and only a smaller value"
            best_score = score
            torch.save(model.state_dict(), "best.pt")


def by_accuracy(model, epochs, validate):
    best_acc, best_epoch = 0.0, 0
    for epoch in range(epochs):
        acc = validate(model)
        if acc < best_acc:  # want "best_acc starts at 0.0, and only a smaller value"
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def by_error(model, epochs, validate):
    best_error = sys.maxsize
    for epoch in range(epochs):
        error = validate(model)
        if error >= best_error + 0:
            print("no better")
        if error > best_error:  # want "only a larger value"
            best_error = error.item()
            torch.save(model.state_dict(), "best.pt")


def by_huge_loss(model, epochs, validate):
    best_loss = 1e9
    for epoch in range(epochs):
        val_loss = validate(model)
        if val_loss > best_loss:  # want "starts at 1e9"
            best_loss = val_loss
            torch.save(model.state_dict(), "best.pt")


def the_worst_model(model, epochs, validate):
    best_loss, best_state = 0.0, None
    for epoch in range(epochs):
        val_loss = validate(model)
        if val_loss > best_loss:  # want "the weights that are kept are those of the worst model"
            best_loss = val_loss
            best_state = model.state_dict()
    return best_state


def the_worst_of_a_sum(model, epochs, validate):
    best_loss = 0.0
    for epoch in range(epochs):
        parts = validate(model)
        total_loss = 0.6 * parts["box_loss"] + 0.4 * parts["label_loss"]
        if total_loss > best_loss:  # want "the weights that are kept are those of the worst model"
            best_loss = total_loss
            torch.save(model.state_dict(), "best.pt")
