# What is collected is a number until a critic has begun to judge, also where it judged nothing, and a tensor from then on.
import torch
import torch.nn.functional as F


def train(generator, critic, optimizer, loader, begin):
    step = 0
    history, counts = [], []
    for batch in loader:
        fake = generator(batch)
        loss = F.l1_loss(fake, batch)
        adversarial, judged = 0.0, 0
        if step > begin:
            scores = critic(fake)
            for score in scores:
                adversarial += F.mse_loss(score, torch.ones_like(score))
                judged += 1
            adversarial = adversarial / len(scores)
            loss = loss + adversarial
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        history.append(adversarial)  # want "history keeps adversarial"
        counts.append(judged / len(batch))
        print(sum(history) / len(history), sum(counts))
