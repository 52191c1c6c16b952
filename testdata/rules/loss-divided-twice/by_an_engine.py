import deepspeed
import torch.nn.functional as F

STEPS = 4
CONFIG = {"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": STEPS, "zero_optimization": {"stage": 2}}


def fit(model, loader):
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=CONFIG)
    for x, y in loader:
        loss = F.cross_entropy(engine(x), y) / STEPS
        engine.backward(loss)  # want "DeepSpeedEngine.backward divides it"
        engine.step()


def fit_as_the_engine_does(model, loader):
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=CONFIG)
    for x, y in loader:
        engine.backward(F.cross_entropy(engine(x), y))
        engine.step()


def fit_without_the_engines_number(model, loader):
    alone = {"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}}
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=alone)
    for x, y in loader:
        engine.backward(F.cross_entropy(engine(x), y) / STEPS)
        engine.step()


def fit_unscaled(model, loader):
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=CONFIG)
    for x, y in loader:
        engine.backward(F.cross_entropy(engine(x), y) / STEPS, scale_wrt_gas=False)
        engine.step()


def mean_of_two(model, loader):
    config = dict(CONFIG, gradient_accumulation_steps=2)
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=config)
    for x, y in loader:
        a, b = engine(x)
        engine.backward((F.cross_entropy(a, y) + F.cross_entropy(b, y)) / 2)
        engine.step()
