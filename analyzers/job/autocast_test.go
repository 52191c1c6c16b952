package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestAutocastOfAnotherModule: the backward pass stands in one module, the forward pass in another.
func TestAutocastOfAnotherModule(t *testing.T) {
	const files = "-- train.py --\nimport argparse, torch\nfrom lib.scaler import Scaler\nfrom lib.loop import one_epoch\np = argparse.ArgumentParser()\n" +
		"p.add_argument('--amp', action='store_true')\na = p.parse_args()\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
		"one_epoch(net, torch.utils.data.DataLoader([1], batch_size=4), o, Scaler(), a)\n" +
		"-- lib/scaler.py --\nimport torch\nclass Scaler:\n    def __call__(self, loss, optimizer):\n        loss.backward()\n        optimizer.step()\n        optimizer.zero_grad()\n" +
		"-- lib/loop.py --\nimport torch\ndef one_epoch(net, loader, o, scaler, args):\n    for x in loader:\n        with torch.cuda.amp.autocast(args.amp):\n            loss = net(x).sum()\n        scaler(loss, o)\n"
	for command, want := range map[string]string{
		"python train.py --amp": "amp-fp16 @ run.sh:1",
		"python train.py":       "fp32 @ train.py:5",
	} {
		check(t, find(t, "-- run.sh --\n"+command+"\n"+files), map[dialect.Field]string{dialect.Precision: want})
	}
	partial := strings.Replace(files, "with torch.cuda.amp.autocast(args.amp):", "with cast(args)():", 1) +
		"import functools\ndef cast(args):\n    return functools.partial(torch.amp.autocast, device_type='cuda', dtype=torch.bfloat16)\n"
	check(t, find(t, "-- run.sh --\npython train.py --amp\n"+partial), map[dialect.Field]string{dialect.Precision: "?"})
}

// TestAutocastThatIsOff: what stands under a switch of the command line that is off is not there, in whichever file.
func TestAutocastThatIsOff(t *testing.T) {
	const script = "-- train.py --\nimport argparse, torch\nfrom engine import one_epoch\np = argparse.ArgumentParser()\np.add_argument('--amp', action='store_true')\na = p.parse_args()\n" +
		"net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\none_epoch(net, torch.utils.data.DataLoader([1], batch_size=4), o, %s)\n" +
		"-- engine.py --\nimport torch\ndef one_epoch(net, loader, o, amp=False):\n    for x in loader:\n        if amp:\n            with torch.cuda.amp.autocast():\n                loss = net(x).sum()\n" +
		"        else:\n            loss = net(x).sum()\n        loss.backward()\n        o.step()\n        o.zero_grad()\n"
	for _, c := range []struct{ command, given, want string }{
		{"python train.py", "a.amp", "fp32 (no autocast)"},
		{"python train.py --amp", "a.amp", "amp-fp16 @ engine.py:5"},
		{"python train.py", "torch.cuda.is_bf16_supported()", "amp-fp16 @ engine.py:5"},
		{"python train.py", "torch.cuda.is_bf16_supported(including_emulation=False)", "?"},
		{"python train.py", "torch.cuda.get_device_capability()[0] >= 8", "?"},
	} {
		j := find(t, "-- run.sh --\n"+c.command+"\n"+strings.Replace(script, "%s", c.given, 1))
		if got := show(j, dialect.Precision); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.command, c.given, got, c.want)
		}
	}
}
