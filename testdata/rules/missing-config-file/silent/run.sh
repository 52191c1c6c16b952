cat > configs/made.yaml <<END
lr: 0.1
epochs: 2
batch_size: 4
END
python train.py --config configs/made.yaml
cp ~/shared/wide.yaml configs/wide.yaml
python train.py --config configs/wide.yaml
python train.py --config /srv/configs/big.yaml
python train.py --config ~/configs/big.yaml
python train.py --config "$1"
python train.py --config ../recipes/configs/other.yaml
python train.py --config elsewhere/other.yaml
python train.py --config configs/swept.yaml
python train.py --config base.yaml
