package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// TestAccelerated: what accelerate does with a model, a loader and an optimizer takes what the same steps written by
// hand take; what it has not prepared is not known.
func TestAccelerated(t *testing.T) {
	script := strings.NewReplacer(
		"model = Net().cuda()\n", "from accelerate import Accelerator\nacc = Accelerator(SETTINGS)\nmodel = Net()\n",
		"for x, y in DataLoader(datasets.CIFAR10(\".\", transform=T.ToTensor()), batch_size=32):\n    x, y = x.cuda(), y.cuda()\n",
		"loader = DataLoader(datasets.CIFAR10(\".\", transform=T.ToTensor()), batch_size=32)\nPREPARED\nfor x, y in loader:\n",
		"    with torch.autocast(\"cuda\", dtype=torch.float16, enabled=AUTOCAST):\n        loss = nn.functional.cross_entropy(model(x), y)\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n",
		"    with acc.accumulate(model):\n        loss = nn.functional.cross_entropy(model(x), y)\n        acc.backward(loss)\n"+
			"        if acc.sync_gradients:\n            acc.clip_grad_norm_(model.parameters(), 1.0)\n        opt.step()\n        opt.zero_grad()\n",
	).Replace(byHand)
	const prepared = "model, opt, loader = acc.prepare(model, opt, loader)"
	by := func(settings, prepared string) (*model.Step, *Gap) {
		return Train(jobOf(t, "\n-- train.py --\n"+strings.NewReplacer("SETTINGS", settings, "PREPARED", prepared).Replace(script)), 0)
	}
	hand := strings.NewReplacer("AUTOCAST", "False", "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n",
		"    loss.backward()\n    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    opt.step()\n    opt.zero_grad()\n").Replace(byHand)
	want, gap := Train(jobOf(t, "\n-- train.py --\n"+hand), 0)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	step, gap := by("mixed_precision='no'", prepared)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	if step.Weights != want.Weights || step.Inputs[0] != want.Inputs[0] || step.Casts != want.Casts ||
		step.Forward.Bytes != want.Forward.Bytes {
		t.Errorf("%+v, by hand %+v", step, want)
	}
	for _, c := range []struct {
		settings, prepared string
		casts              tensor.DType
		gap                string
	}{
		{"mixed_precision='fp16', gradient_accumulation_steps=4", prepared, tensor.Float16, ""},
		{"mixed_precision='bf16'", prepared, tensor.BFloat16, ""},
		{"mixed_precision='bf16'", "pass", tensor.NoDType, "prepared"},
		{"mixed_precision='no', gradient_accumulation_steps=int(input())", prepared, tensor.NoDType, "after how many batches"},
	} {
		step, gap := by(c.settings, c.prepared)
		switch {
		case gap != nil && (c.gap == "" || !strings.Contains(gap.Reason, c.gap)):
			t.Errorf("%s: %+v", c.settings, gap)
		case gap == nil && (c.gap != "" || step.Casts != c.casts):
			t.Errorf("%s: %v", c.settings, step.Casts)
		}
	}
}
