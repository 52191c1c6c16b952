def before_validation(trainer):
    trainer.model.eval()
