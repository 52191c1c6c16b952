source env/common.sh
torchrun --nproc_per_node=4 train.py  # want "max_split_size"
