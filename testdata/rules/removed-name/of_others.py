import torch
from datasets import Dataset, load_dataset, load_metric  # want "datasets.load_metric is gone since datasets 3.0: importing it raises ImportError; use evaluate.load, of the package evaluate"
from diffusers import DDPMScheduler, UNet2DConditionModel
from diffusers.models.unet_2d_condition import UNet2DConditionOutput  # want "diffusers.models.unet_2d_condition is gone since diffusers 0.29: importing it raises ImportError; use diffusers.models.unets.unet_2d_condition"
from diffusers.utils import randn_tensor  # want "diffusers.utils.randn_tensor is gone since diffusers 0.21"
from diffusers.utils.torch_utils import is_compiled_module
from torchtext.data import BucketIterator, Field  # want "torchtext.data.BucketIterator is gone since torchtext 0.9" "torchtext.data.Field is gone since torchtext 0.9"
from torchtext.data.utils import get_tokenizer
from trl import AutoModelForCausalLMWithValueHead, ORPOTrainer, PPOTrainer, SFTTrainer  # want "trl.AutoModelForCausalLMWithValueHead is gone since trl 0.29" "trl.ORPOTrainer is gone since trl 0.29: importing it raises ImportError; use trl.experimental.orpo.ORPOTrainer" "trl.PPOTrainer is gone since trl 0.29"
from trl.trainer import DPOTrainer

text = Field(tokenize=get_tokenizer("basic_english"), lower=True)
metric = load_metric("rouge")
data = load_dataset("glue", "sst2"), Dataset, BucketIterator, UNet2DConditionOutput, UNet2DConditionModel, DDPMScheduler
kept = torch.zeros(1), randn_tensor, is_compiled_module, AutoModelForCausalLMWithValueHead, ORPOTrainer, PPOTrainer, SFTTrainer, DPOTrainer
