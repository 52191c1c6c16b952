torchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 4  # want error "one copy of the model takes 16 processes .tensor_model_parallel_size=4 × pipeline_model_parallel_size=4., and 8 are no multiple"
torchrun --nproc_per_node=8 --nnodes=2 pretrain_gpt.py --tensor-model-parallel-size 3  # want "takes 3 processes"
TP=8
torchrun --nproc_per_node 4 pretrain_gpt.py --tensor-model-parallel-size $TP --context-parallel-size 1  # want "takes 8 processes"
