package project

import "testing"

// TestNamed: a script's name in a text means the script unless its folders are another's, it is part of a longer name,
// or a script elsewhere is called without folders.
func TestNamed(t *testing.T) {
	n := newNeedle("a/src/train.py")
	for _, c := range []struct {
		dir, text string
		want      bool
	}{
		{"a", "python src/train.py", true},
		{"a", "python train.py", false},
		{"a/src/jobs", "python train.py", true},
		{anywhere, "train.py", true},
		{".", "python a/src/train.py --x", true},
		{".", "python ./a/src/train.py", true},
		{".", "python ../src/train.py", true},
		{".", "python b/src/train.py", false},
		{".", "python other/train.py", false},
		{"b", "python train.py", false},
		{"b", "cd ../a/src && python train.py", true},
		{"b", "cd elsewhere\npython train.py", false},
		{"b", "cd $WORK && python train.py", true},
		{"b", "subprocess.run(['python', 'train.py'], cwd=there)", true},
		{"a/src", "python train.py", true},
		{".", "python my_train.py", false},
		{".", "python pretrain.py and train.pyc", false},
		{"a/src", "python my_train.py; python train.py", true},
		{".", "python /app/train.py", true},
		{".", "python ~/code/train.py", true},
		{".", `python "$ROOT/src/train.py"`, true},
		{".", `python "$ROOT/lib/train.py"`, false},
		{".", "python ${PREFIX}train.py", true},
		{".", `python a\src\train.py`, true},
		{".", "[train.py](a/src/train.py)", true},
		{".", "trains", false},
	} {
		if got := n.named([]byte(c.text), c.dir); got != c.want {
			t.Errorf("%q in %s: %v, want %v", c.text, c.dir, got, c.want)
		}
	}
	if n.only = true; !n.named([]byte("python train.py"), "b") {
		t.Error("the only file of its name is meant wherever the text lies")
	}
}
