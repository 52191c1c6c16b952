import os
import sys

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:128, expandable_segments:True"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:20"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "roundup_power2_divisions:8"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "roundup_power2_divisions:0"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "garbage_collection_threshold:0.8,backend:cudaMallocAsync"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "roundup_power2_divisions:[256:1,512:2,1024:4,>:8]"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "pinned_use_background_threads:True,per_process_memory_fraction:0.5"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "graph_capture_record_stream_reuse:True,"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = sys.argv[1]
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = f"max_split_size_mb:{sys.argv[2]}"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = ""
os.environ["SOMETHING_ELSE"] = "max_split_size_mb:1"
HELP = {"PYTORCH_CUDA_ALLOC_CONF": "What the allocator is told, in its own words"}
DEFAULTS = {"PYTORCH_CUDA_ALLOC_CONF": "max_split_size_mb:%(split)s", "PYTORCH_ALLOC_CONF": "backend:<name>"}
