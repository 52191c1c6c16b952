from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import KTOConfig, KTOTrainer

from lengths import Lengths


def main(data, lengths=None):
    lengths = lengths or Lengths()
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    reference = AutoModelForCausalLM.from_pretrained("gpt2")
    tokens = AutoTokenizer.from_pretrained("gpt2")
    longer = KTOConfig("longer", bf16=True, **Lengths(total=2048).options())
    args = KTOConfig("out", bf16=True, **lengths.options())  # want "max_prompt_length=1024 leaves no room in max_length=1024"
    for one in (longer, args):
        KTOTrainer(model=model, ref_model=reference, args=one, processing_class=tokens, train_dataset=data).train()


main([])
