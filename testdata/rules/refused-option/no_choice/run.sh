python train.py --optimizer adamw  # want error "it takes adam, sgd"
