git clone https://example.com/a/b
cd b
python train.py --wd 3
