package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/source"
)

// describe renders a launch on one line: launcher{its flags} program target
// {flags} [overrides] positional.
func describe(l Launch) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s %s %s", l.Launcher, flags(l.Options), l.Program, l.Target.Text)
	b.WriteString(flags(l.Arguments.Flags))
	for _, o := range l.Arguments.Overrides {
		fmt.Fprintf(&b, " [%s=%s]", o.Key, o.Value.Text)
	}
	for _, w := range l.Arguments.Positional {
		b.WriteString(" " + w.Text)
	}
	if l.Arguments.Open {
		b.WriteString(" …")
	}
	return b.String()
}

func flags(fs []Flag) string {
	var out []string
	for _, f := range fs {
		s := f.Name
		for _, v := range f.Values {
			s += ":" + v.Text
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return ""
	}
	return "{" + strings.Join(out, " ") + "}"
}

func TestTraining(t *testing.T) {
	tests := []struct{ command, want string }{
		{"accelerate launch --config_file a.yaml train.py --config b.yaml", "accelerate{config_file:a.yaml} script train.py{config:b.yaml}"},
		{"accelerate launch --multi_gpu --num_processes 4 train.py --bs=2 --gradient_checkpointing", "accelerate{multi_gpu num_processes:4} script train.py{bs:2 gradient_checkpointing}"},
		{"accelerate launch --num-processes=4 -m axolotl.cli.train cfg.yml --lora-r 8", "accelerate{num_processes:4 m} axolotl train{lora_r:8} cfg.yml"},
		{"accelerate launch $EXTRA train.py", "accelerate script train.py"},
		{"python -u -m accelerate.commands.launch --config_file a.yml sp.py", "accelerate{config_file:a.yml} script sp.py"},
		{"python -m accelerate.commands.accelerate_cli launch --num_processes 2 sp.py", "accelerate{num_processes:2} script sp.py"},
		{"torchrun --standalone --nproc_per_node 4 -m pkg.train --x 1", "torchrun{standalone nproc_per_node:4 m} module pkg.train{x:1}"},
		{"python -m torch.distributed.launch --nproc_per_node=8 --use_env main.py --lr -0.5", "torchrun{nproc_per_node:8 use_env} script main.py{lr:-0.5}"},
		{"python3.10 -m torch.distributed.run --nproc-per-node=8 main.py", "torchrun{nproc_per_node:8} script main.py"},
		{"torchrun --nproc_per_node 2 --no_python llamafactory-cli train x.yaml", "torchrun{nproc_per_node:2 no_python} llamafactory train x.yaml"},
		{"docker compose run --rm api python train.py --lr 1", "python script train.py{lr:1}"},
		{"megatron sft --load a --lr 1e-5", "megatron megatron sft{load:a lr:1e-5}"},
		{"deepspeed --num_gpus 4 train.py --deepspeed ds.json", "deepspeed{num_gpus:4} script train.py{deepspeed:ds.json}"},
		{"deepspeed --include localhost:0,1 --module pkg.train a", "deepspeed{include:localhost:0,1 module} module pkg.train a"},
		{"python -W ignore -X dev train.py out", "python script train.py out"},
		{"python train.py model.lr=1e-4 +trainer.x=1 ~a=2 optimizer=adam", "python script train.py [model.lr=1e-4] [trainer.x=1] [a=2] [optimizer=adam]"},
		{"./train.py --bs 1", "python script ./train.py{bs:1}"},
		{"uv run train.py --bs 1", "python script train.py{bs:1}"},
		{"uv run -m pkg.train --bs 1", "python module pkg.train{bs:1}"},
		{"uv run --extra gpu accelerate launch train.py", "accelerate script train.py"},
		{"trl sft --model_name_or_path gpt2 --bf16", "trl trl sft{model_name_or_path:gpt2 bf16}"},
		{"axolotl train cfg.yml --deepspeed ds.json", "axolotl axolotl train{deepspeed:ds.json} cfg.yml"},
		{"llamafactory-cli train cfg.yaml learning_rate=1e-5", "llamafactory llamafactory train [learning_rate=1e-5] cfg.yaml"},
		{"tune run --nproc_per_node 4 full_finetune_distributed --config llama3/8B_full batch_size=2", "torchtune{nproc_per_node:4} torchtune full_finetune_distributed{config:llama3/8B_full} [batch_size=2]"},
		{"tune run lora_finetune_single_device --config a.yaml", "torchtune torchtune lora_finetune_single_device{config:a.yaml}"},
		{"litgpt finetune_lora meta-llama/X --config c.yaml --train.micro_batch_size 2", "litgpt litgpt finetune_lora{config:c.yaml train.micro_batch_size:2} meta-llama/X"},
		{"swift sft --model Qwen/Q --lora_rank 8", "swift swift sft{model:Qwen/Q lora_rank:8}"},
		{"composer -n 8 train.py a.yaml", "composer{n:8} script train.py a.yaml"},
		{"colossalai run --nproc_per_node 4 train.py", "colossalai{nproc_per_node:4} script train.py"},
		{"fabric run model --devices 2 --strategy ddp train.py --x", "lightning{devices:2 strategy:ddp} script train.py{x}"},
		{"python train.py --bs 1 \"$@\"", "python script train.py{bs:1} …"},
		{"python $SCRIPT --bs 1", "python script $SCRIPT{bs:1}"},
		{"python train.py -h 64 -w 64", "python script train.py{h:64 w:64}"},
		{"python train.py --ds a b --x", "python script train.py{ds:a:b x}"},
		{"python setup.py install", ""}, {"python -m pip install torch", ""}, {"python -c 'x'", ""}, {"pip install torch", ""},
		{"axolotl preprocess c.yml", ""}, {"llamafactory-cli webui", ""}, {"accelerate config", ""}, {"python", ""}, {"tune download x", ""},
		{"litgpt chat x", ""}, {"pytest tests", ""}, {"python train.py --help", ""}, {"python train.py -h", ""}, {"echo python train.py", ""}, {"accelerate launch", ""}, {"torchrun", ""}, {"tune run", ""},
	}
	for _, tt := range tests {
		s := Read(source.New("run.sh", []byte(tt.command)))
		got := ""
		if l, ok := Training(&s.Commands[0]); ok {
			got = describe(l)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s\n%s", tt.command, diff)
		}
	}
}

func TestCounts(t *testing.T) {
	tests := []struct {
		text                      string
		processes, nodes, visible string
	}{
		{"accelerate launch --num_processes 8 --num_machines 2 t.py", "8", "2", "-"},
		{"accelerate launch --gpu_ids 0,1 t.py", "-", "-", "2"},
		{"accelerate launch --gpu_ids all t.py", "-", "-", "-"},
		{"CUDA_VISIBLE_DEVICES=0,3 accelerate launch t.py", "-", "-", "2"},
		{"torchrun --nproc_per_node 4 --nnodes=2 t.py", "8", "2", "-"},
		{"torchrun t.py", "1", "-", "-"},
		{"export CUDA_VISIBLE_DEVICES=0,1,2\ntorchrun --nproc_per_node gpu t.py", "3", "-", "3"},
		{"torchrun --nproc_per_node $N t.py", "?", "-", "-"},
		{"deepspeed --include localhost:0,1,2@worker-1:4 t.py", "4", "-", "-"},
		{"deepspeed --include worker-1 t.py", "?", "-", "-"},
		{"deepspeed --num_gpus=4 --num_nodes 2 t.py", "8", "2", "-"},
		{"deepspeed t.py", "-", "-", "-"},
		{"#SBATCH --nodes=2\nsrun --ntasks=8 python t.py", "8", "2", "-"},
		{"mpirun -np 4 python t.py", "4", "-", "-"},
		{"nice -n 10 python t.py", "-", "-", "-"},
		{"nohup nice -n 10 python t.py", "-", "-", "-"},
		{"xvfb-run -n 99 python t.py", "-", "-", "-"},
		{"conda run -n 3 python t.py", "-", "-", "-"},
		{"nice -n 10 srun -n 4 python t.py", "4", "-", "-"},
		{"srun -n 4 nice -n 10 python t.py", "4", "-", "-"},
		{"srun --nodes=2 conda run -n 3 python t.py", "-", "2", "-"},
		{"srun python t.py", "-", "-", "-"},
		{"srun -n8 -N2 python t.py", "8", "2", "-"},
		{"#SBATCH -N2 -n8\nsrun python t.py", "8", "2", "-"},
		{"#SBATCH -n\nsrun python t.py", "?", "-", "-"},
		{"#SBATCH --ntasks=8\nsrun python t.py", "8", "-", "-"},
		{"#SBATCH --ntasks=8\npython t.py", "-", "-", "-"},
		{"#SBATCH --ntasks=8\nmpirun python t.py", "-", "-", "-"},
		{"#SBATCH -N 2 --ntasks-per-node=4\nsrun python t.py", "8", "2", "-"},
		{"#SBATCH --ntasks-per-node=4\nsrun python t.py", "4", "-", "-"},
		{"srun -N 3 --ntasks-per-node 2 python t.py", "6", "3", "-"},
		{"horovodrun -np 4 python t.py", "4", "-", "-"},
		{"torchrun --nnodes=2 t.py", "2", "2", "-"},
		{"torchrun --nnodes=1:4 --nproc_per_node 2 t.py", "?", "?", "-"},
		{"torchrun --nproc_per_node auto t.py", "-", "-", "-"},
		{"composer -n 8 t.py", "8", "-", "-"},
		{"composer --nproc 4 --world_size 16 t.py", "16", "-", "-"},
		{"composer t.py", "-", "-", "-"},
		{"fabric run --devices 2 --num-nodes 3 t.py", "6", "3", "-"},
		{"fabric run --devices -1 t.py", "?", "-", "-"},
		{"fabric run --devices 2 t.py", "2", "-", "-"},
		{"colossalai run --nproc_per_node 4 --num_nodes 2 t.py", "8", "2", "-"},
		{"CUDA_VISIBLE_DEVICES=-1 python t.py", "-", "-", "0"},
		{"CUDA_VISIBLE_DEVICES=$G python t.py", "-", "-", "?"},
		{"NPROC_PER_NODE=4 NNODES=2 swift sft --model a", "8", "-", "-"},
		{"NPROC_PER_NODE=4 swift sft --model a", "4", "-", "-"},
		{"swift sft --model a", "-", "-", "-"},
		{"torchrun --nproc_per_node 2 --nproc_per_node 4 t.py", "4", "-", "-"},
		{"CUDA_VISIBLE_DEVICES= python t.py", "-", "-", "0"},
		{"tune run --nproc_per_node 4 r --config c", "4", "-", "-"},
		{"tune run lora_finetune_single_device --config c", "1", "-", "-"},
		{"#SBATCH --gpus 2\n#SBATCH --nodes=1\ntune run --nproc_per_node=$SLURM_GPUS --nnodes=$SLURM_JOB_NUM_NODES r --config c", "2", "1", "-"},
		{"#SBATCH -N 2\n#SBATCH --gres=gpu:a100:4\ntorchrun --nproc_per_node $SLURM_GPUS_ON_NODE --nnodes $SLURM_NNODES t.py", "8", "2", "-"},
		{"#SBATCH -N 2-4\n#SBATCH --gres=lustre:1\ntorchrun --nproc_per_node $SLURM_GPUS_ON_NODE --nnodes $SLURM_NNODES t.py", "?", "?", "-"},
		{"#SBATCH --gpus 2\nSLURM_GPUS=3\ntorchrun --nproc_per_node $SLURM_GPUS t.py", "3", "-", "-"},
	}
	for _, tt := range tests {
		s := Read(source.New("run.sh", []byte(tt.text)))
		l, ok := Training(&s.Commands[0])
		if !ok {
			t.Errorf("%s: no launch", tt.text)
			continue
		}
		got := [3]string{show(l.Processes()), show(l.Nodes()), show(l.Visible())}
		if want := [3]string{tt.processes, tt.nodes, tt.visible}; got != want {
			t.Errorf("%s: processes, nodes, visible = %v, want %v", tt.text, got, want)
		}
	}
}

func show(n Number) string {
	switch {
	case n.Known:
		return itoa(n.Value)
	case n.Stated:
		return "?"
	}
	return "-"
}

// With TRAINLINT_LAUNCH set to a folder, print every launch found below it.
func TestPrintLaunches(t *testing.T) {
	root := os.Getenv("TRAINLINT_LAUNCH")
	if root == "" {
		t.Skip("TRAINLINT_LAUNCH is not set")
	}
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		rel, _ := filepath.Rel(root, p)
		text, err := os.ReadFile(p)
		if err != nil || !IsMakefile(rel) && !IsWorkflow(rel) && !IsShell(rel, text) {
			return nil
		}
		s := Read(source.New(filepath.ToSlash(rel), text))
		if s.Err != nil {
			fmt.Printf("%s: ERROR %v\n", rel, s.Err)
		}
		for i := range s.Commands {
			if l, ok := Training(&s.Commands[i]); ok {
				fmt.Printf("%s:%d: %s\n", rel, s.File.LineOf(l.Command.Span.Start), describe(l))
			}
		}
		return nil
	})
}
