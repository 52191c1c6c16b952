#!/bin/bash
if [ ! -f ds.json ]; then
cat > ds.json <<EOF
{"train_batch_size": 32, "train_micro_batch_size_per_gpu": 8, "gradient_accumulation_steps": 1, "zero_optimization": {"stage": 2}}
EOF
fi
deepspeed --num_gpus 8 train.py --deepspeed ds.json
