package knowledge

import (
	"strconv"
	"sync"
	"testing"
)

// TestMemo: more names than there is room for, asked for by several at once, and each answer is that of its name.
func TestMemo(t *testing.T) {
	m := newMemo(func(name string) int {
		n, _ := strconv.Atoi(name)
		return n
	})
	var group sync.WaitGroup
	for from := range 4 {
		group.Go(func() {
			for i := range 3 * memoSize {
				n := (i + from*memoSize/2) % (2 * memoSize)
				if got := m.of(strconv.Itoa(n)); got != n {
					t.Errorf("%d: %d", n, got)
				}
			}
		})
	}
	group.Wait()
	asked := 0
	again := newMemo(func(string) bool {
		asked++
		return true
	})
	for range 3 {
		again.of("loss")
	}
	if asked != 1 {
		t.Errorf("one name was judged %d times", asked)
	}
}
