class Steps:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.losses, self.norms = [], []

    def update(self, batch):
        loss, norm = self.model(batch)
        self.norms.append(norm.item())  # want "waits for the GPU 2 times"
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())

    def update_quietly(self, batch, step):
        loss, norm = self.model(batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.detach())
        loss = loss.cpu()
        if step % 50 == 0:
            self.norms.append(norm.item())
        return loss.item()
