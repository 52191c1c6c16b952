package clamp

import "testing"

func TestClamp(t *testing.T) {
	for _, c := range []struct{ x, low, high, want int }{{1, 2, 3, 2}, {4, 2, 3, 3}, {4, 2, 0, 4}, {2, 1, 3, 2}, {2, 2, 3, 2}} {
		if got := Clamp(c.x, c.low, c.high); got != c.want {
			t.Errorf("Clamp(%d, %d, %d) = %d", c.x, c.low, c.high, got)
		}
	}
}

func TestName(t *testing.T) {
	for x, want := range map[int]string{-1: "negative", 0: "zero", 1: "positive"} {
		if got := Name(x); got != want {
			t.Errorf("Name(%d) = %s", x, got)
		}
	}
}

func TestShow(t *testing.T) {
	if Show(true) != "yes" || Show(false) != "no" {
		t.Error("Show")
	}
}

func TestCountdown(t *testing.T) {
	if Countdown(3) != 3 {
		t.Error("Countdown")
	}
}

func TestOld(t *testing.T) {
	if Old(3) || !Old(40) {
		t.Error("Old")
	}
}
