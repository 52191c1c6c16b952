python train.py --output_dir out --model_max_length 512
