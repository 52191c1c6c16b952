package fixes

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// MaxPasses is how often fixes are applied and the result linted again before
// the files that still change are given up.
const MaxPasses = 10

// Session applies fixes in memory, pass after pass, until nothing changes. It
// writes nothing: Result.Changes is for Patch and Write.
type Session struct {
	// File is the text of a file at the start, nil when the path is unknown.
	File func(path string) *source.File
	// Judge makes the judge of a file; nil, or a nil judge, checks nothing.
	Judge func(f *source.File) Judge
	// Unsafe lets unsafe fixes apply too. Shown ones never do.
	Unsafe bool
	// Lint is asked after each pass for what can be fixed now. It is given every
	// file that differs from the last time it was asked, and answers for the whole
	// project (or at least for every finding that such a file has a part in).
	// Without it there is one pass.
	Lint func(changed []*source.File) ([]Candidate, error)
}

// Change is a file that the session changed.
type Change struct {
	Before, After *source.File
	// Group is the same for files that one fix changed together: they are written
	// together or not at all.
	Group int
}

// Applied is a fix that is part of the result.
type Applied struct {
	Rule string
	Fix  Fix
	Pass int // from 1
}

// Skipped is a fix that a person has to make, and why.
type Skipped struct {
	Rule string
	Fix  Fix
	File string
	Err  error
}

// Bug is a fix, or a set of them, that trainlint should not have offered.
type Bug struct {
	Rule string // the rules' names, when several fight each other
	File string
	Err  error
}

func (b Bug) Error() string {
	return fmt.Sprintf("%s: %s: %v; this is a bug in trainlint, the fix was dropped", b.File, b.Rule, b.Err)
}

// Result is what a session did.
type Result struct {
	Changes []Change // by path
	Applied []Applied
	Skipped []Skipped
	Bugs    []Bug
	Passes  int // that changed something
}

var (
	errCycle = errors.New("the fixes go round in a circle")
	errLimit = fmt.Errorf("the fixes still change the file after %d passes", MaxPasses)
)

// Run applies the candidates of a first lint, then those of every lint after it.
// Its error is Lint's; the result is then what had been reached, not to be written.
func (s *Session) Run(candidates []Candidate) (*Result, error) {
	r := newRun(s)
	for {
		picked := r.choose(candidates)
		if len(picked) == 0 {
			break
		}
		if r.result.Passes == MaxPasses {
			return r.giveUp(picked)
		}
		changed := r.pass(picked)
		if len(changed) == 0 || s.Lint == nil {
			break
		}
		var err error
		if candidates, err = s.Lint(changed); err != nil {
			return r.finish(), fmt.Errorf("linting the fixed files again: %w", err)
		}
	}
	return r.finish(), nil
}

// giveUp restores the files that still change at the limit, and lets the linter
// know.
func (r *run) giveUp(picked []pick) (*Result, error) {
	var files []*source.File
	for _, path := range r.restore(filesOf(picked), errLimit) {
		files = append(files, r.now[path])
	}
	if _, err := r.Lint(files); err != nil {
		return r.finish(), fmt.Errorf("linting the restored files again: %w", err)
	}
	return r.finish(), nil
}

// run is the state of one session.
type run struct {
	*Session
	original map[string]*source.File
	now      map[string]*source.File
	judges   map[string]Judge
	refused  map[string]error               // whether a file takes fixes at all
	seen     map[string][][sha256.Size]byte // every text a file has had
	frozen   map[string]bool                // files that get no more fixes
	dropped  map[[2]string]bool             // rule and file
	skipped  map[string]bool
	result   *Result
}

func newRun(s *Session) *run {
	return &run{
		Session: s, result: &Result{},
		original: map[string]*source.File{}, now: map[string]*source.File{}, judges: map[string]Judge{},
		refused: map[string]error{},
		seen:    map[string][][sha256.Size]byte{}, frozen: map[string]bool{},
		dropped: map[[2]string]bool{}, skipped: map[string]bool{},
	}
}

