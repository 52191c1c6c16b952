package pattern

import (
	"sync"
	"testing"
)

// TestPattern: a pattern answers as its expression does, whoever of several asks first.
func TestPattern(t *testing.T) {
	p := New(`^a+$`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if !p.MatchString("aa") || p.Match([]byte("ab")) {
				t.Error("a pattern answers something else than its expression")
			}
		})
	}
	group.Wait()
}

// TestCheck: what is no expression is told of without being asked.
func TestCheck(t *testing.T) {
	defer func(before []*Pattern) { all = before }(all)
	all = nil
	New(`a|b`)
	if err := Check(); err != nil {
		t.Error(err)
	}
	if New(`(`); Check() == nil {
		t.Error("a pattern that is no expression passes")
	}
}
