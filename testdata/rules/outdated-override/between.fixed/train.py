from transformers import Trainer


class Mine(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        return model(**inputs).loss

    def log(self, logs, start_time=None):  # want error "log takes no start_time"
        super().log(logs)
