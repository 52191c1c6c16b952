from build import agent_of


def main(args, memory):
    agent = agent_of(args)
    for turn in range(args.turns):
        once(agent, memory)


def once(agent, memory):
    return agent.train_step(memory.sample())
