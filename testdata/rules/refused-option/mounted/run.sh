docker run -v $PWD:/work -w /work image python train.py --wd 3  # want error "has no option --wd"
