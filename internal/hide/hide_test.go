package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const trainer = `import torch
from torch.utils.data import DataLoader

model = torch.nn.Sequential(torch.nn.Linear(8, 2), torch.nn.Dropout())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = torch.nn.CrossEntropyLoss()
loader = DataLoader(data, batch_size=8)
valid = DataLoader(held_out, batch_size=8)


def evaluate():
    model.eval()
    with torch.no_grad():
        for x, y in valid:
            correct = (
                model(x).argmax(1) == y
            )


for epoch in range(3):
    model.train()
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    evaluate()
`

// treesOf makes a folder of work trees with one file each.
func treesOf(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for _, repository := range []string{"abhishekkrthakur+tez", "ajbrock+BigGAN-PyTorch"} { // of the sets tune and held
		if err := os.MkdirAll(filepath.Join(dir, repository), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, repository, "train.py"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func hidden(t *testing.T, args ...string) string {
	t.Helper()
	var out, warnings strings.Builder
	if err := run(context.Background(), args, &out, &warnings); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestEachFixIsTakenOutAlone(t *testing.T) {
	said := hidden(t, "-trees", treesOf(t, trainer), "-list")
	for _, want := range []string{
		"zero-grad found  abhishekkrthakur+tez/train.py:24",
		"no-grad   found  abhishekkrthakur+tez/train.py:13",
		"item      found  abhishekkrthakur+tez/train.py:28",
		"train     found  abhishekkrthakur+tez/train.py:21",
		"retain    found  abhishekkrthakur+tez/train.py:26",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("want %q in:\n%s", want, said)
		}
	}
	if strings.Contains(said, "silent abhi") {
		t.Errorf("nothing else is hidden, and nothing missed:\n%s", said)
	}
}

// Whoever saw the places of the set held would build for them.
func TestHeldRepositoriesAreOnlyCounted(t *testing.T) {
	said := hidden(t, "-trees", treesOf(t, trainer), "-set", "held", "-list")
	if strings.Contains(said, "train.py") {
		t.Errorf("a place of the set held is shown:\n%s", said)
	}
	if !strings.Contains(said, "zero-grad      1       0            0") {
		t.Errorf("one place is counted:\n%s", said)
	}
}

// What was told before is no answer to what was hidden.
func TestWhatWasToldBeforeIsNotFound(t *testing.T) {
	text := strings.Replace(trainer, "        total += loss.item()\n", "        total += loss\n        losses.append(loss.item())\n", 1)
	text = strings.Replace(text, "    total = 0\n", "    total, losses = 0, Unknown()\n", 1)
	if said := hidden(t, "-trees", treesOf(t, text), "-list", "-kinds", "item"); !strings.Contains(said, "item      told ") {
		t.Errorf("the sum was told before the number was hidden:\n%s", said)
	}
}

func TestLinesKeepTheirNumbers(t *testing.T) {
	m := parsed("train.py", []byte(trainer))
	for _, k := range kinds {
		for _, s := range k.find(m) {
			after := applied(m.File, s.edits)
			if strings.Count(string(after), "\n") != strings.Count(trainer, "\n") {
				t.Errorf("%s at line %d moves lines:\n%s", k.name, s.line, after)
			}
		}
	}
}

// What the taking out of does no harm is not counted as missed.
func TestWhatIsNoHazardIsLeft(t *testing.T) {
	teacher := trainer + `

def distill():
    older.eval()
    for x, y in loader:
        with torch.no_grad():
            soft = older(x)
        criterion(model(x), soft).backward()
`
	generating := strings.Replace(trainer, "model(x).argmax(1) == y", "model.generate(x) == y", 1)
	made := strings.Replace(trainer, "\n\nfor epoch", "\n\ndef make():\n    model.train()\n\n\nfor epoch", 1)
	cleared := strings.Replace(trainer, "        total += loss.item()\n", "        total += loss.item()\n        if stop:\n            total = 0\n", 1)
	for _, c := range []struct{ kind, text, left string }{
		{"no-grad", teacher, "train.py:35"},
		{"no-grad", generating, "train.py:13"},
		{"train", made, "train.py:21"},
		{"item", cleared, "train.py:28"},
	} {
		said := hidden(t, "-trees", treesOf(t, c.text), "-list", "-kinds", c.kind)
		if strings.Contains(said, c.left+"\n") {
			t.Errorf("%s: the place is taken:\n%s", c.kind, said)
		}
	}
}

// Each of two ways to the backward pass divides its loss: without one of them only, nobody writes it.
func TestAllDivisionsOfAFunctionGoAtOnce(t *testing.T) {
	text := strings.Replace(trainer, "        loss.backward()\n",
		"        if half:\n            scaler.scale(loss / accum_steps).backward()\n        else:\n            (loss / accum_steps).backward()\n", 1)
	m := parsed("train.py", []byte(text))
	sites := divisions(m)
	if len(sites) != 1 || len(sites[0].edits) != 2 {
		t.Fatalf("one place with two edits, not %+v", sites)
	}
}

func TestUnknownNames(t *testing.T) {
	for _, args := range [][]string{{}, {"-trees", "x", "-set", "both"}, {"-trees", "x", "-kinds", "nothing"}} {
		if err := run(context.Background(), args, &strings.Builder{}, &strings.Builder{}); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}

// A number that is taken in two ways is one without either.
func TestNumbersTakenTwiceAreNotHidden(t *testing.T) {
	for _, twice := range []string{"loss.detach().item()", "float(loss.detach())", "loss.data.item()"} {
		text := strings.Replace(trainer, "total += loss.item()", "total += "+twice, 1)
		if said := hidden(t, "-trees", treesOf(t, text), "-list", "-kinds", "item"); strings.Contains(said, "train.py") {
			t.Errorf("%s: nothing is hidden:\n%s", twice, said)
		}
	}
}

// What is wrong without a fix may be said of a file that the script imports.
func TestAFindingMayStandInWhatIsImported(t *testing.T) {
	text := `import torch
from data import make

loader, sampler = make()
model = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
`
	made := `from torch.utils.data import DataLoader, DistributedSampler


def make():
    sampler = DistributedSampler(dataset)
    return DataLoader(dataset, sampler=sampler), sampler
`
	dir := treesOf(t, text)
	if err := os.WriteFile(filepath.Join(dir, "abhishekkrthakur+tez", "data.py"), []byte(made), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := hidden(t, "-trees", dir, "-list", "-kinds", "set-epoch"); !strings.Contains(said, "set-epoch found  abhishekkrthakur+tez/train.py:8") {
		t.Errorf("the sampler is made in another file:\n%s", said)
	}
}
