package job

import (
	"strings"
	"testing"
)

var (
	parsedScript = lines("import argparse, torch", "p = argparse.ArgumentParser()", "p.add_argument('--bs', type=int, default=1)", "p.add_argument('--lr', type=float, default=0.5)", "p.add_argument('--config')", "p.add_argument('--eval', action='store_true')",
		"a = p.parse_args()", "net = torch.nn.Linear(2, 2)", "o = torch.optim.SGD(net.parameters(), lr=a.lr)", "if a.eval:", "    print(net)", "    exit()", "for x in torch.utils.data.DataLoader([1], batch_size=a.bs):", "    net(x).sum().backward()", "    o.step()")
	preparedScript = told(acceleratedScript, "accelerator = Accelerator()")
	// otherScript is the same script by another name, in a folder.
	otherScript = strings.Replace(parsedScript, "train.py", "other/train.py", 1)
)

// abslScript is one that absl starts.
var abslScript = lines("import torch", "from absl import app, flags", "FLAGS = flags.FLAGS", "flags.DEFINE_integer('bs', 1, 'n')", "flags.DEFINE_float('lr', 0.5, 'n')", "def main(argv):", "    net = torch.nn.Linear(2, 2)",
	"    o = torch.optim.SGD(net.parameters(), lr=FLAGS.lr)", "    for x in torch.utils.data.DataLoader([1], batch_size=FLAGS.bs):", "        net(x).sum().backward()", "        o.step()", "if __name__ == '__main__':", "    app.run(main)")

// typed are commands on a page of users, or of others where another name is given.
func typed(page string, commands ...string) string {
	return "-- " + page + " --\n# Training\n```\n" + strings.Join(commands, "\n") + "\n```\n"
}

func shell(commands ...string) string { return "-- run.sh --\n" + strings.Join(commands, "\n") + "\n" }

