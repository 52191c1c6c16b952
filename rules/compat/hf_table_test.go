package compat

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// classOf is the class whose releases say when an argument came and went; "" for those that are not read, such as
// from_pretrained.
func classOf(r renamed) string {
	switch r.of {
	case "arguments":
		return "TrainingArguments"
	case "trainer":
		return "Trainer"
	case "trl trainer":
		return "DPOTrainer"
	}
	if _, class, ok := strings.Cut(r.of, "."); ok {
		return class
	}
	return ""
}

func TestRenamesAreThoseOfTheReleases(t *testing.T) {
	held := 0
	for _, r := range renames {
		class := classOf(r)
		if class == "" {
			continue
		}
		held++
		read := knowledge.TakenBy(r.library)
		old := read.Named(class, r.old)
		if len(old) == 0 {
			t.Errorf("no release of %s has %s(%s=)", r.library, class, r.old)
			continue
		}
		if gone := old[len(old)-1].Until; gone != r.removed {
			t.Errorf("%s(%s=) is gone in %s %q, the table says %q", class, r.old, r.library, gone, r.removed)
		}
		if r.new == "" {
			continue
		}
		now := read.Named(class, r.new)
		if len(now) == 0 || now[len(now)-1].Until != "" {
			t.Errorf("%s(%s=), the new name of %s, is not in %s %s", class, r.new, r.old, r.library, read.Newest)
			continue
		}
		came, _ := deps.ParseVersion(now[len(now)-1].Since)
		said, ok := deps.ParseVersion(r.since)
		if now[len(now)-1].Since == "" {
			came, ok = deps.ParseVersion(read.Oldest)
			if !ok || said.Compare(came) > 0 {
				t.Errorf("%s(%s=) came before %s %s, the table says %s", class, r.new, r.library, read.Oldest, r.since)
			}
		} else if !ok || said.Compare(came) != 0 {
			t.Errorf("%s(%s=) came with %s %s, the table says %s", class, r.new, r.library, now[len(now)-1].Since, r.since)
		}
	}
	if held < 20 {
		t.Errorf("%d renames are held against the releases, there were more", held)
	}
}

// TestVerboseIsGone holds what deprecated-symbol says of schedulers to the releases.
func TestVerboseIsGone(t *testing.T) {
	read := knowledge.TakenBy("torch")
	held := 0
	for _, class := range read.Classes() {
		for _, a := range read.Named(class, "verbose") {
			held++
			if a.Until != "2.7" {
				t.Errorf("%s(verbose=) is gone in torch %q, the rule says 2.7", class, a.Until)
			}
		}
	}
	if held < 10 {
		t.Errorf("%d schedulers took verbose, there were more", held)
	}
}
