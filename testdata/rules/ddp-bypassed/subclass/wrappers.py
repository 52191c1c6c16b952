from torch.nn.parallel import DistributedDataParallel as DDP


class Wrapped(DDP):
    def forward_train(self, *args, **kwargs):
        return self.module.forward_train(*args, **kwargs)


class Calls(DDP):
    def forward_train(self, *args, **kwargs):
        return self(*args, **kwargs)


class Prepares(DDP):
    def forward_train(self, *args, **kwargs):
        output = self.module.forward_train(*args, **kwargs)
        if self.require_backward_grad_sync:
            self.reducer.prepare_for_backward([])
        return output
