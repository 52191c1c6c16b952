from transformers import Trainer


class Mine(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):  # want error "compute_loss takes no num_items_in_batch"
        return model(**inputs).loss

    def log(self, logs):  # want error "log takes no start_time"
        super().log(logs)
