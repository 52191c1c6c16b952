"""What transformers' TrainingArguments say to combinations of arguments: the rows of testdata/oracle/training_arguments.tsv.

python3 oracle/training_arguments.py > testdata/oracle/training_arguments.tsv
"""

import itertools
import json
import logging
import tempfile
import warnings

import transformers

ABSENT = None

# Each grid is every combination of the values of some arguments that are judged together.
GRIDS = [
    {"fp16": [ABSENT, False, True], "bf16": [ABSENT, False, True]},
    {"fp16_full_eval": [ABSENT, False, True], "bf16_full_eval": [ABSENT, False, True]},
    {
        "load_best_model_at_end": [ABSENT, False, True],
        "eval_strategy": [ABSENT, "no", "steps", "epoch"],
        "save_strategy": [ABSENT, "no", "steps", "epoch", "best"],
    },
    {
        "load_best_model_at_end": [True],
        "eval_strategy": ["steps"],
        "eval_steps": [ABSENT, 0, 1, 50, 100, 200, 0.1, 0.5],
        "save_steps": [ABSENT, 1, 50, 100, 200, 150, 1000, 0.2, 0.25, 0.3],
        "logging_steps": [ABSENT, 1, 100],
    },
    {"dataloader_prefetch_factor": [ABSENT, 1, 2], "dataloader_num_workers": [ABSENT, 0, 1, 2]},
    {
        "lr_scheduler_type": [ABSENT, "linear", "reduce_lr_on_plateau"],
        "eval_strategy": [ABSENT, "no", "steps", "epoch"],
    },
    {"logging_steps": [ABSENT, -1, 0, 1, 2, 0.5], "logging_strategy": [ABSENT, "no", "steps", "epoch"]},
    {"save_only_model": [ABSENT, False, True], "load_best_model_at_end": [ABSENT, False], "fsdp": [ABSENT, "full_shard"]},
    {"torch_empty_cache_steps": [ABSENT, -1, 0, 1, 2]},
]


def said(arguments):
    try:
        transformers.TrainingArguments(output_dir=tempfile.gettempdir(), use_cpu=True, **arguments)
    except ValueError as error:
        return "raises ValueError: " + " ".join(str(error).split())[:120]
    return "nothing"


def main():
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    print("# transformers", transformers.__version__)
    for grid in GRIDS:
        for values in itertools.product(*grid.values()):
            arguments = {key: value for key, value in zip(grid, values) if value is not ABSENT}
            print(json.dumps(arguments), said(arguments), sep="\t")


if __name__ == "__main__":
    main()
