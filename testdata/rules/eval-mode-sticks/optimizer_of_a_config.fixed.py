import hydra
import torch
import torch.nn as nn


@hydra.main(config_path="conf", config_name="train")
def main(cfg):
    model = hydra.utils.instantiate(cfg.model)
    opt = hydra.utils.instantiate(cfg.opt, params=model.parameters())
    train, val = hydra.utils.instantiate(cfg.train), hydra.utils.instantiate(cfg.val)
    model.train()
    for step, (x, y) in enumerate(train):
        model.train()
        opt.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        opt.step()
        if step % 100 == 0:
            model.eval()  # want "stays in force for the rest of the training"
            with torch.no_grad():
                print(step, sum((model(a).argmax(1) == b).sum().item() for a, b in val))


def by_turns(cfg):
    model = hydra.utils.instantiate(cfg.model)
    opt = hydra.utils.instantiate(cfg.opt, params=model.parameters())
    train, val = hydra.utils.instantiate(cfg.train), hydra.utils.instantiate(cfg.val)
    for step, (x, y) in enumerate(train):
        model.train()
        opt.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        opt.step()
        if step % 100 == 0:
            model.eval()
            with torch.no_grad():
                print(step, sum((model(a).argmax(1) == b).sum().item() for a, b in val))


def options(cfg, env):
    """opt holds options here, and its step() is that of an environment."""
    policy = hydra.utils.instantiate(cfg.policy)
    opt = hydra.utils.instantiate(cfg.opt)
    for step in range(1000):
        policy.eval()
        with torch.no_grad():
            opt.step(policy(env.state))


if __name__ == "__main__":
    main()
