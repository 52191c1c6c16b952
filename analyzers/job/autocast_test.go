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
