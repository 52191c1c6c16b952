def setup(cfg):
    return cfg.model.pop("hidden_states")  # a recipe of the project's own takes it out before
