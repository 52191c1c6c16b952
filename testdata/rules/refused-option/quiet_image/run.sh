docker run --gpus all image python train.py --wd 3
