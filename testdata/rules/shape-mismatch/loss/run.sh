python train.py
python right.py
python classes.py
