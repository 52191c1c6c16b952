python train.py ++lr 4 --epochs
