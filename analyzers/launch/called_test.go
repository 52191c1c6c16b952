package launch

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestCalls: which commands start a shell script, and with what.
func TestCalls(t *testing.T) {
	for text, want := range map[string]string{
		"bash run.sh a b": "run.sh: a b", "bash -x -e run.sh a": "run.sh: a", "./run.sh --lr 1": "./run.sh: --lr 1", "sbatch --mem=1 job.slurm 3": "job.slurm: 3", "sh": "-", "bash -x": "-",
		"bash run a.sh": "-", "python a.sh": "-", "bash $DIR/run.sh a": "-", "$RUN a.sh": "-", "a.py": "-", "zsh run.zsh": "run.zsh:",
	} {
		s := Read(source.New("x.sh", []byte(text)))
		if len(s.Commands) != 1 {
			t.Fatalf("%s: %d commands", text, len(s.Commands))
		}
		got := "-"
		if script, arguments, ok := Calls(&s.Commands[0]); ok {
			got = script.Text + ":"
			for _, w := range arguments {
				got += " " + w.Text
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if _, _, ok := Calls(&Command{}); ok {
		t.Error("nothing starts a script")
	}
}

func TestUsesAny(t *testing.T) {
	for text, want := range map[string]bool{
		"echo $A": true, "echo ${A:-1}": true, "echo \"$A/b\"": true, "echo $AB": false, "echo A": false, "echo $": false, "echo ${}": false, "echo $B $A": true, "echo $$": false, "": false, "echo $a": false,
	} {
		if got := UsesAny(source.New("x.sh", []byte(text)), map[string]Word{"A": {}}); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
	if UsesAny(source.New("x.sh", []byte("echo $ {")), map[string]Word{"": {}}) {
		t.Error("a dollar alone is no variable")
	}
}

// TestEnvironment: what a command finds in its environment.
func TestEnvironment(t *testing.T) {
	for text, want := range map[string]string{
		"declare -x A=1\nB=2\npython t.py": "A=1", "declare -rx A=1\npython t.py": "A=1", "declare -r A=1\npython t.py": "", "A=1\nexport A\nA=2\npython t.py": "A=2", "export A=1 B=2\nunset A\npython t.py": "B=2",
		"A=1 B=$C python t.py": "A=1 B=?", "A= python t.py": "A=", "export A=(1 2)\npython t.py": "", "env A=1 python t.py": "A=1", "f() { local -x A=1; python t.py; }\nf": "A=1", "declare +x A=1\npython t.py": "",
		"$env:A=1; python t.py": "A=1", "$env:A = \"1\"\npython t.py": "A=1", "$env:A\npython t.py": "", "$envy:A=1\npython t.py": "",
		"export A\npython t.py": "", "A=1\n: ${A:=2}\nexport A\npython t.py": "A=1", "export -n B\nA=1\npython t.py": "",
	} {
		s := Read(source.New("x.sh", []byte(text)))
		last := s.Commands[len(s.Commands)-1]
		var got []string
		for _, name := range slices.Sorted(maps.Keys(last.Env)) {
			value := "?"
			if w := last.Env[name]; w.Known {
				value = w.Text
			}
			got = append(got, name+"="+value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

// TestReadCalled: the variables that the caller sets, and the loops that only the run ends.
func TestReadCalled(t *testing.T) {
	by := &Command{Env: map[string]Word{"SEED": {Text: "3", Known: true}, "DIR": {Text: "$DIR"}}, OfPage: true, Heading: "Training"}
	for text, want := range map[string]string{
		"python t.py $SEED ${SEED:-4} $DIR":                                                     "t.py 3 3 <$DIR>",
		"while [ $# -gt 0 ]; do A=$1; shift; if [ -f x ]; then break; fi; done\npython t.py $A": "t.py b",
		"while [ $SEED -gt 2 ]; do A=x; SEED=$(date); done\npython t.py $A":                     "t.py x",
		"while read line; do A=$line; done\npython t.py $A":                                     "t.py <$A>",
		"if $SEED; then A=1; fi\npython t.py $A":                                                "t.py <$A>",
		"R=true\nif $R; then A=1; else A=2; fi\npython t.py $A":                                 "t.py 1",
		"R=false\nif ! $R; then A=1; else A=2; fi\npython t.py $A":                              "t.py 1",
		"case $1 in b) A=1;; [a]) A=2;; esac\npython t.py $A":                                   "t.py <$A>",
		"case $1 in b|a) A=1;; *) A=2;; esac\npython t.py $A":                                   "t.py 1",
		"case $1 in c) A=1;; ?) A=3;; *) A=2;; esac\npython t.py $A":                            "t.py 3",
		"case $1 in c) A=1;; esac\npython t.py x$A":                                             "t.py <x$A>",
		"case $DIR in a) A=1;; *) A=2;; esac\npython t.py $A":                                   "t.py <$A>",
		"case $1 in a) A=1;& b) A=2;; esac\npython t.py $A":                                     "t.py <$A>",
	} {
		s := ReadCalled(source.New("x.sh", []byte(text+"\n")), by, []Word{{Text: "a", Known: true}, {Text: "b", Known: true}}, budget.New(), nil)
		if got := wordsOf(s); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		for _, c := range s.Commands {
			if c.Caller != by || !c.OfPage || c.Heading != "Training" || c.Start() != by {
				t.Errorf("%q: nobody knows who starts it", text)
			}
		}
	}
}

// TestSourced: a file that another one sources sets variables and functions; what it starts and writes is its own.
func TestSourced(t *testing.T) {
	files := map[string]string{
		"env.sh": "A=1\nf() { python t.py $1 $A; }\npython own.py\ncat <<EOF > a.json\n{}\nEOF\n", "two.sh": "source env.sh\nA=2\ncat <<EOF > b.json\n{}\nEOF\n", "broken.sh": "A=3\nif then\n",
	}
	open := func(_, name string) *source.File {
		if text, ok := files[name]; ok {
			return source.New(name, []byte(text))
		}
		return nil
	}
	for text, want := range map[string]string{
		"source env.sh\npython t.py $A": "t.py 1", ". two.sh\npython t.py $A\ncat <<EOF > c.json\n{}\nEOF": "t.py 2", "source nothing.sh\npython t.py $A": "t.py <$A>", "source\npython t.py $A": "t.py <$A>",
		"source $X\npython t.py $A": "t.py <$A>", "source broken.sh\npython t.py $A": "t.py 3", "source env.sh\nf 5": "",
	} {
		s := ReadWithin(source.New("x.sh", []byte(text+"\n")), budget.New(), open)
		if got := wordsOf(s); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if s.Err != nil {
			t.Errorf("%q: %v", text, s.Err)
		}
		for _, e := range s.Embedded {
			if e.Path.Text != "c.json" {
				t.Errorf("%q writes %s", text, e.Path.Text)
			}
		}
	}
	if got := wordsOf(ReadWithin(source.New("x.sh", []byte("source env.sh\npython t.py $A\n")), budget.New(), nil)); got != "t.py <$A>" {
		t.Errorf("nothing can be opened, and %q is known", got)
	}
}
