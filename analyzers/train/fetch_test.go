package train

import "testing"

func TestFetchesOfLoopEnteredElsewhere(t *testing.T) {
	f := factsOf(t, imports+`
def fit(model, loader, optimizer, log):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        if log:
            print(loss.item())

def main(model, dataset, optimizer):
    loader = DataLoader(dataset, 8)
    fit(model, loader, optimizer, True)
    for epoch in range(3):
        for part in range(2):
            fit(model, loader, optimizer, False)
`)
	for _, s := range f.Steps() {
		if list := s.Fetches(); len(list) != 1 || list[0].Looped {
			t.Errorf("fetches %v, want one that happens once in a step", list)
		}
	}
}
