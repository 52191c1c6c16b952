#!/bin/bash
python sft.py --output_dir out --max_steps 1000 --num_train_epochs 5  # want "num_train_epochs says nothing beside max_steps"
python sft.py --output_dir out --max_steps -1 --num_train_epochs 5
python sft.py --output_dir out --max_steps $STEPS --num_train_epochs 5
python sft.py --output_dir out --max_steps 1000
python own.py --max_steps 1000 --num_train_epochs 5
