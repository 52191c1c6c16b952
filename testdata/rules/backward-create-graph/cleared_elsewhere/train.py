from trainer import Forgetful, Trainer


def main(model, optimizer, loader):
    trainer = Trainer(model, optimizer)
    for batch in loader:
        trainer.train_step(batch)
        trainer.finish()


def second_stage(model, optimizer, loader):
    trainer = Forgetful(model, optimizer)
    for batch in loader:
        trainer.train_step(batch)
        trainer.finish()
