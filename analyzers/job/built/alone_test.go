package built

import (
	"strings"
	"testing"
)

// aloneScript trains where its command line says so; OPTIONS stand for what it takes, and TEST for what it asks.
const aloneScript = `
-- train.py --
import argparse
import torch
from torch import nn
parser = argparse.ArgumentParser()
OPTIONS
args = parser.parse_args()
net = nn.Linear(4, 2).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
if __name__ == "__main__":
    if TEST:
        for _ in range(10):
            loss = net(torch.randn(8, 4, device="cuda")).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
`

// TestTrainsAlone: a script that nobody starts is started so that it trains, as far as it has a word for that.
func TestTrainsAlone(t *testing.T) {
	for _, c := range []struct {
		options, test string
		trains        bool
	}{
		{"parser.add_argument('--train', action='store_true')", "args.train", true},
		{"parser.add_argument('--do_train', action='store_true', default=False)\nparser.add_argument('--do_eval', action='store_true')",
			"args.do_train and not args.do_eval", true},
		{"parser.add_argument('--is-train', action='store_true')", "args.is_train", true},
		{"parser.add_argument('--mode', choices=['test', 'train'], required=True)", "args.mode == 'train'", true},
		{"parser.add_argument('--mode', choices=['test', 'train'], default='test')", "args.mode == 'train'", false},
		{"parser.add_argument('--fast', action='store_true')", "args.fast", false},
		{"parser.add_argument('--train', type=int, default=0)", "args.train", false},
		{"parser.add_argument('--train', action='store_true')", "not args.train", false},
	} {
		text := strings.NewReplacer("OPTIONS", c.options, "TEST", c.test).Replace(aloneScript)
		_, gap := Train(jobOf(t, text), 0)
		if (gap == nil) != c.trains {
			t.Errorf("%s, if %s: %v", c.options, c.test, gap)
		}
	}
}

// TestErasesAtRandom: an item that tries until chance has it is followed.
func TestErasesAtRandom(t *testing.T) {
	const made = `for attempt in range(100):
            area = image.shape[0] * image.shape[1]
            part = random.uniform(0.02, 0.4) * area
            ratio = random.uniform(0.3, 3.3)
            h = int(round((part * ratio) ** 0.5))
            w = int(round((part / ratio) ** 0.5))
            if w < image.shape[1] and h < image.shape[0]:
                y = random.randint(0, image.shape[0] - h)
                x = random.randint(0, image.shape[1] - w)
                image[y:y + h, x:x + w] = 0
                break
        image = torch.from_numpy(image).permute(2, 0, 1).float()`
	step, gap := Train(jobOf(t, strings.Replace(imageScript, "MADE", made, 1)), 0)
	if gap != nil || step.Inputs[0] != "8x3x64x48" {
		t.Errorf("%v", gap)
	}
}
