package train

import "testing"

func TestWorkers(t *testing.T) {
	for call, want := range map[string]WorkerCount{
		"DataLoader(dataset)":                                     NoWorkers,
		"DataLoader(dataset, num_workers=0)":                      NoWorkers,
		"DataLoader(dataset, 8, True, None, None, 4)":             KnownWorkers,
		"DataLoader(dataset, **{'num_workers': 2})":               KnownWorkers,
		"DataLoader(dataset, num_workers=4 if n else 0)":          PerhapsWorkers,
		"DataLoader(dataset, num_workers=4 if n else 2)":          SomeWorkers,
		"DataLoader(dataset, num_workers=n)":                      SomeWorkers,
		"DataLoader(dataset, num_workers=workers)":                PerhapsWorkers,
		"DataLoader(dataset, **options)":                          WorkersUnknown,
		"DataLoader(dataset, **dict(options, num_workers=0))":     NoWorkers,
		"DataLoader(dataset, num_workers=n, pin_memory=workers)":  SomeWorkers,
		"DataLoader(dataset, **{k: v for k, v in options if v})":  WorkersUnknown,
		"DataLoader(dataset, batch_size=2, num_workers=int('3'))": KnownWorkers,
	} {
		f := factsOf(t, imports+"\ndef main(dataset, n, options, workers=0):\n    return "+call+"\n")
		list := f.Entries()[0].Loaders()
		if len(list) != 1 {
			t.Fatalf("%s: %d loaders", call, len(list))
		}
		if got, _ := list[0].Workers(); got != want {
			t.Errorf("%s: %d, want %d", call, got, want)
		}
	}
}

func TestLoaderMoves(t *testing.T) {
	for move, want := range map[string]bool{
		"x = batch.cuda()":                                           true,
		"x = batch['image'].to(device)":                              true,
		"x = batch.image.to('cuda:1', non_blocking=True)":            true,
		"x = {k: v.cuda() for k, v in batch.items()}":                true,
		"x, y = [part.to(f'cuda:{n}') for part in batch]":            true,
		"x = torch.autograd.Variable(batch).cuda()":                  true,
		"x = batch.to(torch.device(device='cuda'))":                  true,
		"x = batch.to('cpu')":                                        false,
		"x = batch.to(n)":                                            false,
		"x = torch.ones(3).cuda()":                                   false,
		"x = batch.cuda() if step % 100 == 0 else batch":             false,
		"x = batch.cuda() if torch.cuda.is_available() else batch":   true,
		"x = batch.to(torch.device(type='cuda')) if n > 3 else None": true,
	} {
		f := factsOf(t, imports+`
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

def main(model, dataset, optimizer, n):
    for step, batch in enumerate(DataLoader(dataset, 8)):
        `+move+`
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
`)
		list := f.Entries()[0].Loaders()
		if len(list) != 1 || list[0].Training() == nil {
			t.Fatalf("%s: the loader is not seen to train", move)
		}
		if got := list[0].Moves() != nil; got != want {
			t.Errorf("%s: moves the batch: %t, want %t", move, got, want)
		}
	}
}

// TestResident: tensors in memory need no workers, whole or in part, and what a dataset of the project does needs them.
func TestResident(t *testing.T) {
	const head = "from torch.utils.data import ConcatDataset, IterableDataset, Subset, TensorDataset, random_split\nclass Own:\n    def __getitem__(self, i):\n        return open(str(i)).read()\n" +
		"class Still:\n    def __getitem__(self, i):\n        return i\nclass Stream(IterableDataset):\n    def __iter__(self):\n        return iter(open('a'))\nclass Kept(TensorDataset):\n    pass\n"
	for given, want := range map[string]bool{
		"data = TensorDataset(x, y)":         true,
		"data = Kept(x, y)":                  true,
		"data = Own()":                       false,
		"data = Still()":                     true,
		"data = Stream()":                    true,
		"data = unknown(x)":                  false,
		"data = [x, y]":                      true,
		"data = (x, y)":                      true,
		"data = Subset(TensorDataset(x), n)": true,
		"data = Subset(Own(), n)":            false,
		"data, other = random_split(TensorDataset(x), n)":                       true,
		"other, data = random_split(TensorDataset(x), n)":                       true,
		"data, other = random_split(dataset=TensorDataset(x), lengths=n)":       true,
		"data, other = random_split(Own(), n)":                                  false,
		"data = random_split(TensorDataset(x), n)[0]":                           true,
		"data = ConcatDataset([TensorDataset(x), TensorDataset(y)])":            true,
		"data = ConcatDataset([Own(), Own()])":                                  false,
		"data = Subset(random_split(TensorDataset(x), n)[0], n)":                true,
		"data = ConcatDataset(datasets=[Subset(TensorDataset(x), n), Kept(y)])": true,
		"data, other = unknown(TensorDataset(x), n)":                            false,
		"import numpy as np\n    data = np.load('a.npy')":                       true,
		"data = TensorDataset(x) if n else TensorDataset(y)":                    true,
	} {
		f := factsOf(t, imports+head+"def main(x, y, n, unknown):\n    "+given+"\n    return DataLoader(data, 8)\n")
		met := false
		for _, e := range f.Entries() {
			for _, l := range e.Loaders() {
				if met = true; l.Resident() != want {
					t.Errorf("%s: resident %v, want %v", given, !want, want)
				}
			}
		}
		if !met {
			t.Errorf("%s: no loader", given)
		}
	}
}
