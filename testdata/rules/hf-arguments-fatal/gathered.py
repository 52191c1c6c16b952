from transformers import Trainer, TrainingArguments


def main(model, data, out, more):
    options = {"output_dir": out, "per_device_train_batch_size": 8}
    options["fp16"] = True
    options["bf16"] = True  # want "fp16 and bf16 are both true"
    Trainer(model=model, args=TrainingArguments(**options), train_dataset=data).train()
    options.pop("fp16")
    Trainer(model=model, args=TrainingArguments(**options), train_dataset=data).train()
    options.update(more)
    options["load_best_model_at_end"] = True
    Trainer(model=model, args=TrainingArguments(**options), train_dataset=data).train()
