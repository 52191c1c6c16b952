from agent import Agent, Clean


def play(memory):
    agent, clean = Agent(), Clean()
    for _ in range(1000):
        agent.learn(memory.sample(32))
        clean.update_model(memory.sample(32))
