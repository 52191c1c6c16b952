from build import agent_of


def main(args, memory):
    agent = agent_of(args)
    for turn in range(args.turns):
        agent.optimizer.zero_grad()
        agent.train_step(memory.sample())
