class Trainer:
    def __init__(self, model, optimizer, loader, criterion, grad_accum=1, scaler=None):
        self.model, self.optimizer, self.loader, self.criterion = model, optimizer, loader, criterion
        self.grad_accum = grad_accum
        self.scaler = scaler
        self.micro = 0

    def compute_loss(self, batch):
        inputs, targets = batch
        outputs = self.model(inputs)
        return self.criterion(outputs, targets), outputs

    def backward(self, loss):
        if self.scaler is not None:
            self.scaler.scale(loss).backward()  # want "self.optimizer steps once in self.grad_accum micro-batches"
        else:
            loss.backward()

    def update(self):
        if self.scaler is not None:
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            self.optimizer.step()
        self.optimizer.zero_grad()

    def train_epoch(self):
        for batch in self.loader:
            loss, _ = self.compute_loss(batch)
            self.backward(loss)
            self.micro += 1
            if self.micro % self.grad_accum == 0:
                self.update()
