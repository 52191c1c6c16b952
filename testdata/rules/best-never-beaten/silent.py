import torch


def the_right_way(model, epochs, validate):
    best_loss, best_acc = float("inf"), 0.0
    for epoch in range(epochs):
        loss, acc = validate(model)
        if loss < best_loss:
            best_loss = loss
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def what_the_first_epoch_sets(model, epochs, validate):
    best_loss = float("inf")
    for epoch in range(epochs):
        loss = validate(model)
        if epoch == 0 or loss > best_loss:
            best_loss = loss
            torch.save(model.state_dict(), "worst.pt")


def what_a_checkpoint_sets(model, epochs, validate, checkpoint):
    best_loss = float("inf")
    if checkpoint:
        best_loss = checkpoint["loss"]
    for epoch in range(epochs):
        loss = validate(model)
        if loss > best_loss:
            best_loss = loss


def counted_where_it_is_not_better(model, epochs, validate):
    best_loss, waited = float("inf"), 0
    for epoch in range(epochs):
        loss = validate(model)
        if loss > best_loss:
            waited += 1
        else:
            best_loss = loss
            torch.save(model.state_dict(), "best.pt")


def the_strongest_attack(model, attacks, robust):
    best_acc = 1.0
    for attack in attacks:
        acc = robust(model, attack)
        if acc < best_acc:
            best_acc = acc


def a_reward_below_zero(policy, episodes, play):
    best_return = 0
    for episode in range(episodes):
        value = play(policy)
        if value < best_return:
            best_return = value


def equal_counts(model, epochs, validate):
    best_acc = 0
    for epoch in range(epochs):
        acc = validate(model)
        if acc <= best_acc:
            best_acc = acc


def given(model, epochs, validate, best_loss=float("inf")):
    for epoch in range(epochs):
        loss = validate(model)
        if loss > best_loss:
            best_loss = loss


def another_value_is_kept(model, epochs, validate):
    best_loss = float("inf")
    for epoch in range(epochs):
        loss, smooth = validate(model)
        if loss > best_loss:
            best_loss = smooth


def the_worst_of_a_batch(losses):
    worst_loss = 0.0
    for loss in losses:
        if loss > worst_loss:
            worst_loss = loss
    return worst_loss


class Stopper:
    def __init__(self):
        self.best = float("inf")

    def load(self, state):
        self.best = state["best"]

    def __call__(self, loss):
        if loss > self.best:
            self.best = loss


class Other:
    def __init__(self):
        self.score = float("inf")

    def __call__(self, loss, stopper):
        if loss > stopper.score:
            stopper.score = loss


def the_strongest_perturbation(model, images, steps, attack):
    best_loss, best_images = -1, images
    for step in range(steps):
        tried, loss = attack(model, images)
        if loss > best_loss:
            best_loss = loss
            best_images = tried
    return best_images


def a_score_with_a_name_of_its_own(model, epochs, validate):
    best_score = 0.0
    for epoch in range(epochs):
        score = validate(model)
        if score > best_score:
            best_score = score
            torch.save(model.state_dict(), "best.pt")


def a_score_called_a_loss(model, epochs, validate):
    best_weight_loss = 0.0
    for epoch in range(epochs):
        spearman, pearson = validate(model)
        weight_loss = 0.6 * spearman + 0.4 * pearson
        if weight_loss > best_weight_loss:
            best_weight_loss = weight_loss
            torch.save(model.state_dict(), "best.pt")


def the_other_sign(model, epochs, validate):
    best_loss = -1e9
    for epoch in range(epochs):
        val_loss = validate(model)
        val_loss = -val_loss
        if val_loss > best_loss:
            best_loss = val_loss
            torch.save(model.state_dict(), "best.pt")
