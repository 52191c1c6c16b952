torchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2
torchrun --nproc_per_node=8 --nnodes=2 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 4
torchrun --nproc_per_node=8 --nnodes=$NODES pretrain_gpt.py --tensor-model-parallel-size 16
torchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size $TP --pipeline-model-parallel-size 3
torchrun --nproc_per_node $GPUS pretrain_gpt.py --tensor-model-parallel-size 16
NPROC_PER_NODE=8 megatron sft --load Qwen2.5-7B-mcore --dataset train.jsonl --tensor_model_parallel_size 4
torchrun --nproc_per_node 8 --nnodes 1 --master_addr localhost --master_port 29500 pretrain_gpt.py --tensor-model-parallel-size 8 --pipeline-model-parallel-size 16
srun python pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 3
