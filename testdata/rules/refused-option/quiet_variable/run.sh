python train.py $EXTRA --batch_size $1 --lr ${LR:-0.1}
