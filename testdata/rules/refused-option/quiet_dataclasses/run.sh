torchrun --nproc_per_node 2 train.py --output_dir out --max-length 512 --per_device_train_batch 4 --no_bf16 --evaluation_strategy no
