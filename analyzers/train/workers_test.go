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

// TestGivesCUDA: what a dataset or its collate_fn may have put on a device before the loader pins it, and the place
// where a worker does.
func TestGivesCUDA(t *testing.T) {
	program := func(body, init, dataset, options string) string {
		return imports + "from functools import partial\nimport lib\nclass Own:\n    def __init__(self, x=None):\n        " + init + "\n    def __getitem__(self, i):\n        " + body +
			"\nclass Batches:\n    def __getitems__(self, many):\n        return torch.ones(3).cuda()\nclass Collate:\n    def __call__(self, items):\n        return torch.stack(items).cuda()\n    def gather(self, items):\n        return torch.stack(items).cuda()\n" +
			"class Plain:\n    def __call__(self, items):\n        return items\nclass Nothing:\n    pass\ndef gather(items):\n    return torch.stack(items)\ndef moving(items, device=0):\n    return torch.stack(items).cuda()\n" +
			"def main(x, n, unknown):\n    cpu = torch.ones(3)\n    gpu = torch.ones(3).cuda()\n    data = " + dataset + "\n    return DataLoader(data, 8" + options + ")\n"
	}
	for name, c := range map[string]struct {
		text      string
		may, does bool // it may give CUDA tensors, a worker moves them
	}{
		"nothing":                  {program("return i", "pass", "Own()", ""), false, false},
		"an item":                  {program("return torch.ones(3).cuda()", "pass", "Own()", ""), true, true},
		"an item by its device":    {program("return torch.ones(3).to('cuda')", "pass", "Own()", ""), true, true},
		"an item made there":       {program("return torch.ones(3, device='cuda')", "pass", "Own()", ""), true, false},
		"an item on the CPU":       {program("return torch.ones(3).to('cpu')", "pass", "Own()", ""), false, false},
		"unless a worker":          {program("torch.utils.data.get_worker_info()\n        return torch.ones(3).cuda()", "pass", "Own()", ""), true, false},
		"by an option":             {program("return torch.ones(3).cuda() if self.flag else i", "pass", "Own()", ""), true, false},
		"where there is a GPU":     {program("return torch.ones(3).cuda() if torch.cuda.is_available() else i", "pass", "Own()", ""), true, true},
		"the constructor":          {program("return self.x[i]", "self.x = torch.ones(3).cuda()", "Own()", ""), true, false},
		"the constructor, there":   {program("return self.x[i]", "self.x = torch.ones(3, device='cuda')", "Own()", ""), true, false},
		"it is given one":          {program("return i", "pass", "Own(gpu)", ""), true, false},
		"it is given one of ours":  {program("return i", "pass", "Own(cpu)", ""), false, false},
		"a whole list":             {program("return i", "pass", "Batches()", ""), true, true},
		"collated":                 {program("return i", "pass", "Own()", ", collate_fn=gather"), false, false},
		"collated and moved":       {program("return i", "pass", "Own()", ", collate_fn=moving"), true, true},
		"collated by a part":       {program("return i", "pass", "Own()", ", collate_fn=partial(moving, device=1)"), true, true},
		"collated by an object":    {program("return i", "pass", "Own()", ", collate_fn=Collate()"), true, true},
		"collated by a method":     {program("return i", "pass", "Own()", ", collate_fn=Collate().gather"), true, true},
		"collated by a plain one":  {program("return i", "pass", "Own()", ", collate_fn=Plain()"), false, false},
		"collated by a lambda":     {program("return i", "pass", "Own()", ", collate_fn=lambda items: items"), false, false},
		"collated by nobody":       {program("return i", "pass", "Own()", ", collate_fn=None"), false, false},
		"collated by one unseen":   {program("return i", "pass", "Own()", ", collate_fn=unknown"), true, false},
		"collated by a library's":  {program("return i", "pass", "Own()", ", collate_fn=lib.collate"), false, false},
		"collated by one of two":   {program("return i", "pass", "Own()", ", collate_fn=moving if n else None"), true, true},
		"options that are open":    {program("return i", "pass", "Own()", ", **unknown"), true, false},
		"tensors":                  {program("return i", "pass", "torch.utils.data.TensorDataset(gpu)", ""), true, false},
		"tensors of the CPU":       {program("return i", "pass", "torch.utils.data.TensorDataset(cpu)", ""), false, false},
		"a part of such":           {program("return i", "pass", "torch.utils.data.TensorDataset(x, gpu[:2].float())", ""), true, false},
		"tensors, as one of two":   {program("return i", "pass", "torch.utils.data.TensorDataset(gpu if n else cpu)", ""), true, false},
		"tensors made there":       {program("return i", "pass", "torch.utils.data.TensorDataset(torch.ones(3, device='cuda'))", ""), true, false},
		"tensors moved on the way": {program("return i", "pass", "torch.utils.data.TensorDataset(cpu.cuda())", ""), true, false},
	} {
		met := false
		for _, e := range factsOf(t, c.text).Entries() {
			for _, l := range e.Loaders() {
				met = true
				if may, does := l.GivesCUDA(), l.Transfer() != nil; may != c.may || does != c.does {
					t.Errorf("%s: may give %v, moves %v, want %v, %v", name, may, does, c.may, c.does)
				}
			}
		}
		if !met {
			t.Errorf("%s: no loader", name)
		}
	}
}
