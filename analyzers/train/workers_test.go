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
