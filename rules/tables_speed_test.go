package rules_test

import (
	"strings"
	"testing"
)

// tableOfPrefetching: two workers or sixteen, and an option that is left open.
func tableOfPrefetching(t *testing.T) {
	grid(func(v ...string) {
		workers, prefetch, batches, size := v[0], v[1], v[2], v[3]
		n := number(workers)
		var want []string
		if (n == 1 || n >= 16) && prefetch == absent && batches == absent {
			want = []string{aNote}
		}
		if size == absent && batches == absent {
			size = "32"
		}
		text := "import torch\nfrom torch.utils.data import DataLoader\n\n\ndef train(model, data, optimizer):\n    loader = DataLoader(data" +
			keywords("num_workers", workers, "prefetch_factor", prefetch, "batch_sampler", batches, "batch_size", size) +
			")\n    for x, y in loader:\n        optimizer.zero_grad()\n        torch.nn.functional.mse_loss(model(x), y).backward()\n        optimizer.step()\n"
		expectTold(t, map[string]string{"train.py": text}, "prefetch-factor", want...)
		hook := "import lightning as L\nfrom torch.utils.data import DataLoader\n\n\nclass Learner(L.LightningModule):\n    def __init__(self, data):\n" +
			"        super().__init__()\n        self.data = data\n\n    def training_step(self, batch, index):\n        return self(batch).mean()\n\n    def %s(self):\n        return DataLoader(self.data" +
			keywords("num_workers", workers, "prefetch_factor", prefetch, "batch_sampler", batches, "batch_size", size) + ")\n\n    def configure_optimizers(self):\n        return make(self.parameters())\n"
		expectTold(t, map[string]string{"train.py": strings.Replace(hook, "%s", "train_dataloader", 1)}, "prefetch-factor", want...)
		expectTold(t, map[string]string{"train.py": strings.Replace(hook, "%s", "val_dataloader", 1)}, "prefetch-factor")
	}, []string{absent, "0", "1", "2", "3", "8", "15", "16", "32"}, []string{absent, "2"}, []string{absent, "batches"}, []string{absent})
	for size, words := range map[string]string{"1": "only 2 batches are", "2": "only 2 batches of 2 samples are", "64": "only 2 batches of 64 samples are"} {
		text := "import torch\nfrom torch.utils.data import DataLoader\n\n\ndef train(model, data, optimizer):\n    loader = DataLoader(data, batch_size=" + size +
			", num_workers=1)\n    for x, y in loader:\n        optimizer.zero_grad()\n        torch.nn.functional.mse_loss(model(x), y).backward()\n        optimizer.step()\n"
		found := lintCase(t, map[string][]byte{"train.py": []byte(text)}, "prefetch-factor").Diagnostics
		if len(found) != 1 || !strings.Contains(found[0].Message, words) {
			t.Errorf("batch_size=%s: %v, want %q", size, found, words)
		}
	}
}

// tableOfCounts: an argument that has a case for no workers, and those that only look like it.
func tableOfCounts(t *testing.T) {
	for test, asks := range map[string]bool{
		"workers": true, "workers > 0": true, "0 < workers": true, "workers >= 1": true, "1 <= workers": true, "workers != 0": true, "0 != workers": true,
		"workers == 0": true, "workers < 1": true, "1 > workers": true, "workers <= 0": true, "not workers": true, "bool(workers)": true,
		"workers > 0 and fast": true, "fast and workers > 0": true, "workers or fast": true, "0 < workers < 8": true, "not workers > 0": true,
		"workers > 1": false, "workers > 4": false, "4 < workers": false, "workers == 1": false, "workers >= 2": false, "workers < 8": false,
		"fast": false, "fast > 0": false, "not fast": false, "bool(fast)": false, "fast and slow": false, "workers > fast": false, "workers is fast": false,
		"len(workers)": false, "workers_of_another > 0": false,
	} {
		var want []string
		if asks {
			want = []string{aWarning} // the other argument knows of 0, and this one does not
		}
		text := "from torch.utils.data import DataLoader\n\n\ndef make(data, workers, fast, slow, workers_of_another):\n" +
			"    return DataLoader(data, num_workers=workers, persistent_workers=True, prefetch_factor=2 if " + test + " else None)\n"
		expectTold(t, map[string]string{"data.py": text}, "dataloader-options", want...)
	}
}

