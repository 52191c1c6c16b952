package knowledge

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// release is MAJOR.MINOR as two numbers.
func release(t *testing.T, text string) []int {
	t.Helper()
	var out []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			t.Errorf("%q is no release", text)
		}
		out = append(out, n)
	}
	if len(out) != 2 {
		t.Errorf("%q is no minor release", text)
	}
	return out
}

func TestTakenHolds(t *testing.T) {
	for library := range taken {
		read := TakenBy(library)
		first, last := release(t, read.Oldest), release(t, read.Newest)
		if slices.Compare(first, last) >= 0 || len(read.Classes()) == 0 {
			t.Errorf("%s: %d classes from %s to %s", library, len(read.Classes()), read.Oldest, read.Newest)
		}
		for _, class := range read.Classes() {
			all := read.Arguments(class)
			for i, a := range all {
				since, until := first, append(slices.Clone(last), 1) // after the newest
				if a.Since != "" {
					since = release(t, a.Since)
				}
				if a.Until != "" {
					until = release(t, a.Until)
				}
				if slices.Compare(since, until) >= 0 || slices.Compare(since, first) < 0 || a.Until != "" && slices.Compare(until, last) > 0 {
					t.Errorf("%s: %s(%s=) from %s until %s", library, class, a.Name, a.Since, a.Until)
				}
				if i == 0 {
					if a.Name != "" {
						t.Errorf("%s: nothing says which releases have %s", library, class)
					}
					continue
				}
				before := all[i-1]
				if before.Name > a.Name || before.Name == a.Name && (before.Until == "" || slices.Compare(release(t, before.Until), since) >= 0) {
					t.Errorf("%s: %s(%s=) does not follow %s from %s", library, class, a.Name, before.Name, before.Since)
				}
			}
		}
	}
}

func TestRange(t *testing.T) {
	for want, a := range map[string]Argument{"": {}, ">=4.1": {Since: "4.1"}, "<5.0": {Until: "5.0"}, ">=4.1,<5.0": {Since: "4.1", Until: "5.0"}} {
		if got := a.Range(); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
	if TakenBy("nobody's package") != nil {
		t.Error("what was not read is known")
	}
}

// TestHaving: where a class stands today that moved; what is private, or gone, is no place.
func TestHaving(t *testing.T) {
	for name, want := range map[string][]string{
		"FullModelHFCheckpointer":         {"torchtune.training.FullModelHFCheckpointer"},
		"get_cosine_schedule_with_warmup": {"torchtune.training.get_cosine_schedule_with_warmup", "torchtune.training.lr_schedulers.get_cosine_schedule_with_warmup"},
		"mistral_tokenizer":               {"torchtune.models.mistral.mistral_tokenizer"},
		"stack_exchanged_paired_dataset":  nil, // another name since 0.3
		"Checkpointer":                    nil, // not the whole of a name
	} {
		if got := TakenBy("torchtune").Having(name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
