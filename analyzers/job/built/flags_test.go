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

// TestBarOverRange: a bar of tqdm's is as long as what it is told, and of no length where that is not known.
func TestBarOverRange(t *testing.T) {
	for told, want := range map[string]string{
		"FLAGS.again":            "16x3x32x32",
		"0, FLAGS.again":         "16x3x32x32",
		"0, FLAGS.nowhere":       "? cannot be interpreted as an integer",
		"FLAGS.nowhere, 100, 10": "? cannot be interpreted as an integer",
		"0, None":                "? 'NoneType' object cannot be interpreted",
	} {
		script := strings.Replace(strings.Replace(flagged, "1, 101", told, 1), "TIMES", "1", 1)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+script), 0)
		switch {
		case gap != nil && (want[0] != '?' || !strings.Contains(gap.Reason, want[2:])):
			t.Errorf("%s: %s", told, gap.Reason)
		case gap == nil && step.Inputs[0] != want:
			t.Errorf("%s: %v, want %s", told, step.Inputs, want)
		}
	}
}

// TestFedByLambda: a lambda that puts batches together may read what the function around it binds once.
func TestFedByLambda(t *testing.T) {
	const script = `import torch
from torch import nn
from torch.utils.data import DataLoader, default_collate
from torchvision import datasets, transforms as T


def loader_of(data, device, size):
    MORE
    collate = lambda batch: tuple(part.to(device)[:size] for part in default_collate(batch))
    first = DataLoader(data, batch_size=8, collate_fn=collate)
    return first, DataLoader(data, batch_size=8, collate_fn=collate)


net = nn.Conv2d(3, 8, 3).cuda()
opt = torch.optim.Adam(net.parameters())
loader, other = loader_of(datasets.CIFAR10(".", transform=T.ToTensor()), torch.device("cuda"), 4)
for x, y in loader:
    loss = net(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
`
	for more, want := range map[string]string{"pass": "4x3x32x32", "size = size - 1": "3x3x32x32"} {
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+strings.Replace(script, "MORE", more, 1)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != want {
			t.Errorf("%s: %s (%v), want %s", more, got, gap, want)
		}
	}
}
