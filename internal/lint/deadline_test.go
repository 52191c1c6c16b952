package lint

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
)

// TestGivenUp: a file that is too complex gets one finding, whatever was found in it
// before, and the run goes on with the others.
func TestGivenUp(t *testing.T) {
	defer func(before time.Duration) { longest = before }(longest)
	longest = 50 * time.Millisecond
	done := make(chan bool)
	defer close(done)
	check := func(p *rules.Pass) {
		switch {
		case strings.HasSuffix(p.File.Path, "endless.py"):
			for going := true; going; {
				select {
				case <-done:
					going = false
				default:
				}
			}
		case strings.HasSuffix(p.File.Path, "costly.py"):
			for {
				p.Python.Meter.Spend(1000)
			}
		}
	}
	hard := &rules.Rule{
		Name: "hard", Group: rules.Speed, On: rules.PythonFile, Words: []string{"loss"}, WithoutTorch: true, Check: check,
	}
	dir := tree(t, map[string]string{
		"endless.py": "loss = 1\n", "costly.py": "loss = 1\n", "good.py": "loss = 1\n",
		"deep.py":   "loss = " + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "\n",
		"silent.py": "loss = " + strings.Repeat("(", 300) + "\n# trainlint: ignore-file[file-too-complex] a test of a parser\n",
	})
	r, err := Run(context.Background(), Options{Dir: dir, Rules: append(coreRules(), finder("finder", rules.Speed, "loss"), hard)})
	if err != nil || len(r.Failures) > 0 {
		t.Fatal(err, r.Failures)
	}
	var got []string
	for _, d := range r.Diagnostics {
		got = append(got, d.File+" "+d.Rule.Name)
	}
	want := []string{"costly.py file-too-complex", "deep.py file-too-complex", "endless.py file-too-complex", "good.py finder"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, d := range r.Diagnostics {
		if d.Rule.Group == rules.Core && (d.Severity != rules.Note || !strings.HasSuffix(d.Message, ": nothing in this file was looked at")) {
			t.Errorf("%s: %v %q", d.File, d.Severity, d.Message)
		}
	}
}

// TestPanicOutsideOfRules: what goes wrong in one file ends no run.
func TestPanicOutsideOfRules(t *testing.T) {
	p, err := newPipeline(Options{Dir: t.TempDir(), Rules: coreRules()}, project.Open)
	if err != nil {
		t.Fatal(err)
	}
	found, directives := p.inTime(source.New("x.py", nil), policy{}, func(*atomic.Bool) ([]rules.Diagnostic, *directed) { panic("oh") })
	if len(found) > 0 || directives != nil || len(p.Failures()) != 1 {
		t.Fatalf("found %v, %v, failures %v", found, directives, p.Failures())
	}
	if want := "internal error while looking at x.py: oh (this is a bug of trainlint, please report it)"; p.Failures()[0].Error() != want {
		t.Errorf("%v, want %s", p.Failures()[0], want)
	}
}

// TestTheClockStopsTheWork: what the clock gives up ends where it counts its next steps.
func TestTheClockStopsTheWork(t *testing.T) {
	defer func(before time.Duration) { longest = before }(longest)
	longest = 20 * time.Millisecond
	ended := make(chan string, 1)
	endless := &rules.Rule{
		Name: "endless", Group: rules.Speed, On: rules.PythonFile, Words: []string{"loss"}, WithoutTorch: true,
		Check: func(p *rules.Pass) {
			defer func() {
				why, _ := recover().(*budget.Exceeded)
				ended <- why.Why
				panic(why)
			}()
			for going := time.Now(); time.Since(going) < 10*time.Second; {
				p.Python.Meter.Refill()
				p.Python.Meter.Spend(1)
			}
			panic(&budget.Exceeded{Why: "nobody stopped it"})
		},
	}
	r := run(t, Options{Dir: tree(t, map[string]string{"a.py": "loss = 1\n"}), Rules: append(coreRules(), endless)})
	if len(r.Diagnostics) != 1 || !strings.HasPrefix(r.Diagnostics[0].Message, "the file is not done after") {
		t.Errorf("found %v", summary(r))
	}
	if why := <-ended; why != "it takes too long" {
		t.Errorf("the rule ended because %q", why)
	}
}

// TestFilesShareAnAllowance: each of the files may cost what it does, all of them together may not.
func TestFilesShareAnAllowance(t *testing.T) {
	files := map[string]string{}
	for i := range 10 {
		files["f"+strconv.Itoa(i)+".py"] = "loss = 1\n"
	}
	costly := &rules.Rule{
		Name: "costly", Group: rules.Speed, On: rules.PythonFile, Words: []string{"loss"}, WithoutTorch: true,
		Check: func(p *rules.Pass) {
			for range 500 {
				p.Python.Meter.Spend(1000)
			}
		},
	}
	r := run(t, Options{Dir: tree(t, files), Rules: append(coreRules(), costly)})
	given := 0
	for _, d := range r.Diagnostics {
		if d.Message == "the files of the project together take too many steps: nothing in this file was looked at" {
			given++
		}
	}
	if given == 0 || given > 8 || given != len(r.Diagnostics) {
		t.Errorf("%d of 10 files were given up, want some and not all; found %v", given, summary(r))
	}
}
