import hydra
import torch
import torchaudio
from hydra.utils import get_class, instantiate


@hydra.main(config_path="conf", version_base=None)
def synthesize(cfg):
    net = get_class(cfg.model._target_).load_from_checkpoint(cfg.path).to("cuda").eval()
    with torch.no_grad():
        for name in cfg.names:
            mel = torch.load(name)
            torchaudio.save(name, net(mel).cpu(), 16000)  # want "net runs with gradients on in an evaluation loop"


@hydra.main(config_path="conf", version_base=None)
@torch.inference_mode()
def quiet(cfg):
    net = instantiate(cfg.model).eval()
    for name in cfg.names:
        torchaudio.save(name, net(torch.load(name)).cpu(), 16000)


def score(agent, cfg):
    """A trainer's eval() gives a score, which is called like a function by nobody."""
    rewards = []
    for _ in range(cfg.rounds):
        policy = agent.eval()
        rewards.append(policy(cfg.state))
    return rewards
