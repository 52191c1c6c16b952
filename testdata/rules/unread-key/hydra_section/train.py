import hydra
import torch


@hydra.main(version_base=None, config_path="conf", config_name="run")
def main(cfg):
    job = "job"
    print(job)
    model = torch.nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg.batch_size):
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


if __name__ == "__main__":
    main()
