import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Seq2SeqTrainer, Trainer, TrainingArguments, pipeline, BitsAndBytesConfig
from trl import DPOTrainer, SFTConfig, SFTTrainer

args = TrainingArguments(
    "out",
    eval_strategy="steps",  # want "evaluation_strategy= was removed in transformers 4.51: it is eval_strategy now"
    use_cpu=True,  # want "no_cuda= was removed in transformers 5.0: it is use_cpu now"
    per_device_train_batch_size=8,  # want "per_device_train_batch_size"
    include_inputs_for_metrics=True,  # want "use include_for_metrics="
    overwrite_output_dir=True,  # want "drop it"
)
config = SFTConfig(max_length=1024, eval_strategy="no")  # want "it is max_length now" "it is eval_strategy now"
model = AutoModelForCausalLM.from_pretrained("gpt2", dtype=torch.bfloat16)  # want "torch_dtype= is deprecated since transformers 4.56: it is dtype now"
small = AutoModelForCausalLM.from_pretrained("gpt2", quantization_config=BitsAndBytesConfig(load_in_4bit=True))  # want "use quantization_config=BitsAndBytesConfig"
generate = pipeline("text-generation", dtype="auto")  # want "it is dtype now"
tokenizer = AutoTokenizer.from_pretrained("gpt2", token=True)  # want "it is token now"


class Weighted(Trainer):
    def compute_loss(self, model, inputs, **kwargs):
        return model(**inputs).loss


class Logged(Seq2SeqTrainer):
    def __init__(self, model, tokenizer):
        super().__init__(model=model, processing_class=tokenizer)  # want "it is processing_class now"


def make(dataset, **rest):
    yield Trainer(model=model, args=args, processing_class=tokenizer)  # want "tokenizer= was removed in transformers 5.0: it is processing_class now"
    yield Weighted(model=model, args=args, processing_class=tokenizer)  # want "processing_class"
    yield Logged(model, tokenizer=tokenizer)
    yield SFTTrainer(model, processing_class=tokenizer, args=config, max_seq_length=512)  # want "was removed in trl 0.16: it is processing_class now" "argument of SFTConfig"
    yield DPOTrainer(model, processing_class=tokenizer, **rest)  # want "processing_class"
