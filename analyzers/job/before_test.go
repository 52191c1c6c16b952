package job

import "testing"

// TestBefore: a job is the same one after its line has moved; where a command came beside it, which is which is not known.
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
