package job

import (
	"strings"
	"testing"
)

// filteredScript gives a class of a library what its signature names.
var filteredScript = lines("import inspect", "from transformers import AutoModelForCausalLM", "from trl import SFTConfig, SFTTrainer", "from installed import data", "def config(**kwargs):", "    known = inspect.signature(OF).parameters",
	"    return SFTConfig(**{k: v for k, v in kwargs.items() if k in known})", "args = config(output_dir='o', per_device_train_batch_size=3, max_length=512, max_seq_length=256, nobodys=1)",
	"SFTTrainer(model=AutoModelForCausalLM.from_pretrained('gpt2'), args=args, train_dataset=data).train()")

// movedScript runs another file in its own stead.
var movedScript = lines("import runpy", "if __name__ == '__main__':", "    runpy.RUN") + strings.Replace(parsedScript, "train.py", "pipeline/stage.py", 1)

func filtered(of string) string { return strings.ReplaceAll(filteredScript, "OF", of) }

func moved(run string) string {
	return shell("python train.py --bs 6") + strings.ReplaceAll(movedScript, "RUN", run)
}

// tapScript is one whose class of options parses them itself.
var tapScript = lines("import torch", "from tap import Tap", "class Args(Tap):", "    bs: int = 1", "    lr: float = 0.5", "    ckpt: bool = True", "    def process_args(self):", "        self.rows = self.bs * 2", "a = Args().parse_args()", "net = torch.nn.Linear(2, 2)",
	"o = torch.optim.SGD(net.parameters(), lr=a.lr)", "for x in torch.utils.data.DataLoader([1], batch_size=a.rows):", "    net(x).sum().backward()", "    o.step()")

// TestSaidInOtherWords: what a program asks of a library's signature, runs in another file, or makes where an import failed.
func TestSaidInOtherWords(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"what a constructor takes":           {filtered("SFTConfig.__init__"), "train.py micro_batch=3 seq_len=512"},
		"what a class takes":                 {filtered("SFTConfig"), "train.py micro_batch=3 seq_len=512"},
		"what an older class takes":          {filtered("SFTConfig") + "-- requirements.txt --\ntrl==0.12\n", "train.py micro_batch=3 seq_len=256"},
		"what a base takes":                  {filtered("transformers_of.SFTConfig"), "train.py micro_batch=?"},
		"a class that is its parser":         {shell("python train.py --bs 6") + tapScript, "run.sh:1 micro_batch=12 lr=0.5"},
		"a class of its own like it":         {shell("python train.py --bs 6") + strings.Replace(tapScript, "from tap import", "from tapped import", 1), "run.sh:1 micro_batch=?"},
		"a module in its stead":              {moved("run_module('pipeline.stage', run_name='__main__')"), "run.sh:1 micro_batch=6"},
		"a file in its stead":                {moved("run_path('pipeline/stage.py', run_name='__main__')"), "run.sh:1 micro_batch=6"},
		"a module that is not the script":    {moved("run_module('pipeline.stage')"), "pipeline/stage.py micro_batch=1"},
		"a module that is not there":         {moved("run_module('pipeline.gone', run_name='__main__')"), "pipeline/stage.py micro_batch=1"},
		"an Accelerator beside a library":    {shell("python train.py") + told(acceleratedScript, "try:\n    from vendor import fast\n    fast()\nexcept:\n    accelerator = Accelerator(mixed_precision='bf16')"), "run.sh:1 precision=?"},
		"an Accelerator of two":              {shell("python train.py") + told(acceleratedScript, "accelerator = Accelerator(mixed_precision='fp16')\ntry:\n    from vendor import fast\nexcept ImportError:\n    other = Accelerator(mixed_precision='bf16')"), "run.sh:1 precision=amp-fp16"},
		"an Accelerator where nothing fails": {shell("python train.py") + told(acceleratedScript, "accelerator = Accelerator()"), "run.sh:1 precision=fp32"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, c.files, c.want) })
	}
}
