axolotl train train.yaml --gradient_checkpointing True
