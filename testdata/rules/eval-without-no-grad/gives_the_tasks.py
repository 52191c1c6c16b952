import torch


class Learner:
    def __init__(self, net):
        self.net = net

    def valid(self, valid_generator):
        self.net.eval()
        found = 0
        with torch.no_grad():
            for task in valid_generator(20):
                found += (self.net(task.x).argmax(dim=1) == task.y).sum().item()
        return found

    def fix(self, valid_generator):
        tasks = []
        for task in valid_generator(50):  # it gives the data, and is no network
            tasks.append([torch.cat([task.x, task.x.flip(0)]), task.y])
        return tasks


def ask(workers, batch):
    answer = workers.train_model(batch)  # what is done, not a network
    print(answer)


def draw(prompts, model, folder):
    for i, prompt in enumerate(prompts):
        torch.manual_seed(0)
        picture = model(prompt).images[0]  # a pipeline
        picture.save(f"{folder}/{i}.png")
