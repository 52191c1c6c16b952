python train.py --config configs/small.yaml
python train.py --config configs/smal.yaml  # want warning "configs/smal.yaml is nowhere in the project: the run ends where it opens it; did you mean small.yaml"
CONFIG=configs/wide.yaml
python train.py --config $CONFIG  # want "configs/wide.yaml is nowhere in the project"
accelerate launch --config_file=two_gpus.yaml train.py --config configs/small.yaml  # want "two_gpus.yaml is nowhere"
