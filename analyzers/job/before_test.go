package job

import "testing"

// TestBefore: a job is the same one after its line has moved; where a command came beside it, which is which is not
// known.
func TestBefore(t *testing.T) {
	const command = "llamafactory-cli train --stage sft --do_train --model_name_or_path a/b\n"
	before := Find(workspace("-- run.sh --\n" + command))
	if len(before) != 1 {
		t.Fatalf("%q", named(before))
	}
	for text, want := range map[string]*Job{
		"set -e\n" + command: before[0],
		command + command:    nil,
	} {
		now := Find(workspace("-- run.sh --\n" + text))
		if got := Before(now, before)[now[0]]; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestAgain: after an edit of one launcher, a job of another is told by its line, one of the edited file by what it
// starts.
func TestAgain(t *testing.T) {
	const first, second = "llamafactory-cli train --stage sft --do_train --model_name_or_path a/b\n", "llamafactory-cli train --stage dpo --do_train --model_name_or_path c/d\n"
	before := Find(workspace("-- one.sh --\n" + first + "-- two.sh --\n" + second + second))
	now := Find(workspace("-- one.sh --\nset -e\n" + first + "-- two.sh --\n" + second + second))
	if len(before) != 3 || len(now) != 3 {
		t.Fatalf("%q, %q", named(before), named(now))
	}
	pairs := Again(now, before, func(path string) bool { return path == "one.sh" })
	for i := range now {
		if pairs[now[i]] != before[i] {
			t.Errorf("%s: %v, want %s", now[i].Name, pairs[now[i]], before[i].Name)
		}
	}
	if pairs := Again(now[2:], before, func(string) bool { return false }); pairs[now[2]] != before[2] {
		t.Errorf("one of several of a file: %v", pairs)
	}
	if pairs := Again(now[:1], before, func(string) bool { return false }); pairs[now[0]] != nil {
		t.Errorf("a line that moved in a file nobody edited: %v", pairs)
	}
}
