import torch


def train(loader, generator, critic, optimizer_g, optimizer_d, writer, n_critic=5):
    global_step = 0
    for epoch in range(10):
        for real in loader:
            for _ in range(n_critic):
                optimizer_d.zero_grad()
                loss_d = critic(generator(real).detach()).mean() - critic(real).mean()
                loss_d.backward()
                optimizer_d.step()
            global_step += 1  # want "global_step is incremented in the loop at line 8, several times for each step of optimizer_g"
            optimizer_g.zero_grad()
            loss_g = -critic(generator(real)).mean()
            loss_g.backward()
            optimizer_g.step()
            writer.add_scalar("loss_g", loss_g.item(), global_step)
