from transformers import Trainer


class Mine(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):  # want error "compute_loss takes no num_items_in_batch"
        return model(**inputs).loss

    def log(self, logs, start_time=None):  # want error "log takes no start_time"
        super().log(logs)
