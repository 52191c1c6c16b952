package lint

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
)

func TestWordsAgreeWithContains(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("abc_"[random.IntN(4)])
		}
		return b.String()
	}
	hits := 0
	for range 300 {
		var list []*rules.Rule
		for range 1 + random.IntN(6) {
			list = append(list, &rules.Rule{Words: []string{letters(1 + random.IntN(5)), letters(1 + random.IntN(5))}})
		}
		text := []byte(letters(random.IntN(40)))
		w := newWords(list)
		found := w.scan(text)
		for _, rule := range list {
			want := bytes.Contains(text, []byte(rule.Words[0])) || bytes.Contains(text, []byte(rule.Words[1]))
			if got := w.mayFire(rule, found); got != want {
				t.Fatalf("words %q in %q: %v, want %v", rule.Words, text, got, want)
			}
			if want {
				hits++
			}
		}
	}
	if hits == 0 {
		t.Fatal("no word ever occurred: the test shows nothing")
	}
}

func TestRuleWithoutWordsAlwaysLooks(t *testing.T) {
	rule := &rules.Rule{}
	w := newWords([]*rules.Rule{rule})
	if !w.mayFire(rule, w.scan(nil)) {
		t.Error("a rule without words must look at every file")
	}
}

func BenchmarkScan(b *testing.B) {
	list := []*rules.Rule{{Words: []string{"retain_graph", "create_graph", "DataLoader", "autocast", "GradScaler", "custom_fwd", "global_step", "backward", "torch.load", "checkpoint"}}}
	text := []byte(strings.Repeat("    def forward(self, hidden_states, attention_mask=None):\n        return self.norm(hidden_states)\n", 10000))
	w := newWords(list)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		w.scan(text)
	}
}
