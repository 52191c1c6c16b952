#!/bin/bash
accelerate launch --num_processes 5 -m axolotl.cli.train train.yaml  # want "8 × 3 × 5 = 120 samples a step .*, 8 × 3 × 8 = 192 in main.*; set a learning rate for 120"
