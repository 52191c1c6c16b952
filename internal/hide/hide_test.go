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
		"eval      found  abhishekkrthakur+tez/train.py:12",
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
	showing := strings.Replace(trainer, "model(x).argmax(1) == y", "plot(x) == y", 1)
	later := strings.Replace(trainer, "        for x, y in valid:\n            correct = (\n                model(x).argmax(1) == y\n            )\n",
		"        for x, y in valid:\n            batch.append(x)\n        model(batch)\n", 1)
	made := strings.Replace(trainer, "\n\nfor epoch", "\n\ndef make():\n    model.train()\n\n\nfor epoch", 1)
	cleared := strings.Replace(trainer, "        total += loss.item()\n", "        total += loss.item()\n        if stop:\n            total = 0\n", 1)
	for _, c := range []struct{ kind, text, left string }{
		{"no-grad", teacher, "train.py:35"},
		{"no-grad", generating, "train.py:13"},
		{"no-grad", showing, "train.py:13"},
		{"no-grad", later, "train.py:13"},
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

// A function that differentiates once and returns keeps no graph of two steps, and tests are nobody's model.
func TestPlacesThatNoRuleSpeaksOf(t *testing.T) {
	once := `import torch


def step(model, optimizer, x, y):
    loss = torch.nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
`
	if sites := plainBackwards(parsed("train.py", []byte(once))); len(sites) > 0 {
		t.Errorf("a function that steps once: %+v", sites)
	}
	testing := strings.Replace(once, "def step(", "def test_step(", 1)
	for _, c := range []struct {
		path, text string
		is         bool
	}{
		{"tests/train.py", trainer, true}, {"src/test/train.py", trainer, true}, {"test_train.py", testing, true}, {"train.py", testing, false},
		{"test_train.py", trainer, false}, {"check.py", "import unittest\n\n\nclass Steps(unittest.TestCase):\n    pass\n", true},
	} {
		if tests(parsed(c.path, []byte(c.text))) != c.is {
			t.Errorf("%s is a test: %v", c.path, !c.is)
		}
	}
}

func TestOneTextIsShown(t *testing.T) {
	dir := treesOf(t, trainer)
	said := hidden(t, "-trees", dir, "-show", "abhishekkrthakur+tez/train.py:28")
	if want := strings.Replace(trainer, "loss.item()", "loss", 1); said != want {
		t.Errorf("the file without the number:\n%s", said)
	}
	for _, place := range []string{"abhishekkrthakur+tez/train.py:2", "ajbrock+BigGAN-PyTorch/train.py:28"} { // nothing there; held
		if err := run(context.Background(), []string{"-trees", dir, "-show", place}, &strings.Builder{}, &strings.Builder{}); err == nil {
			t.Errorf("%s is shown", place)
		}
	}
}

func TestStatementsThatChangePlaces(t *testing.T) {
	text := strings.Replace(trainer, "        optimizer.step()\n",
		"        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()\n        scheduler.step()\n", 1)
	text = strings.Replace(text, "criterion = ", "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)\ncriterion = ", 1)
	text = strings.Replace(text, "        optimizer.zero_grad()\n        loss = criterion(model(x), y)\n",
		"        loss = criterion(model(x), y)\n        optimizer.zero_grad()\n", 1)
	said := hidden(t, "-trees", treesOf(t, text), "-list", "-kinds", "schedule,clip,clear")
	for _, want := range []string{"clear     found  abhishekkrthakur+tez/train.py:26", "clip      found  abhishekkrthakur+tez/train.py:27",
		"schedule  found  abhishekkrthakur+tez/train.py:29"} {
		if !strings.Contains(said, want) {
			t.Errorf("want %q in:\n%s", want, said)
		}
	}
	apart := strings.Replace(text, "        optimizer.step()\n        scheduler.step()\n",
		"        if fine:\n            optimizer.step()\n        else:\n            scheduler.step()\n", 1)
	if sites := schedulersFirst(parsed("train.py", []byte(apart))); len(sites) > 0 {
		t.Errorf("two ways of an if are not one behind the other: %+v", sites)
	}
}

func TestGeneratedSamplesAndShares(t *testing.T) {
	gan := `import torch

for real in loader:
    fake = generator(torch.randn(8, 16))
    d_loss = discriminator(fake.detach()).mean() - discriminator(real).mean()
    d_optimizer.zero_grad()
    d_loss.backward()
    d_optimizer.step()
    g_optimizer.zero_grad()
    generator(torch.randn(8, 16)).mean().backward()
    g_optimizer.step()
    log(fake.detach())
`
	sites := undetached(parsed("train.py", []byte(gan)))
	if len(sites) != 1 || sites[0].line != 5 {
		t.Errorf("the sample that the discriminator is given: %+v", sites)
	}
	shared := `import torch
from torch.utils.data import DataLoader, DistributedSampler

model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(8, 2))
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=8, sampler=sampler)
valid = DataLoader(held_out, batch_size=8, sampler=val_sampler)
`
	m := parsed("train.py", []byte(shared))
	if sites := unshared(m); len(sites) != 1 || !strings.Contains(string(applied(m.File, sites[0].edits)), "sampler=None)\nvalid") {
		t.Errorf("the loader of the training set: %+v", sites)
	}
	if sites := unshared(parsed("train.py", []byte(strings.Replace(shared, "DistributedDataParallel", "DataParallel", 1)))); len(sites) > 0 {
		t.Errorf("one process has all of the data: %+v", sites)
	}
}

// One of two updates is enough, and an optimizer that has modes of its own is no model.
func TestWhatOthersDoToo(t *testing.T) {
	text := "def one():\n    scaler.step(optimizer)\n    scaler.update()\n"
	if sites := scalerUpdates(parsed("train.py", []byte(text))); len(sites) != 1 {
		t.Errorf("the only update: %+v", sites)
	}
	if sites := scalerUpdates(parsed("train.py", []byte(text+strings.Replace(text, "one", "two", 1)))); len(sites) > 0 {
		t.Errorf("one of two: %+v", sites)
	}
	modes := strings.Replace(trainer, "    model.train()\n", "    optimizer.train()\n", 1)
	if sites := trainCalls(parsed("train.py", []byte(modes))); len(sites) > 0 {
		t.Errorf("an optimizer's mode: %+v", sites)
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
	for _, twice := range []string{"loss.detach().item()", "loss.detach().float().item()", "float(loss.detach())", "loss.data.item()"} {
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
	check := func() {
		t.Helper()
		said := hidden(t, "-trees", dir, "-list", "-kinds", "set-epoch")
		if !strings.Contains(said, "set-epoch found  abhishekkrthakur+tez/train.py:8") {
			t.Errorf("the sampler is made in another file:\n%s", said)
		}
	}
	check()
	package_ := filepath.Join(dir, "abhishekkrthakur+tez", "data")
	if err := os.Mkdir(package_, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(package_+".py", filepath.Join(package_, "loaders.py")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(package_, "__init__.py"), []byte("from .loaders import make\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	check() // of a package that hands it on
}

// Where another function does the same in each lap, or a function runs once, nothing is lost.
func TestWhatIsNeedlessIsLeft(t *testing.T) {
	again := strings.Replace(trainer, "        optimizer.step()\n", "        optimizer.step()\n        log(loss)\n", 1) + `

def log(loss):
    print(loss.item())
    optimizer.zero_grad()
    model.train()
`
	sometimes := strings.Replace(again, "        log(loss)\n", "        if noisy:\n            log(loss)\n", 1)
	once := trainer + `

def warm_up():
    model.train()
    x, y = next(iter(loader))
    optimizer.zero_grad()
    criterion(model(x), y).backward()
    optimizer.step()


warm_up()
`
	often := strings.Replace(once, "\n\nwarm_up()\n", "\n\nfor _ in range(3):\n    warm_up()\n", 1)
	attack := `import torch


def attack(model, pictures, labels):
    for _ in range(9):
        model.zero_grad()
        pictures.requires_grad_()
        torch.nn.functional.cross_entropy(model(pictures), labels).backward()
        pictures = (pictures + pictures.grad.sign()).detach()
    return pictures
`
	quiet := strings.Replace(trainer, "            correct = (\n                model(x).argmax(1) == y\n            )\n",
		"            loss = criterion(model(x), y)\n        total += loss.item()\n", 1)
	quiet = strings.Replace(quiet, "    with torch.no_grad():\n        for x, y in valid:\n", "    for x, y in valid:\n        with torch.no_grad():\n", 1)
	for _, c := range []struct {
		kind, text, place string
		taken             bool
	}{
		{"zero-grad", trainer, "train.py:24", true}, {"zero-grad", again, "train.py:24", false}, {"zero-grad", sometimes, "train.py:24", true},
		{"zero-grad", once, "train.py:35", false}, {"zero-grad", often, "train.py:35", true}, {"zero-grad", attack, "train.py:6", false},
		{"item", quiet, "train.py:16", false},
	} {
		said := hidden(t, "-trees", treesOf(t, c.text), "-list", "-kinds", c.kind)
		if strings.Contains(said, c.place+"\n") != c.taken {
			t.Errorf("%s at %s: taken should be %v:\n%s", c.kind, c.place, c.taken, said)
		}
	}
}