// TestSaidByLaunchers: what launchers and pages say of scripts, and which of their commands are jobs.
func TestSaidByLaunchers(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"a word of accelerate":            {shell("accelerate launch --mixed_precision FP16 train.py") + preparedScript, "run.sh:1 precision=amp-fp16"},
		"a word that is none":             {shell("accelerate launch --mixed_precision tf32 train.py") + preparedScript, "run.sh:1 precision=?"},
		"a word without a value":          {shell("accelerate launch --num_processes 2 --mixed_precision= train.py") + preparedScript, "run.sh:1 precision=?"},
		"stage 0":                         {shell("accelerate launch --use_deepspeed --zero_stage 0 train.py") + preparedScript, "run.sh:1 sharding=none"},
		"stage 3":                         {shell("accelerate launch --use_deepspeed --zero_stage 3 train.py") + preparedScript, "run.sh:1 sharding=zero3"},
		"stage 4":                         {shell("accelerate launch --use_deepspeed --zero_stage 4 train.py") + preparedScript, "run.sh:1 sharding=?"},
		"no stage":                        {shell("accelerate launch --use_deepspeed train.py") + preparedScript, "run.sh:1 sharding=zero2"},
		"FSDP":                            {shell("accelerate launch --use_fsdp train.py") + preparedScript, "run.sh:1 sharding=fsdp-full"},
		"FSDP of another launcher":        {shell("torchrun --use_fsdp=1 train.py") + parsedScript, "run.sh:1 sharding=-"},
		"steps of accelerate":             {shell("accelerate launch --gradient_accumulation_steps 4 train.py") + preparedScript, "run.sh:1 grad_accum=4"},
		"no steps of accelerate":          {shell("accelerate launch --gradient_accumulation_steps 0 train.py") + preparedScript, "run.sh:1 grad_accum=?"},
		"one step of accelerate":          {shell("accelerate launch --gradient_accumulation_steps 1 train.py") + preparedScript, "run.sh:1 grad_accum=1"},
		"nobody's steps of accelerate":    {shell("accelerate launch --gradient_accumulation_steps $N train.py") + preparedScript, "run.sh:1 grad_accum=?"},
		"a config that is gone":           {shell("accelerate launch --config_file gone.yaml train.py") + preparedScript, "run.sh:1 precision=? gpus=? sharding=?"},
		"a config that is there":          {shell("accelerate launch --config_file a.yaml train.py") + "-- a.yaml --\ncompute_environment: LOCAL_MACHINE\nmixed_precision: bf16\nnum_processes: 3\n" + preparedScript, "run.sh:1 precision=amp-bf16 gpus=3"},
		"a config and a word over it":     {shell("accelerate launch --config_file a.yaml --num_processes 2 --use_fsdp train.py") + "-- a.yaml --\ncompute_environment: LOCAL_MACHINE\nmixed_precision: bf16\nnum_processes: 3\n" + preparedScript, "run.sh:1 precision=amp-bf16 gpus=2 sharding=-"},
		"a config of another launcher":    {shell("torchrun --config_file a.yaml train.py") + "-- a.yaml --\ncompute_environment: LOCAL_MACHINE\nmixed_precision: bf16\nnum_processes: 3\n" + parsedScript, "run.sh:1 precision=fp32"},
		"its engine's file":               {shell("accelerate launch --config_file a.yaml train.py") + "-- a.yaml --\ncompute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\n-- ds.json --\n{\"zero_optimization\": {\"stage\": 3}}\n" + preparedScript, "run.sh:1 sharding=zero3"},
		"its engine's file, gone":         {shell("accelerate launch --config_file a.yaml train.py") + "-- a.yaml --\ncompute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\n" + preparedScript, "run.sh:1 sharding=?"},
		"a variable of accelerate":        {shell("ACCELERATE_MIXED_PRECISION=bf16 accelerate launch train.py") + preparedScript, "run.sh:1 precision=amp-bf16"},
		"a variable that is none":         {shell("ACCELERATE_MIXED_PRECISION=$P accelerate launch train.py") + preparedScript, "run.sh:1 precision=?"},
		"cards that are seen":             {shell("CUDA_VISIBLE_DEVICES=0,2 accelerate launch train.py") + preparedScript, "run.sh:1 gpus=2"},
		"cards that nobody knows":         {shell("CUDA_VISIBLE_DEVICES=$C accelerate launch --multi_gpu train.py") + preparedScript, "run.sh:1 gpus=?"},
		"cards by the launcher's word":    {shell("CUDA_VISIBLE_DEVICES=0,2 torchrun --nproc_per_node 1 train.py") + parsedScript, "run.sh:1 gpus=1"},
		"cards on two machines":           {shell("torchrun --nnodes 2 --nproc_per_node 4 train.py") + parsedScript, "run.sh:1 gpus=8"},
		"cards on nobody's machines":      {shell("torchrun --nnodes $N --nproc_per_node 4 train.py") + parsedScript, "run.sh:1 gpus=?"},
		"two commands":                    {shell("python train.py --bs 2", "python train.py --bs 3") + parsedScript, "run.sh:1 micro_batch=2; run.sh:2 micro_batch=3"},
		"one that evaluates":              {shell("python train.py --bs 2", "python train.py --eval") + parsedScript, "run.sh:1 micro_batch=2"},
		"one that raises its end":         {shell("python train.py --bs 2", "python train.py --eval") + strings.Replace(parsedScript, "exit()", "raise SystemExit(0)", 1), "run.sh:1 micro_batch=2"},
		"a function that is called twice": {shell("go() {", "python train.py --bs 2", "}", "go", "go") + parsedScript, "run.sh:2 micro_batch=2"},
		"a script that is gone":           {shell("python gone.py --bs 2") + parsedScript, "train.py micro_batch=1"},
		"a script of a test":              {shell("python tests/train.py") + strings.Replace(parsedScript, "train.py", "tests/train.py", 1), ""},
		"a call with words":               {shell("bash go.sh 8") + "-- go.sh --\npython train.py --bs $1\n" + parsedScript, "run.sh:1 micro_batch=8"},
		"a call with nobody's words":      {shell("bash go.sh $N") + "-- go.sh --\npython train.py --bs $1\n" + parsedScript, "go.sh:1 micro_batch=?"},
		"a call with a variable":          {shell("BS=8 bash go.sh") + "-- go.sh --\npython train.py --bs $BS\n" + parsedScript, "run.sh:1 micro_batch=8"},
		"a call with no use of it":        {shell("OTHER=8 bash go.sh") + "-- go.sh --\npython train.py --bs 4\n" + parsedScript, "go.sh:1 micro_batch=4"},
		"a call that changes one of two":  {shell("bash go.sh 8") + "-- go.sh --\npython train.py --bs $1\npython train.py --bs 4\n" + parsedScript, "run.sh:1 micro_batch=8; go.sh:2 micro_batch=4"},
		"a call of itself":                {shell("bash run.sh 8", "python train.py --bs $1") + parsedScript, "run.sh:2 micro_batch=?"},
		"a call of a call":                {shell("bash a.sh 8") + "-- a.sh --\nbash b.sh $1\n-- b.sh --\npython train.py --bs $1\n" + parsedScript, "run.sh:1 micro_batch=8"},
		"a call of what trains nothing":   {shell("bash go.sh 8") + "-- go.sh --\necho $1\n" + parsedScript, "train.py micro_batch=1"},
		"a page":                          {typed("README.md", "python train.py --bs 6") + parsedScript, "README.md:3 micro_batch=6"},
		"a page that repeats":             {shell("python train.py --bs 6") + typed("README.md", "python train.py --bs 6") + parsedScript, "run.sh:1 micro_batch=6"},
		"a page that says more":           {shell("python train.py --bs 6") + typed("README.md", "python train.py --bs 7") + parsedScript, "run.sh:1 micro_batch=6; README.md:3 micro_batch=7"},
		"a page of another script":        {shell("python train.py --bs 6") + typed("README.md", "python other/train.py --bs 6") + parsedScript + otherScript, "run.sh:1 micro_batch=6; README.md:3 micro_batch=6"},
		"a page with a hole":              {typed("README.md", "python train.py --bs {BS}", "python train.py --bs 8") + parsedScript, "README.md:4 micro_batch=8"},
		"a page with a hole alone":        {typed("README.md", "python train.py --bs {BS}") + parsedScript, "README.md:3 micro_batch=?"},
		"a page with a hole and more":     {typed("README.md", "python train.py --bs {BS}", "python train.py --bs 8 --lr 1.0") + parsedScript, "README.md:3 micro_batch=? lr=0.5; README.md:4 micro_batch=8 lr=1.0"},
		"a page with a hole elsewhere":    {typed("README.md", "python train.py --bs {BS} --lr 1.0", "python train.py --bs 8 --lr 2.0") + parsedScript, "README.md:3 micro_batch=? lr=1.0; README.md:4 micro_batch=8 lr=2.0"},
		"two pages, and a hole":           {typed("README.md", "python train.py --bs {BS}") + typed("docs/more.md", "python train.py --bs 8") + parsedScript, "README.md:3 micro_batch=?; docs/more.md:3 micro_batch=8"},
		"a hole of another script":        {typed("README.md", "python other/train.py --bs {BS}", "python train.py --bs 8") + parsedScript + otherScript, "README.md:3 micro_batch=?; README.md:4 micro_batch=8"},
		"two pages of one command":        {typed("README.md", "python train.py --bs 8") + typed("README_zh.md", "python train.py --bs 8") + parsedScript, "README.md:3 micro_batch=8"},
		"two pages of one command on more cards": {typed("README.md", "torchrun --nproc_per_node 2 train.py --bs 8") + typed("docs/more.md", "torchrun --nproc_per_node 4 train.py --bs 8") + parsedScript,
			"README.md:3 gpus=2; docs/more.md:3 gpus=4"},
		"a page for developers":              {typed("README.md", "python train.py --bs 8") + typed("CONTRIBUTING.md", "python train.py --bs 2") + parsedScript, "README.md:3 micro_batch=8"},
		"a page for developers alone":        {typed("CONTRIBUTING.md", "python train.py --bs 2") + parsedScript, "CONTRIBUTING.md:3 micro_batch=2"},
		"a page that evaluates":              {shell("python train.py --bs 8") + strings.Replace(typed("README.md", "python train.py --bs 2"), "# Training", "# Evaluation", 1) + parsedScript, "run.sh:1 micro_batch=8"},
		"a config in a here-document":        {shell("cat > ds.json <<EOF", "{\"zero_optimization\": {\"stage\": 2}}", "EOF", "deepspeed train.py --deepspeed_config ds.json") + parsedScript, "run.sh:4 sharding=zero2"},
		"a config that perhaps is written":   {shell("if $X; then", "cat > ds.json <<EOF", "{\"zero_optimization\": {\"stage\": 2}}", "EOF", "fi", "deepspeed train.py --deepspeed_config ds.json") + parsedScript, "run.sh:6 sharding=-"},
		"a config that speaks of a command":  {"-- job.yaml --\nname: x\ncommand: python train.py --bs 5\nsteps:\n  - run: python train.py --bs 6\n" + parsedScript, "train.py micro_batch=1"},
		"flags in a file":                    {shell("python train.py --flagfile=f.txt --lr=0.25") + "-- f.txt --\n# none\n--bs=7\n" + abslScript, "run.sh:1 micro_batch=7 lr=0.25"},
		"flags in a file, apart":             {shell("python train.py --flagfile f.txt --lr=0.25") + "-- f.txt --\n--bs=7\n" + abslScript, "run.sh:1 micro_batch=7 lr=0.25"},
		"flags in a file that is gone":       {shell("python train.py --flagfile=g.txt --lr=0.25") + abslScript, "run.sh:1 micro_batch=?"},
		"flags in a file, at the end":        {shell("python train.py --lr=0.25 --flagfile") + abslScript, "run.sh:1 micro_batch=? lr=0.25"},
		"words in a file":                    {shell("python train.py @f.txt --lr 0.25") + "-- f.txt --\n--bs=7\n" + strings.Replace(parsedScript, "ArgumentParser()", "ArgumentParser(fromfile_prefix_chars='@')", 1), "run.sh:1 micro_batch=7 lr=0.25"},
		"words that are no file":             {shell("python train.py --config @f.txt --lr 0.25") + "-- f.txt --\n--bs=7\n" + parsedScript, "run.sh:1 micro_batch=1 lr=0.25"},
		"a layer by an option's word":        {shell("python train.py --config on") + strings.Replace(parsedScript, "if a.eval:", "if a.config == 'on':\n    net.gradient_checkpointing_enable()\nif a.eval:", 1), "run.sh:1 checkpointing@=full@@_run.sh:1"},
		"a manifest":                         {"-- job.yaml --\napiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n      containers:\n        - name: t\n          command: [python, train.py, --bs, '5']\n" + parsedScript, "job.yaml:8 micro_batch=5"},
		"a script that is told to train":     {lines("import argparse", "from net import run", "p = argparse.ArgumentParser()", "p.add_argument('--mode', default='train')", "a = p.parse_args()", "if a.mode == 'train':", "    run()") + "-- net.py --\nimport torch\ndef run():\n    net = torch.nn.Linear(2, 2)\n    o = torch.optim.SGD(net.parameters(), lr=0.5)\n    for x in torch.utils.data.DataLoader([1], batch_size=5):\n        net(x).sum().backward()\n        o.step()\n" + shell("python train.py --mode train", "python train.py --mode test"), "run.sh:1 micro_batch=5"},
		"a part that nobody starts":          {lines("import part", "part.run()") + "-- part.py --\nimport torch\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.5)\ndef run():\n    for x in torch.utils.data.DataLoader([1], batch_size=5):\n        net(x).sum().backward()\n        o.step()\n", "train.py micro_batch=5"},
		"a config whose keys a script reads": {"-- configs/a.yaml --\nbatch_size: 6\nlr: 0.25\nepochs: 3\n" + lines("import argparse, yaml, torch", "p = argparse.ArgumentParser()", "p.add_argument('--config', required=True)", "cfg = yaml.safe_load(open(p.parse_args().config))", "net = torch.nn.Linear(2, 2)", "o = torch.optim.SGD(net.parameters(), lr=cfg['lr'])", "for epoch in range(cfg['epochs']):", "    for x in torch.utils.data.DataLoader([1], batch_size=cfg['batch_size']):", "        net(x).sum().backward()", "        o.step()"), "train.py_with_configs/a.yaml micro_batch=6 lr=0.25 epochs=3"},
		"a config of two keys":               {"-- configs/a.yaml --\nbatch_size: 6\nlr: 0.25\n" + lines("import argparse, yaml, torch", "p = argparse.ArgumentParser()", "p.add_argument('--config', required=True)", "cfg = yaml.safe_load(open(p.parse_args().config))", "net = torch.nn.Linear(2, 2)", "o = torch.optim.SGD(net.parameters(), lr=cfg['lr'])", "for x in torch.utils.data.DataLoader([1], batch_size=cfg['batch_size']):", "    net(x).sum().backward()", "    o.step()"), "train.py micro_batch=?"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, c.files, c.want) })
	}
}
