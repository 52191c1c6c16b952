import os
import subprocess

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:19"  # want "must be at least 20, not 19"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments=True"  # want "is no option"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:true"  # want "exactly True or False"
os.environ.setdefault("PYTORCH_ALLOC_CONF", "max_split_mb:128")  # want "max_split_mb"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "backend:native,garbage_collection_threshold:80"  # want "between 0 and 1"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "roundup_power2_divisions:3"  # want "power of 2"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb"  # want "behind a colon"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:big"  # want "whole number"
subprocess.run(["python", "train.py"], env={"PYTORCH_CUDA_ALLOC_CONF": "backend:cuda"})  # want "native or cudaMallocAsync"
