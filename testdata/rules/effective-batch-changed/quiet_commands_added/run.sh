#!/bin/bash
accelerate launch --num_processes 4 -m axolotl.cli.train train.yaml
accelerate launch --num_processes 8 -m axolotl.cli.train train.yaml
