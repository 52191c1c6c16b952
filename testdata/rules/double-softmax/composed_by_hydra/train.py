import hydra
import torch
import torch.nn.functional as F
from data import loader
from hydra.utils import instantiate


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(cfg):
    net = instantiate(cfg.model)
    second = instantiate(cfg.second)
    optimizer = torch.optim.SGD([*net.parameters(), *second.parameters()], lr=0.1)
    for _ in range(cfg.epochs):
        for x, y in loader():
            optimizer.zero_grad()
            loss = F.cross_entropy(second(x), y)
            if cfg.tried:  # off in the file, and on for whoever says so
                loss = loss + F.cross_entropy(net(x), y)  # want "applies softmax itself"
            if cfg.get("more"):  # in no file
                loss = loss + F.cross_entropy(second(x).softmax(-1), y)  # want "applies softmax itself"
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
