llamafactory-cli train \
  --model_name_or_path Qwen/Qwen2.5-7B --stage sft --do_train True --template qwen --dataset identity \
  --finetuning_type freeze \
  --adapter_name_or_path saves/lora --output_dir out  # want "adapter_name_or_path saves/lora with finetuning_type freeze"

llamafactory-cli train --model_name_or_path Qwen/Qwen2.5-7B --stage sft --do_train True --template qwen \
  --dataset identity --streaming True --output_dir out $MORE "$@"
