import os

os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "pinned_something_new:True"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "pinned_use_background_threads:True"
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = ""
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = choose()
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segment:True"  # want "expandable_segment"
