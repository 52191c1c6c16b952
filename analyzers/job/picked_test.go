package job

import (
	"strings"
	"testing"
)

// TestTrainersBehindNames: a trainer whose class is an alias, or is bound in each branch of an if.
func TestTrainersBehindNames(t *testing.T) {
	const head = "from transformers import Trainer, Seq2SeqTrainer, TrainingArguments, AutoModelForCausalLM\nimport sys\n"
	const tail = "model = AutoModelForCausalLM.from_pretrained('gpt2')\nargs = Arguments('out', per_device_train_batch_size=4)\nMade(model=model, args=args, train_dataset=None).train()\n"
	for name, c := range map[string]struct {
		between string
		batch   string
	}{
		"an alias":        {"Arguments = TrainingArguments\nMade = Trainer\n", "4"},
		"one of two":      {"Arguments = TrainingArguments\nif len(sys.argv) > 1:\n    Made = Seq2SeqTrainer\nelse:\n    Made = Trainer\n", "4"},
		"no trainer":      {"Arguments = TrainingArguments\nMade = print\n", ""},
		"perhaps another": {"Arguments = TrainingArguments\nMade = Trainer\nif len(sys.argv) > 1:\n    Made = sys.exit\n", ""},
	} {
		jobs := Find(workspace("\n-- train.py --\n" + head + c.between + tail))
		got := ""
		if len(jobs) == 1 {
			got = jobs[0].Text("micro_batch")
		}
		if got != c.batch || len(jobs) > 1 {
			t.Errorf("%s: %d jobs, micro_batch %q, want %q", name, len(jobs), got, c.batch)
		}
	}
}

// TestPrecisionOnTheCard: autocast that is on where the device is a card; a job is sized for one.
func TestPrecisionOnTheCard(t *testing.T) {
	const script = "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\nAMP = True\n" +
		"device = torch.device('cuda:1' if torch.cuda.is_available() else 'cpu')\nmodel = torch.nn.Linear(8, 8).to(device)\nopt = torch.optim.Adam(model.parameters(), lr=1e-3)\n" +
		"for (x,) in DataLoader(TensorDataset(torch.randn(64, 8)), batch_size=4):\n    with torch.autocast(device.type, dtype=torch.float16, enabled=%ENABLED%):\n" +
		"        loss = model(x.to(device)).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	for enabled, want := range map[string]string{
		"(AMP and device.type == 'cuda')": "amp-fp16", "device.type != 'cpu'": "amp-fp16", "device.type == 'cpu'": "fp32", "device.index == 1": "amp-fp16",
		"device.index == 0": "fp32", "input() and device.type == 'cuda'": "",
	} {
		jobs := Find(workspace("\n-- train.py --\n" + strings.ReplaceAll(script, "%ENABLED%", enabled)))
		if len(jobs) != 1 || jobs[0].Text("precision") != want {
			t.Errorf("enabled=%s: %d jobs, %q, want %q", enabled, len(jobs), jobs[0].Text("precision"), want)
		}
	}
}
