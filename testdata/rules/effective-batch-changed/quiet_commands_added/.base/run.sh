#!/bin/bash
accelerate launch --num_processes 8 -m axolotl.cli.train train.yaml
