package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules/all"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func wantFigures(t *testing.T, got []figure, err error, want ...figure) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestLedgerFigures(t *testing.T) {
	const head = "repository,file,line,rule,verdict,reason,told\n"
	path := write(t, filepath.Join(t.TempDir(), "ledger.csv"), head+
		"a/b,f.py,1,one,right,x,error\na/b,f.py,2,one,wrong,x,warning\na/b,f.py,3,two,right,x,warning\n"+
		"a/b,f.py,4,two,right,x,note\na/b,f.py,5,three,debatable,x,silent\na/b,f.py,6,three,wrong,x,silent\n")
	got, err := ledgerFigures(path)
	wantFigures(t, got, err, figure{"told", "3 of 4 (75 %) right, 0 debatable"}, figure{"errors", "1 of 1 (100 %) right, 0 debatable"},
		figure{"warnings", "1 of 2 (50 %) right, 0 debatable"}, figure{"notes", "1 of 1 (100 %) right, 0 debatable"},
		figure{"one", "1 of 2 (50 %) right, 0 debatable"}, figure{"silent now", "1 wrong, 1 debatable, 0 right"})
	for _, bad := range []string{head + "a/b,f.py,1,one,maybe,x,error\n", head + "a/b,f.py,1,one,right,x,loud\n",
		"repository,verdict\na/b,right\n", "repository,file,line,rule,verdict,reason\n", ""} {
		if _, err := ledgerFigures(write(t, path, bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestTreeFigures: what a run over the judged repositories tells is held against the ledger, and what nobody has read
// is named.
func TestTreeFigures(t *testing.T) {
	dir := t.TempDir()
	if _, err := treeFigures(t.Context(), "", ""); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
	write(t, filepath.Join(dir, "a+b", "f.py"), "import torch\nfrom torch.utils.checkpoint import checkpoint\n\n"+
		"torch.cuda.memory_cached()\ntorch.cuda.max_memory_cached()\n\n\ndef f(block, x):\n    y = checkpoint(block, x)\n    return checkpoint(block, y)\n")
	ledger := write(t, filepath.Join(dir, "ledger.csv"), "repository,file,line,rule,verdict,reason,told\n"+
		"a/b,f.py,4,deprecated-symbol,right,x,warning\na/b,f.py,9,checkpoint-reentrant-unset,right,x,note\n"+
		"a/b,f.py,2,retain-graph,wrong,x,silent\na/b,f.py,1,retain-graph,right,x,warning\nc/d,f.py,1,retain-graph,right,x,warning\n")
	got, err := treeFigures(t.Context(), ledger, dir)
	const unset = "checkpoint() leaves use_reentrant unset: PyTorch warns at every start and means to raise one day; say True (today's default) or False (recommended)"
	wantFigures(t, got, err, figure{"as the ledger says", "2"}, figure{"repositories not at hand", "1"}, figure{"unread deprecated-symbol", "1"},
		figure{"unread warning", "a/b f.py:10 checkpoint-reentrant-unset: " + unset},
		figure{"told silent", "a/b f.py:1 retain-graph, the ledger says warning"},
		figure{"told warning", "a/b f.py:9 checkpoint-reentrant-unset, the ledger says note"})
}

// TestLedger: the judged findings name places and hold words of our own.
func TestLedger(t *testing.T) {
	rows, err := readLedger("../../testdata/ledger.csv")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, rule := range all.Rules() {
		known[rule.Name] = true
	}
	read, err := readTable("../../testdata/ledger_commits.csv", "repository", "commit")
	if err != nil {
		t.Fatal(err)
	}
	unread := map[string]bool{} // repositories at a commit of which no finding is listed
	for _, r := range read {
		if _, twice := unread[r["repository"]]; twice || !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(r["commit"]) {
			t.Errorf("ledger_commits.csv: %s at %q, or twice", r["repository"], r["commit"])
		}
		unread[r["repository"]] = true
	}
	patterns := map[string]*regexp.Regexp{
		"repository": regexp.MustCompile(`^[\w.-]+/[\w.-]+$`),
		"line":       regexp.MustCompile(`^[1-9][0-9]*$`),
		"verdict":    regexp.MustCompile(`^(right|debatable|wrong)$`),
		"reason":     regexp.MustCompile(`^[^/].{5,99}$`),
	}
	seen := map[string]bool{}
	for i, r := range rows {
		for column, pattern := range patterns {
			if !pattern.MatchString(r[column]) {
				t.Errorf("row %d: the %s is %q", i+1, column, r[column])
			}
		}
		if !known[r["rule"]] || !filepath.IsLocal(r["file"]) {
			t.Errorf("row %d: rule %q, file %q", i+1, r["rule"], r["file"])
		}
		if _, at := unread[r["repository"]]; !at {
			t.Errorf("row %d: ledger_commits.csv does not say at which commit %s was read", i+1, r["repository"])
		}
		unread[r["repository"]] = false
		place := strings.Join([]string{r["repository"], r["file"], r["line"], r["rule"]}, "\x00")
		if seen[place] {
			t.Errorf("row %d is there twice", i+1)
		}
		seen[place] = true
	}
	for repository, none := range unread {
		if none {
			t.Errorf("ledger_commits.csv has %s, and the ledger nothing of it", repository)
		}
	}
	if len(rows) < 200 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestMutantFigures(t *testing.T) {
	const head = "package,commit,seed,judged,killed,tests,equal\n"
	path := write(t, filepath.Join(t.TempDir(), "mutants.csv"), head+"b,c1,1,10,5,,\na,c1,1,4,4,,\nb,c2,1,20,19,quick,1\nc,c2,1,4,1,c d,\n")
	got, err := mutantFigures(path)
	wantFigures(t, got, err, figure{"a", "4 of 4 (100 %) at c1"}, figure{"b", "19 of 20 (95 %) at c2, without the variants"}, figure{"c", "1 of 4 (25 %) at c2, by the tests of c d"})
	if _, err := mutantFigures(write(t, path, head+"b,c1,1,10,11,,\n")); err == nil {
		t.Error("11 of 10 is a score")
	}
}

func TestOracleFigures(t *testing.T) {
	dir := t.TempDir()
	if _, err := oracleFigures(filepath.Join(dir, "oracle")); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
	write(t, filepath.Join(dir, "torch.csv"), "rule,version,outcome\nx,2.0,agrees\ny,2.0,differs\nz,2.1,agrees\n")
	got, err := oracleFigures(dir)
	wantFigures(t, got, err, figure{"torch: rows", "3"}, figure{"torch: agrees", "2"}, figure{"torch: differs", "1"})

	cards := t.TempDir()
	write(t, filepath.Join(cards, "gpu.csv"), "gpu,given,error\nH100,1,\nH100,,refused\nA10,2,\n,3,refused\n")
	write(t, filepath.Join(cards, "host.csv"), "given\n1\n")
	got, err = oracleFigures(cards)
	wantFigures(t, got, err, figure{"gpu", "4 rows measured, 1 on A10, 2 on H100 (1 ended with an error)"}, figure{"host", "1 rows measured"})
}

func TestCountCases(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "fires.py"), "x = 1  # want \"a\"\ny = 2  # todo-want \"b\"\nz = 3  # todo-ok\n")
	write(t, filepath.Join(dir, "fires.fixed.py"), "x = 1  # want \"a\"\n")
	write(t, filepath.Join(dir, "job", "conf", "a.yaml"), "a: 1  # want \"a\"\n")
	write(t, filepath.Join(dir, "job.fixed", "conf", "a.yaml"), "a: 1  # want \"a\"\n")
	write(t, filepath.Join(dir, "alone.json"), "{}\n")
	write(t, filepath.Join(dir, "alone.json.want"), "1 \"a\"\n1 \"b\"\n")
	got, err := countCases(dir)
	if want := (counted{rules: 1, cases: 3, wants: 4, todoWants: 1, todoOKs: 1}); err != nil || got != want {
		t.Errorf("got %v, %v, want %v", &got, err, &want)
	}
}

func TestReplayed(t *testing.T) {
	got, err := replayed("  rule  found  missed  not at hand\n retain-graph  1  2  3\n        \n flow needed  4  5  6\n all  7  8  9\n")
	wantFigures(t, got, err, figure{"flow needed", "4 found, 5 missed, 6 not at hand"}, figure{"all", "7 found, 8 missed, 9 not at hand"})
	if _, err := replayed("nothing\n"); err == nil {
		t.Error("no totals, no error")
	}
}

func TestEstimateFigures(t *testing.T) {
	list, err := estimateFigures("../../testdata/measured/measured.csv")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 5 || list[0].name != "all" || !strings.Contains(list[0].value, "0 wrong verdicts") {
		t.Errorf("got %q", list)
	}
}

func TestSpeedFigures(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.py"), "import torch\n")
	write(t, filepath.Join(dir, "b.txt"), "text\n")
	list, err := speedFigures(t.Context(), dir)
	if err != nil || len(list) != 4 || list[0].value != "1, 0.0 MB" {
		t.Errorf("got %q, %v", list, err)
	}
}

func TestCompared(t *testing.T) {
	got, err := compared("jobs: 9 real, 6 found (67 %), 1 false; estimates: 2 of 6 jobs (33 %); not at hand: 3 repositories\n    4 without an estimate: x\n")
	wantFigures(t, got, err, figure{"jobs", "9 real, 6 found (67 %), 1 false"}, figure{"estimates", "2 of 6 jobs (33 %)"}, figure{"not at hand", "3 repositories"})
	if _, err := compared("nothing\n"); err == nil {
		t.Error("no totals, no error")
	}
}

// TestPage prints the page of this repository, which every table of testdata must fit, and of a folder that has none.
func TestPage(t *testing.T) {
	page := func(root string) string {
		var out, notes bytes.Buffer
		if err := run(t.Context(), []string{"-root", root}, &out, &notes); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	absent := []string{"hazards that people fixed: not at hand\n", "jobs: not at hand\n", "speed: not at hand\n"}
	for root, wanted := range map[string][]string{
		"../..":     {"cases\n", "judged findings\n", "memory estimates\n", "pages held to real libraries\n", "mutants killed\n"},
		t.TempDir(): {"judged findings: not at hand\n", "memory estimates: not at hand\n", "mutants killed: not at hand\n"},
	} {
		got := page(root)
		for _, want := range append(wanted, absent...) {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", root, want, got)
			}
		}
	}
}
