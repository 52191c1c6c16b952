package built

import (
	"strings"
	"testing"
)

// flagged takes its settings from absl's flags, and its batches from a generator that never ends.
const flagged = `import torch
from absl import app, flags
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T
from tqdm import trange

FLAGS = flags.FLAGS
flags.DEFINE_integer("batch_size", 16, "of a step")
flags.DEFINE_integer("again", 2, "how often")
flags.DEFINE_string("out", "out", "where")


def endless(loader):
    while True:
        for x, y in loader:
            yield x


def main(argv):
    net = nn.Conv2d(3, 8, 3).cuda()
    opt = torch.optim.Adam(net.parameters())
    batches = endless(DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), FLAGS.batch_size))
    with trange(1, 101, desc="steps") as bar:
        for step in bar:
            for _ in range(TIMES):
                loss = net(next(batches).cuda()).mean()
                opt.zero_grad()
                loss.backward()
                opt.step()
            bar.set_postfix(loss="%.4f" % loss, name=FLAGS.flag_values_dict())


if __name__ == "__main__":
    app.run(main)
`

// TestFedByFlags: what absl parses is known to the loop as the run knows it, and nothing more of it.
func TestFedByFlags(t *testing.T) {
	for times, want := range map[string]string{
		"FLAGS.again":                       "16x3x32x32",
		"FLAGS.out":                         "? the program raises TypeError",
		"FLAGS.nowhere":                     "? the bound of a range is not known",
		"FLAGS.again // 3 + len(FLAGS.out)": "16x3x32x32",
	} {
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+strings.Replace(flagged, "TIMES", times, 1)), 0)
		switch {
		case gap != nil && (want[0] != '?' || !strings.Contains(gap.Reason, want[2:])):
			t.Errorf("%s: %s", times, gap.Reason)
		case gap == nil && step.Inputs[0] != want:
			t.Errorf("%s: %v, want %s", times, step.Inputs, want)
		}
	}
}
