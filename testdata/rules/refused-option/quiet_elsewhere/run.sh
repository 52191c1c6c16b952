cd $HOME/other
python train.py --wd 3