// tableOfLaunchBlocking: which assignments switch it on.
func tableOfLaunchBlocking(t *testing.T) {
	loop := "\nfor batch in loader:\n    optimizer.zero_grad()\n    model(batch).mean().backward()\n    optimizer.step()\n"
	for line, on := range map[string]bool{
		`os.environ["CUDA_LAUNCH_BLOCKING"] = "1"`:                                                  true,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = str(1)`:                                               true,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = "0"`:                                                  false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = str(0)`:                                               false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = "11"`:                                                 false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = str(1, 2)`:                                            false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = repr(1)`:                                              false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = args.blocking`:                                        false,
		`os.environ["CUDA_DEVICE_ORDER"] = "1"`:                                                     false,
		`env["CUDA_LAUNCH_BLOCKING"] = "1"`:                                                         false,
		`os.environ["CUDA_LAUNCH_BLOCKING"] = os.environ["DEBUG"] = "1"`:                            false,
		"if args.debug:\n    os.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"":                          false,
		"if torch.cuda.is_available():\n    os.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"":           true,
		"try:\n    start()\nexcept RuntimeError:\n    os.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"": false,
		"def debug():\n    os.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"\n":                          false,
		"def test_it():\n    os.environ[\"CUDA_LAUNCH_BLOCKING\"] = \"1\"\n":                        false,
	} {
		var want []string
		if on {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.py": "import os\n\nimport torch\n\n" + line + "\n" + loop}, "debug-left-on", want...)
		if !strings.Contains(line, "\n") {
			// What a module does when it is imported holds for the program, as far as it has one.
			files := map[string]string{"train.py": "import torch\n\nimport settings\n" + loop, "settings.py": "import os\n\n" + line + "\n"}
			expectTold(t, files, "debug-left-on", want...)
			files["train.py"] = "import torch\n\nimport others\n" + loop
			expectTold(t, files, "debug-left-on")
			files["train.py"] = "import torch\n\nimport settings\n\nprint(torch.zeros(3))\n"
			expectTold(t, files, "debug-left-on")
		}
	}
	for line, on := range map[string]bool{
		"torch.autograd.set_detect_anomaly(True)": true, "torch.autograd.set_detect_anomaly(False)": false, "torch.autograd.set_detect_anomaly(args.debug)": false,
		"torch.autograd.detect_anomaly()": true,
	} {
		var want []string
		if on {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.py": "import torch\n\nimport settings\n" + loop, "settings.py": "import torch\n\n" + line + "\n"}, "debug-left-on", want...)
	}
}

// tableOfWorkerCopies: a dataset that copies to the GPU, by the workers that a loader has.
func tableOfWorkerCopies(t *testing.T) {
	for workers, some := range map[string]bool{
		"0": false, "1": true, "2": true, "args.none": false, "args.one": true, "args.two": true, "args.unknown": false, "args.text": false, "count()": false, absent: false,
	} {
		for _, copies := range []string{".cuda()", `.to("cuda")`, `.to("cpu")`, ".float()"} {
			text := `import argparse

from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--none", type=int, default=0)
parser.add_argument("--one", type=int, default=1)
parser.add_argument("--two", type=int, default=2)
parser.add_argument("--unknown", type=int)
parser.add_argument("--text", default="two")
args = parser.parse_args()


class Images(Dataset):
    def __getitem__(self, index):
        return self.images[index]` + copies + `


loader = DataLoader(Images()` + keywords("num_workers", workers) + ")\n"
			expectTold(t, map[string]string{"train.py": text}, "cuda-in-worker", errorIf(some && strings.Contains(copies, "cuda"))...)
		}
	}
}

// tableOfComments: what a comment beside or above empty_cache says it is for.
func tableOfComments(t *testing.T) {
	const reason = "# NCCL allocates its buffers outside PyTorch's cache"
	for _, c := range []struct {
		above, above2, beside, below string
		flagged                      bool
	}{
		{flagged: true},
		{above: reason}, {beside: "  " + reason},
		{above2: reason, flagged: true}, {below: reason, flagged: true}, {above: "# the cache", flagged: true}, {beside: "  # the cache", flagged: true},
	} {
		text := "import torch\n\n\ndef train(model, loader, optimizer):\n    for x in loader:\n" + indentedBy(2, "optimizer.zero_grad()", c.above2, given(c.above2 != "", "y = 3"),
			"model(x).mean().backward()", c.above, "torch.cuda.empty_cache()"+c.beside, c.below, "optimizer.step()")
		var want []string
		if c.flagged {
			want = []string{aWarning}
		}
		expectTold(t, map[string]string{"train.py": text}, "empty-cache-in-loop", want...)
	}
	// It stays where it is all that a block holds, or where the helper serves others too.
	for text, fixed := range map[string]string{
		"        torch.cuda.empty_cache()\n        model(x).mean().backward()\n":                                    "        model(x).mean().backward()\n",
		"        model(x).mean().backward()\n        with torch.no_grad():\n            torch.cuda.empty_cache()\n": "",
	} {
		head := "import torch\n\n\ndef train(model, loader, optimizer):\n    for x in loader:\n        optimizer.zero_grad()\n"
		tail := "        optimizer.step()\n"
		if fixed == "" {
			fixed = text
		}
		expectFixedText(t, head+text+tail, "empty-cache-in-loop", head+fixed+tail)
	}
}
