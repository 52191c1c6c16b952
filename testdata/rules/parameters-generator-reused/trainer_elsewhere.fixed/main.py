from trainer import Trainer, describe


def stage(model, loader):
    trainer = Trainer(model, list(model.parameters()), 1e-4)
    for x in loader:
        trainer.step(x)


def listed(model, loader):
    trainer = Trainer(model, list(model.parameters()), 1e-4)
    for x in loader:
        trainer.step(x)


def stages(model, head, loader):
    params = head.parameters()
    describe(params)
    params = model.parameters()
    trainer = Trainer(head, params, 1e-4)
    for x in loader:
        trainer.model(x)
