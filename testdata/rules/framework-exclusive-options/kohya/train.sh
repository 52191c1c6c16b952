accelerate launch sd-scripts/sdxl_train_network.py \
  --pretrained_model_name_or_path sdxl.safetensors --train_data_dir data --network_module networks.lora \
  --full_bf16 \
  --cache_text_encoder_outputs \
  --shuffle_caption \
  --cache_latents --random_crop \
  --use_8bit_adam --optimizer_type AdamW8bit \
  --fused_backward_pass --gradient_accumulation_steps 2
accelerate launch sd-scripts/sdxl_train_network.py \
  --pretrained_model_name_or_path sdxl.safetensors --train_data_dir data --network_module networks.lora \
  --mixed_precision bf16 --full_bf16 --cache_text_encoder_outputs --network_train_unet_only --cache_latents \
  --optimizer_type Adafactor --fused_backward_pass --gradient_accumulation_steps 1
accelerate launch sd-scripts/train_network.py \
  --pretrained_model_name_or_path sd15.safetensors --train_data_dir data --network_module networks.lora \
  --mixed_precision fp16 --cache_latents --shuffle_caption --fp8_base
