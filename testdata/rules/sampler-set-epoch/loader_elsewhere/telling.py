from torch.utils.data import DistributedSampler

from trainer import Trainer


class TellingTrainer(Trainer):
    def begin(self, epoch):
        if isinstance(self.loader.sampler, DistributedSampler):
            self.loader.sampler.set_epoch(epoch)
