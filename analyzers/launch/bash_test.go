package launch

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// asBash are scripts, started with the words a and b, and the lines of Python's words that are read in them: as bash
// runs them, but for what only the run knows, which stands in angle brackets. What is read where nobody is known to
// start the script stands behind a #, where it differs.
var asBash = []struct{ name, text, want string }{
	{"a pattern", "M=qlora\nif [[ $M == *lora* ]]; then B=1; else B=2; fi\npython $B", "1"},
	{"no pattern in quotes", "M=qlora\nif [[ $M == \"*lora*\" ]]; then B=1; else B=2; fi\npython $B", "2"},
	{"not a pattern", "M=qlora\n[[ $M != q* ]] && B=1 || B=2\npython $B", "2"},
	{"a pattern that is not read", "M=qlora\nif [[ $M == [pq]lora ]]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"an arm without an if", "B=4\n[ -f nothing ] && B=8\npython $B", "<$B>"},
	{"the other arm without an if", "B=4\n[ -f nothing ] || B=8\npython $B", "<$B>"},
	{"an arm that a command takes", "B=4\nfalse || B=8\npython $B", "8"},
	{"what a command may do", "B=4\nls nothing 2>/dev/null || B=8\npython $B", "<$B>"},
	{"an arm for what nothing sets", "[ -z \"$NONE\" ] && B=4\npython $B", "4"},
	{"by another word", "test -z \"$NONE\" && B=4\npython $B", "4"},
	{"no arm for what nothing sets", "B=1\n[ -n \"$NONE\" ] && B=4\npython $B", "1"},
	{"an if for what nothing sets", "if [ -n \"$NONE\" ]; then B=1; else B=2; fi\npython $B", "2"},
	{"not, between brackets", "M=a\nif [[ ! $M == a ]]; then B=1; else B=2; fi\n[[ ! $M == b ]] && C=1 || C=2\npython $B $C", "2 1"},
	{"not empty, between brackets", "M=a\n[[ ! -z $M ]] && B=1 || B=2\n[[ ! -n $M ]] && C=1 || C=2\npython $B $C", "1 2"},
	{"not, around brackets", "M=a\nif ! [[ -z $M ]]; then B=1; else B=2; fi\npython $B", "1"},
	{"in parentheses", "M=a\nif [[ ( $M == a ) ]]; then B=1; else B=2; fi\npython $B", "1"},
	{"an if for what nothing sets, with a default of nothing", "if [[ -z ${NONE:-} ]]; then B=1; else B=2; fi\nif [ -z \"${NONE-}\" ]; then C=1; else C=2; fi\npython $B $C", "1 1"},
	{"an if for a default", "if [[ -z ${NONE:-x} ]]; then B=1; else B=2; fi\npython $B", "2"},
	{"an if for a length", "if [ -z \"${#NONE}\" ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"an if for a part", "if [ -z \"${NONE:1:2}\" ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"an if for what is replaced", "if [ -z \"${NONE/a/b}\" ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"an if for two", "if [ -z \"$NONE$NONE\" ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"an if for what else is set", "if [ -z \"$HOME\" ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"either, decided", "M=a\n[ $M = a ] && B=1 || B=2\npython $B", "1"},
	{"either, decided the other way", "M=b\n[ $M = a ] && B=1 || B=2\npython $B", "2"},
	{"either, of what it changes", "M=a\n[ $M = a ] && M=b || M=c\npython $M", "b"},
	{"both", "M=a\nN=1\nif [ $M = a ] && [ $N = 2 ]; then B=1; else B=2; fi\npython $B", "2"},
	{"one of two", "M=a\nN=1\nif [ $M = a ] || [ $N = 2 ]; then B=1; else B=2; fi\npython $B", "1"},
	{"one that cannot be told", "M=a\nif [ -f nothing ] && [ $M = a ]; then B=1; else B=2; fi\npython $B", "<$B>"},
	{"a way that ends in a block", "B=1\n[ -d / ] || { B=2; exit 1; }\npython $B", "1"},
	{"a command's end", "A=$(false) || A=2\npython $A", "<$A>"},
	{"a subshell", "B=1\n(B=2; cd /tmp; python in $B)\npython $B", "in 2\n1"},
	{"a subshell that ends", "(python 1; exit 0)\npython 2", "1\n2"},
	{"a function's own", "B=1\nf() { local B=2; python $B; }\nf\npython $B", "2\n1"},
	{"declared in a function", "B=1\nf() { declare -i B=2; typeset C=3; python $B $C; }\nf\npython $B", "2 3\n1"},
	{"declared in a function for all", "B=1\nf() { declare -g B=2; }\nf\npython $B", "2"},
	{"a function that changes all", "B=1\nf() { B=2; export C=3; }\nf\npython $B $C", "2 3"},
	{"twice a function's own", "B=1\nf() { local B=2; local B=3; python $B; }\nf\npython $B", "3\n1"},
	{"a function in a function", "f() { local B=2; g; python $B; }\ng() { python $B; local B=3; }\nf", "2\n2"},
	{"a function that returns", "f() { if [ $1 = x ]; then python x; return; fi; python y; }\nf x\nf y", "x\ny"},
	{"a function that may return", "f() { [ -f nothing ] && return; python y; }\nf", "y"},
	{"a function that is called in an arm", "f() { python x; return 0; python z; }\nif [ -d / ]; then f; fi\npython y", "x\ny"},
	{"a sum alone", "N=1\n((N++))\npython $N", "2"},
	{"sums", "N=5\n((N-=2)); let M=N*2; ((M%=4)); ((--N)); ((++M))\npython $N $M $((N + +M))", "2 3 5"},
	{"more sums", "N=7\n((N*=2)); ((N/=4)); ((M=N+1)); ((M--))\npython $N $M $((-N))", "3 3 -3"},
	{"a sum's value", "N=1\npython $((N++)) $N $((++N)) $N $((N=9)) $((N))", "1 2 3 3 9 9"},
	{"a sum of what is not read", "N=6\n((N|=1))\n((M=N))\npython $N", "<$N>"},
	{"a sum among words of what is not read", "N=6\npython $((N <<= 1)) $N", "<$((N <<= 1))> <$N>"},
	{"a sum of what nobody knows", "N=1\n((N+=$(date +%d)))\npython $N", "<$N>"},
	{"what compares", "python $((1<2)) $((2<=1)) $((1>2)) $((2>=2)) $((1==1)) $((1!=1))", "1 0 0 1 1 0"},
	{"a sum as a test", "N=2\nif ((N > 1)); then B=1; else B=2; fi\n((N == 1)) && B=3\npython $B", "1"},
	{"a sum that tests and changes", "N=1\nif ((N++ > 0)); then B=1; else B=2; fi\npython $N", "2"},
	{"text behind an array", "A=(x y)\nA+=z\npython \"${A[@]}\"", "xz y"},
	{"text behind nothing", "A=()\nA+=z\npython \"${A[@]}\"", "z"},
	{"an array as one word", "A=(x y)\npython \"${A[*]}\" \"$*\" \"$@\"", "x_y a_b a b # x_y <$*> <$@>"},
	{"an array in a text", "A=(x y)\nB=\"${A[@]}\"\npython \"$B\" $B", "x_y x y"},
	{"the last part", "M=org/model-7b\npython $(echo $M | awk -F/ '{print $NF}') $(echo $M | awk -F '-' '{ print $NF }')", "model-7b 7b"},
	{"how many", "G=0,1,2\npython $(echo $G | awk -F, '{print NF}') $(echo $G | awk -F ',' '{print NF}') $(echo $G | tr ',' '\\n' | wc -l) $(echo $G | tr ',' ' ' | wc -w) $(echo $G | tr ',' '\\n' | wc -l | xargs)", "3 3 3 3 3"},
	{"how many of something else", "G=0:1:2\npython $(echo $G | awk -F: '{print NF}')", "<$(echo $G | awk -F: '{print NF}')>"},
	{"cut by what nobody knows", "F=a.yaml\npython ${F%$(echo .yaml | cat)}", "<${F%$(echo .yaml | cat)}>"},
	{"replaced at an end", "F=a.yaml\npython ${F/%.yaml/.json} ${F/#a/b} ${F/a/b} ${F//a/b}", "<${F/%.yaml/.json}> <${F/#a/b}> b.yaml b.ybml"},
	{"a slash replaced", "M=a/b/c\npython ${M//\\//_} \"${M/\\//_}\"", "a_b_c a_b/c"},
	{"replaced by what nobody knows", "M=ab\npython ${M/b/$(echo c | cat)}", "<${M/b/$(echo c | cat)}>"},
	{"replaced by nothing", "M=ab\npython ${M/b} ${M/b/}", "a a"},
	{"what a quote decodes", "python $'a\\tb' $'ab'", "<$'a\\tb'> ab"},
	{"at home", "cd\npython x\ncd ~/a 2>/dev/null\npython y", "x\ny"},
	{"expr", "N=3\npython $(expr $N - 1) $(expr $N + 1)", "2 4"},
	{"a tab before a text", "python - <<-EOF\n\tx\n\tEOF\npython $(true)y", "-\n<$(true)y>"},
	{"exported", "declare -x A=1\ndeclare -rx C=2\ndeclare D=3\npython $A $C $D", "1 2 3"},
	{"a default that stays", "python ${B:=4} $B ${B:=5}", "4 4 4"},
	{"an empty one", "B=\npython x${B-1} ${B:-2} x${B=3} ${B:=4} $B", "x 2 x 4 4"},
	{"what is given instead", "B=1\nE=\npython ${B:+2} x${E:+3} x${E+4} x${NONE:+5}", "2 x x4 x"},
	{"a word that must be there", "B=1\npython ${B:?no} ${B?no}", "1 1"},
	{"shifted", "set -- x y z\nshift\npython $1 $#\nshift 2\npython $#", "y 2\n0"},
	{"a loop over sums", "for ((i = 0; i < 1; i++)); do python $i; done\nfor ((;;)); do python y; break; done", "<$i>\ny"},
	{"a loop that is left", "for x in a; do python $x; break; done\npython y", "a\ny"},
	{"a loop that is left in an arm", "for x in a; do [ $x = a ] && break; python $x; done\npython y", "y # a\ny"},
	{"a loop over several that is left", "for x in a b; do python x; break; done\npython y", "x\ny"},
	{"arguments", "while [[ $# -gt 0 ]]; do case $1 in a) A=1; shift; continue;; b) B=2;; esac; C=$1; shift; done\npython $A $B $C", "1 2 b # <$A> <$B> <$C>"},
	{"arguments until a word", "while [ $# -gt 0 ]; do if [ $1 = b ]; then break; fi; A=$1; shift; done\npython $A $1", "a b # <$A> <$1>"},
	{"a function in a loop", "f() { return; }\nwhile [ $# -gt 0 ]; do f; python $1; shift; done", "a\nb # <$1>"},
	{"the end in an arm", "if [ $# -lt 3 ]; then python x; exit 0; fi\npython y", "x # x\ny"},
	{"the end that may be", "if [ -f nothing ]; then exit 1; fi\npython y", "y"},
	{"the end of a function", "f() { python x; exit 0; }\nf\npython y", "x # x\ny"},
	{"an until", "until [ $# -eq 0 ]; do python $1; shift; done", "a\nb # <$1>"},
}

// wordsOf are the words of the commands that start Python, a line for each, blanks in them as _ and unknown ones in
// angle brackets.
func wordsOf(s *Script) string {
	var lines []string
	for _, c := range s.Commands {
		if c.Name() != "python" {
			continue
		}
		var words []string
		for _, w := range c.Words[1:] {
			if w.Known {
				words = append(words, strings.ReplaceAll(w.Text, " ", "_"))
			} else {
				words = append(words, "<"+w.Text+">")
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

func TestAsBash(t *testing.T) {
	for _, tt := range asBash {
		called, alone, differs := strings.Cut(tt.want, " # ")
		if !differs {
			alone = called
		}
		f := source.New("run.sh", []byte(tt.text+"\n"))
		if got := wordsOf(ReadCalled(f, &Command{}, []Word{{Text: "a", Known: true}, {Text: "b", Known: true}}, budget.New(), nil)); got != called {
			t.Errorf("%s, called: %q, want %q", tt.name, got, called)
		}
		if got := wordsOf(Read(f)); got != alone {
			t.Errorf("%s: %q, want %q", tt.name, got, alone)
		}
	}
}

// TestBashAgrees runs the scripts.
func TestBashAgrees(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	const python = "python() { local w line=; for w in \"$@\"; do line+=\" ${w// /_}\"; done; echo \"${line# }\"; }\n"
	for _, tt := range asBash {
		command := exec.CommandContext(t.Context(), bash, "--norc", "-c", python+tt.text+"\n", "run.sh", "a", "b")
		command.Env = []string{"PATH=/usr/bin:/bin", "HOME=/"}
		command.Dir = t.TempDir()
		said, _ := command.Output()
		want, _, _ := strings.Cut(tt.want, " # ")
		got := strings.Split(strings.TrimSuffix(string(said), "\n"), "\n")
		if !slices.EqualFunc(strings.Split(want, "\n"), got, matchesRun) {
			t.Errorf("%s: bash prints %q, want %q", tt.name, got, want)
		}
	}
}

var angled = regexp.MustCompile(`<[^ ].*?>( |$)`)

// matchesRun reports whether a line that was read is the one that ran, whatever stands for an unknown word.
func matchesRun(read, ran string) bool {
	var pattern strings.Builder
	pattern.WriteString("^")
	for at := 0; ; {
		found := angled.FindStringIndex(read[at:])
		if found == nil {
			pattern.WriteString(regexp.QuoteMeta(read[at:]))
			break
		}
		pattern.WriteString(regexp.QuoteMeta(read[at:at+found[0]]) + ".*?( |$)")
		at += found[1]
	}
	return regexp.MustCompile(pattern.String() + "$").MatchString(ran)
}
