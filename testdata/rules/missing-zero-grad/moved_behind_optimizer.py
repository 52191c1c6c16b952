import torch


class Adversarial:
    def __init__(self, generator, critic, loader, device):
        self.generator, self.critic, self.loader, self.device = generator, critic, loader, device
        self.student = self.build()
        self.optimizer = torch.optim.Adam(self.student.parameters())
        self.student = self.student.to(device)

    def build(self):
        return self.generator.registry()["student"]()

    def train(self, weights_init):
        gen = self.generator().to(self.device)
        gen_optimizer = torch.optim.Adam(gen.parameters(), lr=1e-4)
        critic = self.critic().to(self.device)
        critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4)
        gen = gen.apply(weights_init)
        critic = critic.cuda()
        for real in self.loader:
            critic.zero_grad()
            loss = critic(gen(real).detach()).mean() - critic(real).mean()
            loss.backward()
            critic_optimizer.step()

            gen.zero_grad()
            loss = -critic(gen(real)).mean()
            loss.backward()
            gen_optimizer.step()

    def distill(self):
        for x, y in self.loader:
            self.student.zero_grad()
            loss = (self.student(x) - y).pow(2).mean()
            loss.backward()
            self.optimizer.step()

    def other(self, weights_init):
        gen = self.generator().to(self.device)
        optimizer = torch.optim.Adam(gen.parameters(), lr=1e-4)
        best = self.generator().to(self.device)
        best.parameters()
        best = best.apply(weights_init)
        for real in self.loader:
            best.zero_grad()
            loss = gen(real).mean()
            loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
            optimizer.step()
