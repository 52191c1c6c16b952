python train.py --output_dir out --length 512
