import torch


def late():
    try:
        import bitsandbytes
        from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
        from transformers import AutoModelForCausalLM, BitsAndBytesConfig
    except ImportError as error:
        raise RuntimeError("pip install peft transformers bitsandbytes") from error
    return {
        "bitsandbytes": bitsandbytes,
        "LoraConfig": LoraConfig,
        "get_peft_model": get_peft_model,
        "prepare": prepare_model_for_kbit_training,
        "AutoModelForCausalLM": AutoModelForCausalLM,
        "BitsAndBytesConfig": BitsAndBytesConfig,
    }


def load(needs):
    model = needs["AutoModelForCausalLM"].from_pretrained(
        "mistralai/Mistral-7B-v0.1",
        quantization_config=needs["BitsAndBytesConfig"](load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16),
        device_map={"": 0},
    )
    model = needs["prepare"](model, use_gradient_checkpointing=True)
    return needs["get_peft_model"](model, needs["LoraConfig"](r=8, lora_alpha=16, target_modules=["q_proj", "v_proj"]))


def main(batches):
    needs = late()
    model = load(needs)
    optimizer = needs["bitsandbytes"].optim.PagedAdamW8bit([p for p in model.parameters() if p.requires_grad], lr=1e-4)
    for batch in batches:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main([])
