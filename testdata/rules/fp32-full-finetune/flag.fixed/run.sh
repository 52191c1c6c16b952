MODEL=stabilityai/stable-diffusion-xl-base-1.0
accelerate launch --num_processes 2 train.py \
  --pretrained_model_name_or_path $MODEL \
  --train_batch_size 1 \
  --mixed_precision bf16 # want "train in fp32.*on each of 2 GPUs; it needs about .* a GPU"
