accelerate launch --config_file fsdp.yaml sft.py --model_name_or_path gpt2 --output_dir out
