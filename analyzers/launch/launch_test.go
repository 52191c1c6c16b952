package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// commands renders every command of a text, unknown words in angle brackets.
func commands(path, text string) []string {
	s := Read(source.New(path, []byte(text)))
	var out []string
	for _, c := range s.Commands {
		var words []string
		for _, w := range c.Words {
			if w.Known {
				words = append(words, w.Text)
			} else {
				words = append(words, "<"+w.Text+">")
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestCommands(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "python train.py --lr 1e-4", "python train.py --lr 1e-4"},
		{"continuation", "python train.py \\\n  --lr 1e-4 \\\n  --bs 2", "python train.py --lr 1e-4 --bs 2"},
		{"continuation crlf", "python train.py \\\r\n  --lr 1e-4\r\necho done\r\n", "python train.py --lr 1e-4\necho done"},
		{"variable", "BS=4\npython t.py --bs $BS", "python t.py --bs 4"},
		{"default", "python t.py --bs ${BS:-4}", "python t.py --bs 4"},
		{"default of an argument", "BS=${1:-4}\npython t.py --bs $BS", "python t.py --bs 4"},
		{"set beats default", "BS=2\npython t.py --bs ${BS:-4}", "python t.py --bs 2"},
		{"unset is unknown", "python t.py --bs $BS", "python t.py --bs <$BS>"},
		{"split variable", "ARGS='--bs 4 --lr 2'\npython t.py $ARGS", "python t.py --bs 4 --lr 2"},
		{"quoted variable stays one word", "A='x y'\npython t.py --name \"$A\"", "python t.py --name x y"},
		{"multi-line variable", "export L=\"accelerate launch \\\n --num_processes 4 \\\n\"\nsrun $L train.py", "accelerate launch --num_processes 4 train.py"},
		{"array", "A=(--bs 4)\nA+=(--lr 1)\npython t.py \"${A[@]}\"", "python t.py --bs 4 --lr 1"},
		{"empty array vanishes", "A=()\npython t.py \"${A[@]}\" x", "python t.py x"},
		{"append", "A=\"--bs 4\"\nA+=\" --lr 1\"\npython t.py $A", "python t.py --bs 4 --lr 1"},
		{"arithmetic", "G=4\nN=2\npython t.py --world $((G * N))", "python t.py --world 8"},
		{"arithmetic unknown", "python t.py --world $((SLURM_NNODES * 8))", "python t.py --world <$((SLURM_NNODES * 8))>"},
		{"expr", "G=4\nN=2\npython t.py --accum $(expr 32 / $G / $N) --all $(expr 3 \\* $G)", "python t.py --accum 4 --all 12"},
		{"expr unknown", "python t.py --accum $(expr 32 / $SLURM_NNODES)", "python t.py --accum <$(expr 32 / $SLURM_NNODES)>"},
		{"expr of a word", "python t.py --n $(expr length abc)", "python t.py --n <$(expr length abc)>"},
		{"bc", "E=520\nN=$(echo \"$E * 3\" | bc)\npython t.py --steps $N --other $(echo \"$E * 0.5\" | bc)", "python t.py --steps 1560 --other <$(echo \"$E * 0.5\" | bc)>"},
		{"count of a list", "export CUDA_VISIBLE_DEVICES=0,1,2\nN=$(echo $CUDA_VISIBLE_DEVICES | tr ',' '\\n' | wc -l)\ntorchrun --nproc_per_node $N t.py", "torchrun --nproc_per_node 3 t.py"},
		{"array length", "G=(0 1 2)\ntorchrun --nproc_per_node=${#G[@]} t.py", "torchrun --nproc_per_node=3 t.py"},
		{"script dir", "D=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\npython $D/t.py", "python scripts/t.py"},
		{"command substitution unknown", "python t.py --ip $(hostname -I)", "python t.py --ip <$(hostname -I)>"},
		{"wrappers", "sudo -u me env A=1 nohup srun -N 2 --ntasks=4 timeout 3h python t.py &", "python t.py"},
		{"uv run", "uv run --with x python t.py", "python t.py"},
		{"uv run script", "uv run t.py --bs 1", "t.py --bs 1"},
		{"conda run", "conda run -n env --no-capture-output python t.py", "python t.py"},
		{"the program of a container", "docker run --rm --entrypoint python3 image -m pkg.train --lr 1", "python3 -m pkg.train --lr 1"},
		{"the program of a container, in one word", "docker run --entrypoint=python image t.py", "python t.py"},
		{"docker", "docker run --gpus all --rm -it -v a:b image:tag python t.py", "python t.py"},
		{"docker with an entry point", "docker run --rm image:tag -- python t.py train", "python t.py train"},
		{"a container that is run", "apptainer run --nv img.sif python t.py\nsingularity run -B a:b img.sif python t.py", "python t.py\npython t.py"},
		{"podman", "podman run --rm img python t.py", "python t.py"},
		{"a scheduler's text", "sbatch --gres=gpu:1 --wrap \"python t.py --bs 4\"\nsbatch --wrap='python t.py'", "python t.py --bs 4\npython t.py"},
		{"a pool of cards", "bitfusion run -n 1 \"python t.py \\\n--lr=1e-3\"\nbitfusion run -n 2 -p 0.5 python t.py --bs 4", "python t.py --lr=1e-3\npython t.py --bs 4"},
		{"a scheduler's command", "bsub -n 1 -q gpu python t.py\noarsub -l gpu=1 'python t.py --bs 4'", "python t.py\npython t.py --bs 4"},
		{"a terminal", "tmux new-session -d -s a 'python t.py --bs 4'\nscreen -dmS b python t.py", "python t.py --bs 4\npython t.py"},
		{"a terminal's other words", "tmux kill-session -t 'a b'", "tmux kill-session -t a b"},
		{"many at once", "parallel -j 2 python t.py --bs {} ::: 1 2", "python t.py --bs {} ::: 1 2"},
		{"a script that is written and submitted", "cat <<EOF > job.sh\npython t.py --bs $BS\nEOF\nsbatch job.sh", "python t.py --bs <$BS>\ncat\nsbatch job.sh"},
		{"a script that is only submitted", "N=3\nsbatch <<EOF\n#!/bin/bash\nN=4\npython t.py --n $N\nEOF\necho $N", "python t.py --n 3\nsbatch\necho 3"},
		{"a text that is no script", "cat <<EOF > notes.txt\npython t.py\nEOF", "cat"},
		{"pipe", "python t.py 2>&1 | tee log.txt", "python t.py\ntee log.txt"},
		{"and", "cd x && python t.py || exit 1", "python t.py\nexit 1"},
		{"bash -c", "BS=3\nbash -c \"python t.py --bs $BS\"", "python t.py --bs 3"},
		{"eval", "CMD=\"python t.py --bs 3\"\neval $CMD", "python t.py --bs 3"},
		{"loop once", "for lr in 1e-4 3e-4; do python t.py --lr $lr; done", "python t.py --lr <$lr>"},
		{"loop over one", "for lr in 1e-4; do python t.py --lr $lr; done", "python t.py --lr 1e-4"},
		{"branches keep both", "if [ -f x ]; then B=1; else B=2; fi\npython t.py $B", "[ -f x ]\npython t.py <$B>"},
		{"decided branch", "M=full\nif [[ $M == full ]]; then B=1; else B=2; fi\npython t.py $B", "python t.py 1"},
		{"else alone", "M=full\nif [[ $M == lora ]]; then B=1; else B=2; fi\npython t.py $B", "python t.py 2"},
		{"what nothing sets", "if [ -z \"$B\" ]; then B=4; fi\nif [[ -n \"${C:-}\" ]]; then D=1; else D=2; fi\npython t.py $B $D", "[ -z <$B> ]\npython t.py 4 2"},
		{"what a scheduler sets", "if [ -z \"$SLURM_JOB_ID\" ]; then B=4; fi\npython t.py $B", "[ -z <$SLURM_JOB_ID> ]\npython t.py <$B>"},
		{"a way that ends", "if [ -f x ]; then B=1; else exit 1; fi\npython t.py $B", "[ -f x ]\nexit 1\npython t.py 1"},
		{"which python", "if which python3; then P=$(command -v python3); else P=$(which python); fi\n\"$P\" t.py", "which python3\npython3 t.py"},
		{"what a way appends", "A=(python t.py --bs 4)\nif [ -f x ]; then A+=(--lr 1); fi\n\"${A[@]}\"", "[ -f x ]\npython t.py --bs 4 <--lr> <1>"},
		{"what each way appends", "A=(python t.py --bs 4)\nif [ -f x ]; then A+=(--lr 1); else A+=(--lr 2); fi\n\"${A[@]}\"", "[ -f x ]\npython t.py --bs 4 --lr <$A>"},
		{"two lists", "A=(python t.py --bs 4)\nif [ -f x ]; then A=(python u.py --bs 4); fi\n\"${A[@]}\"", "[ -f x ]\n<$A>"},
		{"a text that a way appends to", "A='python t.py --bs 4'\nif [ -f x ]; then A=\"$A --lr 1\"; fi\n$A", "[ -f x ]\npython t.py --bs 4 <--lr> <1>"},
		{"options of one way", "A=\nif [ -f x ]; then A=\"--lr $L\"; fi\npython t.py $A --bs 4", "[ -f x ]\npython t.py <--lr> <$L> --bs 4"},
		{"options of each way", "if [ -f x ]; then A=--fp16; else A='--bf16 --lr 1'; fi\npython t.py $A", "[ -f x ]\npython t.py <--bf16> <--lr> <1> <--fp16>"},
		{"options of three ways", "A=\nif [ -f x ]; then A=--fp16; elif [ -f y ]; then A=--bf16; fi\npython t.py $A", "[ -f x ]\n[ -f y ]\npython t.py <--bf16> <--fp16>"},
		{"the same list twice, of words that nobody knows", "A=(python t.py --lr $L)\nif [ -f x ]; then A+=(--fp16); fi\nif [ -f y ]; then B=1; fi\n\"${A[@]}\"", "[ -f x ]\n[ -f y ]\npython t.py --lr <$L> <--fp16>"},
		{"an operand on one way", "A=\nif [ -f x ]; then A='one --lr 1'; fi\npython t.py $A", "[ -f x ]\npython t.py <$A>"},
		{"nobody says which options", "A=\nif [ -f x ]; then A=\"$B --lr 1\"; fi\npython t.py $A", "[ -f x ]\npython t.py <$A>"},
		{"two texts, one the beginning of the other", "B=1\nif [ -f x ]; then B=12; fi\npython t.py $B", "[ -f x ]\npython t.py <$B>"},
		{"usage loop keeps the default", "B=1\nwhile [[ $# -gt 0 ]]; do case $1 in -b) B=$2;; esac; done\npython t.py $B", "python t.py 1"},
		{"function", "f() { python t.py --bs $1; }\nf 4", "python t.py --bs 4"},
		{"function nobody calls", "f() { python t.py --bs $1; }", "python t.py --bs <$1>"},
		{"default parameter", "torchrun --nproc_per_node=${2:-4} ${1:-example.py}", "torchrun --nproc_per_node=4 example.py"},
		{"error in the middle", "BS=4\nif [ x; then\nfi )\npython t.py --bs $BS\n", "python t.py --bs 4"},
		{"comment after continuation", "python t.py --a \\\n# --b \\\n--c", "python t.py --a"},
		{"single quotes", "python t.py '--a $B'", "python t.py --a $B"},
		{"extension off", "F=a/b.yaml\npython t.py ${F%.*} ${F##*/} ${F%/*}", "python t.py a/b b.yaml a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(commands("scripts/run.sh", tt.text), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMakefile(t *testing.T) {
	text := "BS ?= 4\nGPUS := 0,1\nPY = python -u\n# C = x\n\ntrain: data\n\t@CUDA_VISIBLE_DEVICES=$(GPUS) $(PY) train.py \\\n\t\t--bs $(BS) --out $(OUT) --name $$HOME $(shell date)\n"
	got := commands("Makefile", text)
	want := []string{"python -u train.py --bs 4 --out <${OUT}> --name <$HOME> <${_}>"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s := Read(source.New("Makefile", []byte(text)))
	if w := s.Commands[0].Env["CUDA_VISIBLE_DEVICES"]; w.Text != "0,1" || text[w.Origin.Start:w.Origin.End] != "0,1" {
		t.Errorf("environment %+v", w)
	}
}

// TestMadeInterpreters: a makefile that looks for its interpreter, and one that sets the environment before it.
func TestMadeInterpreters(t *testing.T) {
	for text, want := range map[string]string{
		"BIN := $(shell test -x .venv/bin/python && echo .venv/bin/python || echo python3)\nPY := PYTHONPATH=. $(BIN)\na:\n\t@$(PY) train.py\n": "python3 train.py",
		"BIN = $(shell command -v python3.11)\na:\n\t$(BIN) train.py\n":                                                                         "python3.11 train.py",
		"BIN = $(shell which python || which node)\na:\n\t$(BIN) train.py\n":                                                                    "<${_}> train.py",
		"BIN = $(shell date)\nPY = A=$(BIN) python\na:\n\t$(PY) train.py\n":                                                                     "<A=${_}> python train.py",
	} {
		if got := commands("Makefile", text); len(got) != 1 || got[0] != want {
			t.Errorf("%s\ngives %q, want %q", text, got, want)
		}
	}
	text := "PY = A=1 python\na:\n\techo\nb:\n\t$(PY) train.py\n"
	for _, c := range Read(source.New("Makefile", []byte(text))).Commands {
		if c.Words[len(c.Words)-1].Text == "train.py" && (c.Env["A"].Text != "1" || text[c.Words[1].Span.Start:c.Words[1].Span.End] != "train.py") {
			t.Errorf("%+v", c)
		}
	}
}

func TestWorkflow(t *testing.T) {
	text := "on: push\njobs:\n  a:\n    steps:\n      - run: python one.py\n      - name: x\n        run: |\n          cd sub\n          accelerate launch train.py --sha ${{ github.sha }} \\\n            --bs 2\n        env: {A: 1}\n      - run: echo hi\n"
	got := commands(".github/workflows/ci.yml", text)
	want := []string{"python one.py", "accelerate launch train.py --sha <${______________}> --bs 2", "echo hi"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s := Read(source.New(".github/workflows/ci.yml", []byte(text)))
	c := s.Commands[1]
	if last := c.Words[len(c.Words)-1]; text[last.Span.Start:last.Span.End] != "2" || c.Dir != "sub" {
		t.Errorf("last word %+v in %q", last, c.Dir)
	}
}

func TestManifest(t *testing.T) {
	const head = "apiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n"
	for text, want := range map[string][]string{
		head + "          command: [\"/bin/bash\", \"-c\"]\n          args:\n            - |\n              cd /app\n              python train.py \\\n                --lr 1\n          env:\n            - name: A\n": {"python train.py --lr 1"},
		head + "          command:\n            - /bin/sh\n            - -c\n            - >-\n              python a.py\n              --lr 1\n":                                                                       {"python a.py --lr 1"},
		head + "          args: [\"-c\", \"python one.py --lr 1\"]\n":                                                                          {"python one.py --lr 1"},
		head + "          args: |\n            python two.py\n":                                                                                {"python two.py"},
		head + "          command: [python, train.py]\n          args:\n            - --name=a b\n            - '--lr'\n            - \"1\"\n": {"python train.py --name=a b --lr 1"},
		head + "          command: &start [python, train.py]\n        - name: b\n          command: *start\n          args: [--lr, 1]\n":       {"python train.py", "python train.py --lr 1"},
		head + "          command: [bash, -lc, 'A=1; python train.py --n $A --q \"x y\"']\n":                                                   {"python train.py --n 1 --q x y"},
		head + "          args: [{python: train.py}]\n":                                                                                        nil,
		head + "          args:\n            - --config\n            - b.yaml\n":                                                               nil,
	} {
		if diff := cmp.Diff(want, commands("k8s/job.yaml", text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	text := head + "          args:\n            - |\n              python train.py --bs 2\n"
	s := Read(source.New("job.yaml", []byte(text)))
	words := s.Commands[0].Words
	if last := words[len(words)-1]; text[last.Span.Start:last.Span.End] != "2" {
		t.Errorf("last word %+v", last)
	}
	if IsManifest("conf.yaml", []byte("lr: 1\ncontainers:\n  - a\n")) {
		t.Error("a config with containers is no manifest")
	}
}

// TestCompose: what stands behind command: in a file of Docker's compose.
func TestCompose(t *testing.T) {
	const head = "services:\n  a:\n    build: .\n"
	for text, want := range map[string][]string{
		head + "    command: python train.py --lr 1\n":                                        {"python train.py --lr 1"},
		head + "    command: \"python train.py --lr 1\"\n":                                    {"python train.py --lr 1"},
		head + "    command: sh -c \"python a.py && python b.py\"\n":                          {"python a.py", "python b.py"},
		head + "    command: [\"python\", 'train.py', --lr, \"1\"]\n":                         {"python train.py --lr 1"},
		head + "    command:\n      - python\n      - train.py\n    volumes:\n      - .:/a\n": {"python train.py"},
		head + "    command: >\n      python train.py\n      --lr 1\n":                        {"python train.py --lr 1"},
		head + "    command: [[python], train.py]\n":                                          nil,
		head + "    build:\n      args:\n        - python b.py\n    command: python a.py\n":   {"python a.py"},
		head + "    entrypoint: [python, -u]\n    command: [train.py, --m, 'it''s \"$N\"']\n": {"python -u train.py --m <it's \"$N\">"},
		head: nil,
	} {
		if diff := cmp.Diff(want, commands("docker/docker-compose.gpu.yml", text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	s := Read(source.New("compose.yaml", []byte(head+"    command: [python, train.py, --bs, \"2\"]\n")))
	words := s.Commands[0].Words
	if last := words[len(words)-1]; string(s.File.Text[last.Span.Start:last.Span.End]) != `"2"` {
		t.Errorf("last word %+v", last)
	}
	for _, name := range []string{"conf/compose_lr.yaml", "composer.yaml", "services.yaml"} {
		if IsManifest(name, []byte(head)) {
			t.Errorf("%s is no file of compose", name)
		}
	}
	if IsManifest("compose.yaml", []byte("model: a\n")) {
		t.Error("without services it is none")
	}
}

// Every known word's origin must hold exactly its text.
func TestOrigin(t *testing.T) {
	text := "BS=4\nARGS=\"--lr 1e-4 \\\n  --epochs 3\"\nOUT=out\npython t.py --bs=$BS $ARGS --out \"$OUT/x\" --q 'a b'"
	s := Read(source.New("run.sh", []byte(text)))
	l, ok := Training(&s.Commands[0])
	if !ok {
		t.Fatal("no training")
	}
	want := map[string]string{"bs": "4", "lr": "1e-4", "epochs": "3", "out": `"$OUT/x"`, "q": "a b"}
	for _, f := range l.Arguments.Flags {
		v, _ := f.Value()
		if got := text[v.Origin.Start:v.Origin.End]; got != want[f.Name] {
			t.Errorf("--%s comes from %q, want %q", f.Name, got, want[f.Name])
		}
	}
	if v, _ := l.Arguments.Flags[0].Value(); s.File.LineOf(v.Origin.Start) != 1 {
		t.Errorf("--bs is decided on line %d, want 1", s.File.LineOf(v.Origin.Start))
	}
}

func TestEmbedded(t *testing.T) {
	text := "N=2\ncat <<EOF > conf/a.yaml\nnum_processes: $N\nmixed_precision: no\nEOF\ntee b.json <<'EOF'\n{\"a\": \"$N\"}\nEOF\npython - <<EOF\nprint(1)\nEOF\n"
	s := Read(source.New("run.sh", []byte(text)))
	var got []string
	for _, e := range s.Embedded {
		got = append(got, fmt.Sprintf("%s%s %t %t %q", e.Path.Text, e.Reader, e.Known, e.Verbatim, e.Text))
		if e.Verbatim && text[e.Span.Start:e.Span.End] != e.Text {
			t.Errorf("span of %s is %q", e.Path.Text, text[e.Span.Start:e.Span.End])
		}
	}
	want := []string{
		`conf/a.yaml true false "num_processes: 2\nmixed_precision: no\n"`,
		`b.json true true "{\"a\": \"$N\"}\n"`,
		`python true true "print(1)\n"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What an undecided test guards may not be written: another file may be there.
func TestEmbeddedPerhaps(t *testing.T) {
	const document = "cat > a.json <<EOF\n{}\nEOF\n"
	for shell, want := range map[string]bool{
		document: false, "mkdir -p conf && " + document: false, "if [ a = a ]; then\n" + document + "fi\n": false,
		"if [ ! -f a.json ]; then\n" + document + "fi\n": true, "[ -f a.json ] || " + document: true, "[[ ! -e a.json ]] && " + document: true,
		"if [ -f b.json ]; then true; else\n" + document + "fi\n": true, "case $X in\n a) " + document + ";;\nesac\n": true,
	} {
		s := Read(source.New("run.sh", []byte(shell)))
		if len(s.Embedded) != 1 || s.Embedded[0].Perhaps != want {
			t.Errorf("%q: %+v, want perhaps %t", shell, s.Embedded, want)
		}
	}
}

// A test of what is known shuts one way: nothing of it is written, and nothing starts there.
func TestShutWays(t *testing.T) {
	for _, shell := range []string{"if [ a = a ]; then true; else\ncat > a.json <<EOF\n{}\nEOF\nfi\n", "S=1\n[ $S -gt 1 ] && python t.py", "S=2\n[[ $S == 2 ]] || python t.py",
		"if false; then python t.py; fi", "S=0\nif [ $S -eq 1 ]; then\npython a.py\nelif [ $S -eq 2 ]; then\npython b.py\nfi"} {
		if s := Read(source.New("run.sh", []byte(shell))); len(s.Embedded) > 0 || slices.ContainsFunc(s.Commands, func(c Command) bool { return c.Words[0].Text == "python" }) {
			t.Errorf("%q: %+v %+v", shell, s.Embedded, s.Commands)
		}
	}
}

func TestSlurm(t *testing.T) {
	s := Read(source.New("a.slurm", []byte("#!/bin/bash\n#SBATCH --nodes=4   # four\n#SBATCH -J x --gres gpu:a100:8\n#SBATCH --exclusive\n")))
	var got []string
	for _, d := range s.Slurm {
		got = append(got, d.Name+"="+d.Value)
	}
	if diff := cmp.Diff([]string{"nodes=4", "J=x", "gres=gpu:a100:8", "exclusive="}, got); diff != "" {
		t.Error(diff)
	}
}

func TestHostileText(t *testing.T) {
	for _, text := range []string{"", "\x00\x00", "$(", "((", "<<EOF", "f(){ f; }; f", "eval eval $0", strings.Repeat("(", 500),
		strings.Repeat("if x; then ", 300), "case x in", "a=$a$a\n" + strings.Repeat("a=$a$a\n", 40) + "echo $a"} {
		for name, text := range map[string]string{"x.sh": text, "Makefile": text, ".github/workflows/x.yml": "run: " + text} {
			if _, err := read(name, text); err != nil {
				t.Logf("%s, %.20q…: %v", name, text, err)
			}
		}
	}
}

func read(name, text string) (s *Script, err error) {
	defer budget.Catch(&err)
	return Read(source.New(name, []byte(text))), nil
}

// TestTooDeep: the parser recurses, and a stack that overflows cannot be caught.
func TestTooDeep(t *testing.T) {
	for depth, fine := range map[int]bool{40: true, 300_000: false} {
		for open, closing := range map[string]string{"(": ")", "( ": " )", "if a; then ": "; fi", "{ ": "; }", "for i in a; do ": "; done", "$(echo ": ")"} {
			if !fine && len(open) > 2 {
				depth = 50_000
			}
			_, err := read("x.sh", strings.Repeat(open, depth)+"a"+strings.Repeat(closing, depth)+"\n")
			var deep *budget.Exceeded
			if errors.As(err, &deep) == fine {
				t.Errorf("%d of %q: error %v", depth, open, err)
			}
		}
	}
	for _, sign := range []string{"-", "- ", "!", "! ", "~"} {
		if _, err := read("x.sh", "echo $(("+strings.Repeat(sign, 500_000)+"1))\n"); err != nil {
			t.Logf("%q: %v", sign, err)
		}
	}
}

// TestTooManySteps: functions that call each other, variables in branches.
func TestTooManySteps(t *testing.T) {
	calls := "f0() { a; }\n"
	for i := 1; i <= 6; i++ {
		calls += fmt.Sprintf("f%d() { %s}\n", i, strings.Repeat(fmt.Sprintf("f%d; ", i-1), 200))
	}
	if _, err := read("x.sh", calls+"f6\n"); err == nil {
		t.Error("200 to the power of 6 calls are followed")
	}
}

// TestCards: the kind of GPU that a batch script or srun asks for, where it is one kind.
func TestCards(t *testing.T) {
	for text, want := range map[string]string{
		"#SBATCH --gres=gpu:v100:4\ntorchrun train.py":                          "v100",
		"#SBATCH --gres gpu:a100\npython train.py":                              "a100",
		"#SBATCH --gpus=a100:2\npython train.py":                                "a100",
		"#SBATCH -G rtx3090:1\npython train.py":                                 "rtx3090",
		"#SBATCH --gres=gpu:2\n#SBATCH -C a100_80g&nvlink\npython train.py":     "a100_80g nvlink",
		"#SBATCH --gres=gpu:1\n#SBATCH --constraint=a100|h100\npython train.py": "",
		"#SBATCH --gres=gpu:v100:4\n#SBATCH --gres=gpu:a100:4\npython train.py": "a100",
		"#SBATCH --gres=gpu:4\npython train.py":                                 "",
		"#SBATCH --gres=gpu:v100:1,lscratch:10\npython train.py":                "",
		"#SBATCH --gres=gpu:v100:4\nsrun --gres=gpu:t4:1 python train.py":       "t4",
		"#SBATCH --gres=gpu:v100:4\nsrun --ntasks 4 python train.py":            "v100",
		"srun -p gpu --gpus-per-node a40:2 python train.py":                     "a40",
		"python train.py --gpus t4":                                             "",
	} {
		script := Read(source.New("run.sh", []byte(text+"\n")))
		var got []string
		for i := range script.Commands {
			if l, ok := Training(&script.Commands[i]); ok {
				for _, w := range l.Cards() {
					got = append(got, w.Text)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
