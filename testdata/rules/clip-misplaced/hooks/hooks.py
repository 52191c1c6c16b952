from torch import nn


class Hook:
    def before_step(self, runner):
        pass

    def after_step(self, runner):
        pass


class ClipLate(Hook):
    def after_step(self, runner):
        nn.utils.clip_grad_norm_(runner.net.parameters(), 5.0)  # want "has used them"


class Clip(Hook):
    def before_step(self, runner):
        nn.utils.clip_grad_norm_(runner.net.parameters(), 5.0)


class Log(Hook):
    def after_step(self, runner):
        print(runner.last)
