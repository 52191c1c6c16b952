import torch
import transformers
from diffusers import StableDiffusionPipeline, UNet2DConditionModel
from packaging import version
from transformers import AutoModel, AutoTokenizer, BitsAndBytesConfig, Trainer, TrainingArguments
from trl import ModelConfig

from .trainer import Trainer as OurTrainer

args = TrainingArguments("out", eval_strategy="steps", use_cpu=True, per_device_train_batch_size=8)
pipe = StableDiffusionPipeline.from_pretrained("x", torch_dtype=torch.float16)
unet = UNet2DConditionModel.from_pretrained("x", torch_dtype=torch.float16)
model = AutoModel.from_pretrained("gpt2", dtype=torch.float16, load_in_8bit=False)
quantised = AutoModel.from_pretrained("gpt2", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
tokenizer = AutoTokenizer.from_pretrained("gpt2")
config = ModelConfig(torch_dtype="bfloat16", load_in_4bit=True)  # also unknown-argument
trainer = Trainer(model=model, processing_class=tokenizer)
ours = OurTrainer(model=model, tokenizer=tokenizer)
encoder = encode(tokenizer=tokenizer, torch_dtype=torch.float16, no_cuda=True)

if version.parse(transformers.__version__) < version.parse("4.41"):
    args = TrainingArguments("out", evaluation_strategy="steps")
