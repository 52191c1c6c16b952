torchrun --nproc_per_node 4 train.py --base_model huggyllama/llama-7b
