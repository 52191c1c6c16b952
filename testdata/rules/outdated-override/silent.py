import torch
import transformers
from lightning import Trainer as LightningTrainer
from packaging import version
from transformers import Trainer


class Kept(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        return super().compute_loss(model, inputs, return_outputs, num_items_in_batch)

    def log(self, logs, start_time=None):
        super().log(logs, start_time)

    def training_step(self, model, inputs, num_items=None):
        return super().training_step(model, inputs, num_items)

    def _get_train_sampler(self, dataset=None):
        return torch.utils.data.SequentialSampler(dataset or self.train_dataset)

    def _save_checkpoint(self, model, trial, metrics=None):
        super()._save_checkpoint(model, trial)


class Open(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        return super().compute_loss(model, inputs, return_outputs, **kwargs)

    def log(self, *args, **kwargs):
        super().log(*args, **kwargs)

    def training_step(self, model, inputs, *rest):
        return super().training_step(model, inputs, *rest)

    def _get_train_sampler(self, *given):
        return None


# Who writes the caller anew calls as it likes.
class Whole(Trainer):
    def training_step(self, model, inputs, num_items_in_batch=None):
        loss = self.compute_loss(model, inputs)
        self.accelerator.backward(loss)
        return loss.detach()

    def compute_loss(self, model, inputs, return_outputs=False):
        return model(**inputs).loss

    def get_train_dataloader(self):
        return torch.utils.data.DataLoader(self.train_dataset, sampler=self._get_train_sampler())

    def _get_train_sampler(self):
        return torch.utils.data.RandomSampler(self.train_dataset)


class NotIts(LightningTrainer):
    def log(self, logs):
        print(logs)


class Nobodys:
    def compute_loss(self, model, inputs):
        return model(inputs)


if version.parse(transformers.__version__) < version.parse("4.46"):
    class Old(Trainer):
        def training_step(self, model, inputs):
            return super().training_step(model, inputs)
else:
    class Old(Trainer):
        def training_step(self, model, inputs, num_items_in_batch=None):
            return super().training_step(model, inputs, num_items_in_batch)
