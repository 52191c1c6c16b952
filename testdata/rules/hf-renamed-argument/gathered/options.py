BASE = {"output_dir": "runs", "logging_steps": 50}


def options(full, **more):
    chosen = dict(BASE)
    chosen["learning_rate"] = 5e-5
    if full:
        chosen |= {"num_train_epochs": 5}
    chosen.update(more)
    chosen["evaluation_strategy"] = "epoch"
    return chosen