// file is the current text of a file, nil when there is no such file.
func (r *run) file(path string) *source.File {
	if f, ok := r.now[path]; ok {
		return f
	}
	f := r.File(path)
	r.original[path], r.now[path] = f, f
	if f != nil {
		r.seen[path] = [][sha256.Size]byte{sha256.Sum256(f.Text)}
	}
	return f
}

// judge is the judge of the current text of a file; it may be nil.
func (r *run) judge(path string) Judge {
	if r.Judge == nil {
		return nil
	}
	if j, ok := r.judges[path]; ok {
		return j
	}
	j := r.Judge(r.file(path))
	r.judges[path] = j
	return j
}

// commit makes the patched texts the current ones and returns the files that
// changed. A text that a file had before means that rules undo each other.
func (r *run) commit(picked []pick, patched map[string]*source.File) []*source.File {
	r.result.Passes++
	for _, p := range picked {
		r.result.Applied = append(r.result.Applied, Applied{p.rule, p.fix, r.result.Passes})
	}
	var circling []string
	for _, path := range sortedKeys(patched) {
		sum := sha256.Sum256(patched[path].Text)
		if slices.Contains(r.seen[path], sum) {
			circling = append(circling, path)
		}
		r.seen[path] = append(r.seen[path], sum)
		r.set(path, patched[path])
	}
	changed := map[string]*source.File{}
	for _, path := range append(r.restore(circling, errCycle), sortedKeys(patched)...) {
		changed[path] = r.now[path]
	}
	var files []*source.File
	for _, path := range sortedKeys(changed) {
		files = append(files, changed[path])
	}
	return files
}

func (r *run) set(path string, f *source.File) {
	r.now[path] = f
	delete(r.judges, path)
	delete(r.refused, path)
}

// restore gives files up: they, and the files that share a fix with them, get
// their first text back and no more fixes.
func (r *run) restore(paths []string, reason error) []string {
	if len(paths) == 0 {
		return nil
	}
	groups := r.groups()
	lost := map[int]bool{}
	for _, path := range paths {
		r.result.Bugs = append(r.result.Bugs, Bug{r.rulesOf(path), path, reason})
		r.frozen[path] = true
		lost[groups[path]] = true
	}
	var restored []string
	for _, path := range sortedKeys(r.now) {
		if r.now[path] != nil && lost[groups[path]] {
			r.set(path, r.original[path])
			r.frozen[path] = true
			restored = append(restored, path)
		}
	}
	r.result.Applied = slices.DeleteFunc(r.result.Applied, func(a Applied) bool {
		return slices.ContainsFunc(a.Fix.Edits, func(e Edit) bool { return r.frozen[e.File] })
	})
	return restored
}

// rulesOf names the rules that changed a file.
func (r *run) rulesOf(path string) string {
	var names []string
	for _, a := range r.result.Applied {
		touches := slices.ContainsFunc(a.Fix.Edits, func(e Edit) bool { return e.File == path })
		if touches && !slices.Contains(names, a.Rule) {
			names = append(names, a.Rule)
		}
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

// groups numbers the files known so far; files that share an applied fix share
// a number.
func (r *run) groups() map[string]int {
	group := map[string]int{}
	for i, path := range sortedKeys(r.now) {
		group[path] = i
	}
	for _, a := range r.result.Applied {
		for _, e := range a.Fix.Edits[1:] {
			from, to := group[e.File], group[a.Fix.Edits[0].File]
			for path, g := range group {
				if g == from {
					group[path] = to
				}
			}
		}
	}
	return group
}

func (r *run) finish() *Result {
	groups := r.groups()
	for _, path := range sortedKeys(r.now) {
		before, after := r.original[path], r.now[path]
		if before != nil && string(before.Disk()) != string(after.Disk()) {
			r.result.Changes = append(r.result.Changes, Change{before, after, groups[path]})
		}
	}
	return r.result
}
