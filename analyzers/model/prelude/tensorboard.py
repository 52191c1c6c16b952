"""Writers of TensorBoard: what is written is nobody's in the program."""
from trainlint import unknown


class SummaryWriter:
    def __init__(self, log_dir=None, *args, **kwargs):
        self.log_dir = unknown("where a writer writes")

    def writes(self, *args, **kwargs):
        return None

    add_scalar = add_scalars = add_histogram = add_image = add_images = add_figure = add_text = add_embedding = writes
    add_pr_curve = add_video = add_audio = add_mesh = add_hparams = add_custom_scalars = add_graph = flush = close = writes

    def get_logdir(self):
        return self.log_dir

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None

    def __getattr__(self, name):
        return unknown("what a writer of TensorBoard does")
