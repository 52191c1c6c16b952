"""Methods of LightningModules and callbacks that Lightning no longer calls, or calls otherwise."""
from experiment import Experiment

MULTIPLE = "Training with multiple optimizers"


def fitted(methods=None, callback=None, optimizers=1, test=False):
    """One step of a LightningModule with these methods, beside a callback with those; what the methods said when they were called."""
    import pytorch_lightning as pl
    import torch

    said = []

    def training_step(self, batch, batch_idx):
        return self.layer(batch).pow(2).mean()

    def validation_step(self, batch, batch_idx):
        return self.layer(batch).pow(2).mean()

    def configure_optimizers(self):
        made = [torch.optim.SGD(self.parameters(), 0.1) for _ in range(optimizers)]
        return made if optimizers > 1 else ([made[0]], [torch.optim.lr_scheduler.StepLR(made[0], 1)])

    def loader(self):
        return torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2)

    def init(self):
        super(type(self), self).__init__()
        self.layer = torch.nn.Linear(2, 1)
        self.said = said

    body = {"__init__": init, "training_step": training_step, "validation_step": validation_step, "test_step": validation_step,
            "configure_optimizers": configure_optimizers, "train_dataloader": loader, "val_dataloader": loader, "test_dataloader": loader}
    module = type("Module", (pl.LightningModule,), {**body, **(methods or {})})()
    callbacks = [type("Watcher", (pl.Callback,), callback)()] if callback else []
    trainer = pl.Trainer(max_epochs=1, accelerator="cpu", devices=1, logger=False, enable_checkpointing=False, enable_progress_bar=False,
                         enable_model_summary=False, callbacks=callbacks)
    if test:
        trainer.test(module, verbose=False)
    else:
        trainer.fit(module)
    return "called" if said else "not called"


def says(self, *args, **kwargs):
    (self if hasattr(self, "said") else args[1]).said.append(1)


def ends(name, after, **options):
    """The hook that was given all outputs, and the one that is there for it."""
    experiment = Experiment("removed-hook", "pytorch-lightning", rf"^raises NotImplementedError: Support for `{name}` has been removed in v2.0.0", r"\bcalled$", since="2.0")

    def ends_bad():
        return fitted({name: says}, **options)

    def ends_good():
        return fitted({after: says}, **options)

    for function in (ends_bad, ends_good):
        function.__name__ = function.__name__.replace("ends", name)
        experiment(function)


ends("training_epoch_end", "on_train_epoch_end")
ends("validation_epoch_end", "on_validation_epoch_end")
ends("test_epoch_end", "on_test_epoch_end", test=True)


def unheard(name, after, of="module", since="2.0"):
    """A hook that nothing calls since 2.0, and the one that is there for it. Those that went in 1.8 raised there, up to 1.9."""
    raised = r"^raises RuntimeError: The `.*` (callback )?hook was removed in v1.8|" if since == "1.8" else ""
    experiment = Experiment("removed-hook", "pytorch-lightning", raised + r"(^|; )not called$", r"(^|; )called$", since=since)
    given = lambda hook: {"methods": {hook: says}} if of == "module" else {"callback": {hook: says}}

    def unheard_bad():
        return fitted(**given(name))

    def unheard_good():
        return fitted(**given(after))

    for function in (unheard_bad, unheard_good):
        function.__name__ = function.__name__.replace("unheard", f"{of}_{name}")
        experiment(function)


unheard("training_step_end", "on_train_batch_end")
unheard("validation_step_end", "on_validation_batch_end")
unheard("on_epoch_end", "on_train_epoch_end", since="1.8")
unheard("on_epoch_start", "on_train_epoch_start", since="1.8")
unheard("on_epoch_end", "on_train_epoch_end", of="callback", since="1.8")
unheard("on_epoch_start", "on_train_epoch_start", of="callback", since="1.8")
unheard("on_batch_end", "on_train_batch_end", of="callback", since="1.8")
unheard("on_batch_start", "on_train_batch_start", of="callback", since="1.8")


def indexed(name, bad, good, raises=r"TypeError: .*missing 1 required positional argument: '(optimizer_idx|metric|gradient_clip_val|optimizer_closure)'", of="module", **options):
    """A hook that still wants the number of the optimizer."""
    experiment = Experiment("removed-hook", "pytorch-lightning", rf"^raises {raises}", r"(^|; )(called|not called)$", since="2.0")
    given = lambda hook: {"methods": {name: hook}} if of == "module" else {"callback": {name: hook}}

    def indexed_bad():
        return fitted(**given(bad), **options)

    def indexed_good():
        return fitted(**given(good))

    for function in (indexed_bad, indexed_good):
        function.__name__ = function.__name__.replace("indexed", f"{of}_{name}_index")
        experiment(function)


indexed("training_step", lambda self, batch, batch_idx, optimizer_idx: self.layer(batch).pow(2).mean(),
        lambda self, batch, batch_idx: self.layer(batch).pow(2).mean(), raises=r"(RuntimeError: Training with multiple optimizers|TypeError: .*'optimizer_idx')", optimizers=2)
indexed("on_before_optimizer_step", lambda self, optimizer, optimizer_idx: None, lambda self, optimizer: None)
indexed("on_before_optimizer_step", lambda self, trainer, module, optimizer, optimizer_idx: None, lambda self, trainer, module, optimizer: None, of="callback")
indexed("lr_scheduler_step", lambda self, scheduler, optimizer_idx, metric: scheduler.step(), lambda self, scheduler, metric: scheduler.step(),
        raises=r"(TypeError: .*missing 1 required positional argument: 'metric'|MisconfigurationException)")
indexed("optimizer_zero_grad", lambda self, epoch, batch_idx, optimizer, optimizer_idx: optimizer.zero_grad(),
        lambda self, epoch, batch_idx, optimizer: optimizer.zero_grad())
indexed("backward", lambda self, loss, optimizer, optimizer_idx: loss.backward(), lambda self, loss: loss.backward(),
        raises=r"TypeError: .*missing 2 required positional arguments: 'optimizer' and 'optimizer_idx'")
indexed("configure_gradient_clipping", lambda self, optimizer, optimizer_idx, gradient_clip_val, gradient_clip_algorithm: None,
        lambda self, optimizer, gradient_clip_val, gradient_clip_algorithm: None)
indexed("optimizer_step", lambda self, epoch, batch_idx, optimizer, optimizer_idx, optimizer_closure, **rest: optimizer.step(closure=optimizer_closure),
        lambda self, epoch, batch_idx, optimizer, optimizer_closure: optimizer.step(closure=optimizer_closure))


by_hand = Experiment("manual-steps-refused", "pytorch-lightning", r"^raises MisconfigurationException: Automatic gradient (clipping|accumulation) is not supported for manual optimization", r"fitted$")


def fitted_by_hand(**options):
    import pytorch_lightning as pl
    import torch

    class Module(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.automatic_optimization = False
            self.layer = torch.nn.Linear(2, 1)

        def training_step(self, batch, index):
            optimizer = self.optimizers()
            optimizer.zero_grad()
            self.manual_backward(self.layer(batch).mean())
            optimizer.step()

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    trainer = pl.Trainer(max_steps=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu", **options)
    trainer.fit(Module(), torch.utils.data.DataLoader(torch.randn(4, 2), batch_size=2))
    return "fitted"


@by_hand
def by_hand_bad():
    fitted_by_hand(accumulate_grad_batches=2)


@by_hand
def by_hand_good():
    return fitted_by_hand()
