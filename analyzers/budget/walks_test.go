package budget_test

import (
	"sync"
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// spent counts how many times so many nodes can be walked until somebody says stop.
func spent(walks *budget.Walks, nodes int) (times int, err error) {
	defer budget.Catch(&err)
	for ; times < 1<<26; times++ {
		walks.Spend(nodes)
	}
	return times, nil
}

// TestWalks: each reader brings what a full meter holds, and all of them draw from what the project may cost.
func TestWalks(t *testing.T) {
	walks := new(budget.Walks)
	if times, err := spent(walks, 1); times != 0 || err == nil {
		t.Errorf("nobody may read: %d nodes, %v", times, err)
	}
	for readers := range 3 {
		walks = new(budget.Walks)
		for range readers + 1 {
			walks.Admit(budget.New())
		}
		if times, err := spent(walks, 1000); err == nil || times != (readers+1)*budget.Steps*8/1000 {
			t.Errorf("%d readers: %d thousand nodes, %v", readers+1, times, err)
		}
	}
	meter, shared := budget.New(), budget.NewAllowance()
	meter.Share(shared, nil)
	walks = new(budget.Walks)
	walks.Admit(meter)
	if times, err := spent(walks, 1000); err == nil || times != 2_000_000*8/1000 {
		t.Errorf("with the project's allowance: %d thousand nodes, %v", times, err)
	}
	if _, err := spent(nil, 1); err != nil {
		t.Errorf("a node without a tree: %v", err)
	}
}

// TestWalksTogether: readers at the same time pay for each of their nodes.
func TestWalksTogether(t *testing.T) {
	walks := new(budget.Walks)
	walks.Admit(nil)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range budget.Steps {
				walks.Spend(1)
			}
		})
	}
	readers.Wait()
	if times, _ := spent(walks, 1); times != 4*budget.Steps {
		t.Errorf("%d nodes are left, want %d", times, 4*budget.Steps)
	}
}
