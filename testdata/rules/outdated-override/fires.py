import torch
from transformers import Seq2SeqTrainer, Trainer
from trl import SFTTrainer


class Weighted(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):  # want warning "compute_loss takes no num_items_in_batch, which the Trainer has given it since transformers 4.46"
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(outputs.logits, inputs["labels"], weight=self.weights)
        return (loss, outputs) if return_outputs else loss

    def log(self, logs):  # want "log takes no start_time, which the Trainer has given it since transformers 4.47"
        super().log({**logs, "share": self.share})

    def training_step(self, model, inputs):  # want "training_step takes no num_items_in_batch"
        return super().training_step(model, inputs)


class Grouped(Seq2SeqTrainer):
    def _get_train_sampler(self):  # want "_get_train_sampler takes no train_dataset, which the Trainer has given it since transformers 4.52"
        return torch.utils.data.SequentialSampler(self.train_dataset)

    def _save_checkpoint(self, model, trial, metrics):  # want "_save_checkpoint wants metrics, which the Trainer has not given it since transformers 4.47"
        self.model.save_pretrained(self.args.output_dir)


class Masked(SFTTrainer):
    def compute_loss(self, model, inputs, *, return_outputs=False):  # want "compute_loss takes no num_items_in_batch"
        return super().compute_loss(model, inputs, return_outputs=return_outputs)

    def get_batch_samples(self, epoch_iterator, num_batches):  # want "get_batch_samples takes no device, which the Trainer has given it since transformers 4.50"
        return [next(epoch_iterator) for _ in range(num_batches)], None
