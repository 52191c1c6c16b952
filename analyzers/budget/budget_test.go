package budget_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// until spends steps by the thousand until the meter ends it; it gives how many there were, and why it ended.
func until(m *budget.Meter) (spent int, why string) {
	err := func() (err error) {
		defer budget.Catch(&err)
		for {
			m.Spend(1000)
			spent += 1000
		}
	}()
	var exceeded *budget.Exceeded
	if errors.As(err, &exceeded) {
		why = exceeded.Why
	}
	return spent, why
}

// TestAllowance: meters that share an allowance end when all of it is spent, whatever each of them has left; a file
// adds to it once, and so does what is looked at again.
func TestAllowance(t *testing.T) {
	alone, _ := until(budget.New())
	if alone != budget.Steps {
		t.Errorf("a meter alone lasts for %d steps, want %d", alone, budget.Steps)
	}
	shared := budget.NewAllowance()
	rest := func() (all int) {
		for {
			m := budget.New()
			m.Share(shared, nil)
			spent, why := until(m)
			all += spent
			if why == "the files of the project together take too many steps" {
				return all
			}
		}
	}
	first := rest()
	if first == 0 || first >= budget.Steps {
		t.Errorf("an allowance begins with %d steps, want some, and fewer than a meter has", first)
	}
	if again := rest(); again != 0 {
		t.Errorf("a second meter had %d steps of an allowance that is used up", again)
	}
	shared.Grow("a.py", 100_000)
	small := rest()
	if small == 0 || first+small > budget.Steps {
		t.Errorf("100 kB may cost %d steps and %d, want no more than two seconds", first, small)
	}
	shared.Grow("a.py", 100_000)
	if twice := rest(); twice != 0 {
		t.Errorf("reading a file twice gave %d steps", twice)
	}
	shared.Jobs()
	if jobs := rest(); jobs < first+small || jobs > first+small+5000 { // meters ask by the thousand
		t.Errorf("the jobs may cost %d steps, want as much as all files, %d", jobs, first+small)
	}
	shared.Jobs()
	if again := rest(); again != 0 {
		t.Errorf("looking for the jobs again gave %d steps", again)
	}
	shared.Grow("b.py", 3_000_000)
	if large := rest(); large < 100*small {
		t.Errorf("3 MB may cost %d steps, 100 kB %d", large, small)
	}
	shared.Again()
	if again := rest(); again == 0 {
		t.Error("there is nothing for looking again")
	}
}

// TestStop: a meter ends at its next thousand of steps when somebody sets the flag.
func TestStop(t *testing.T) {
	var stop atomic.Bool
	m := budget.New()
	m.Share(nil, &stop)
	m.Spend(5000)
	stop.Store(true)
	if spent, why := until(m); spent > 1000 || why != "it takes too long" {
		t.Errorf("it went on for %d steps, and ended because %q", spent, why)
	}
	m.Refill()
	if spent, _ := until(m); spent > 1000 {
		t.Errorf("a full meter went on for %d steps", spent)
	}
}

// TestTake: what is taken at once is gone for everybody.
func TestTake(t *testing.T) {
	a := budget.NewAllowance()
	all := 0
	for a.Take(1000) {
		all += 1000
	}
	if all < 1_000_000 || a.Roomy() || a.Take(1) {
		t.Errorf("an allowance held %d steps, or holds more", all)
	}
	other := budget.NewAllowance()
	if !other.Take(all/4) || !other.Roomy() || !other.Take(all/2) || other.Roomy() {
		t.Error("more than half is left, or not")
	}
}
