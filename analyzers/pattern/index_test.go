package pattern

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestIndex: where a word stands is where bytes.Index finds it.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	write := func(size int) []byte {
		text := make([]byte, size)
		for i := range text {
			text[i] = "abx\xc3"[random.IntN(4)]
		}
		return text
	}
	for range 5000 {
		text, word := write(random.IntN(40)), write(random.IntN(4))
		if got, want := Index(text, string(word)), bytes.Index(text, word); got != want {
			t.Fatalf("%q in %q: %d, want %d", word, text, got, want)
		}
	}
	if !Contains([]byte(strings.Repeat("detect ", 99)+"detect_anomaly"), "detect_anomaly") {
		t.Error("what stands at the end is not found")
	}
}
