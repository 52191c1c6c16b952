import torch


def late():
    try:
        import bitsandbytes
        import peft
        from transformers import AutoModelForCausalLM, BitsAndBytesConfig
    except ImportError as error:
        raise RuntimeError("pip install peft transformers bitsandbytes") from error
    return {
        "bitsandbytes": bitsandbytes,
        "AutoModelForCausalLM": AutoModelForCausalLM,
        "BitsAndBytesConfig": BitsAndBytesConfig,
    }


def load(needs):
    model = needs["AutoModelForCausalLM"].from_pretrained(  # want "loaded with nf4 weights and trained without adapters"
        "mistralai/Mistral-7B-v0.1",
        quantization_config=needs["BitsAndBytesConfig"](load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16),
        device_map={"": 0},
    )
    return model


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
