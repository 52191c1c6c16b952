package fixes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// drawnText is a few short lines, of which the last need not end.
func drawnText(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(5) {
		for range random.IntN(4) {
			b.WriteByte("abc "[random.IntN(4)])
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), strings.Repeat("\n", random.IntN(2)))
}

func drawnEdit(random *rand.Rand, path, text string) fixes.Edit {
	start := random.IntN(len(text) + 1)
	end := min(len(text), start+random.IntN(4))
	return edit(path, start, end, []string{"", "x", "y\n", "\n", "zz", "a"}[random.IntN(6)])
}

// fits reports whether an edit can be made beside others; equal edits are one.
func fits(e fixes.Edit, others []fixes.Edit) bool {
	return !slices.ContainsFunc(others, func(o fixes.Edit) bool { return o != e && o.File == e.File && o.Span.Overlaps(e.Span) })
}

// madeBy is a text after edits that do not overlap: what lies between them stays. At one place, insertions come first.
func madeBy(text string, edits []fixes.Edit) string {
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i].Span, edits[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	out, at := "", 0
	for _, e := range edits {
		out += text[at:e.Span.Start] + e.New
		at = e.Span.End
	}
	return out + text[at:]
}

// TestPreviewsHoldEveryDifference: without the lines that a preview takes out, the old text is the new one without
// those that it puts in, and each of its lines is a line of its text.
func TestPreviewsHoldEveryDifference(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 4000 {
		text := drawnText(random)
		var edits []fixes.Edit
		whole := true // lines, or parts of one
		for range 1 + random.IntN(3) {
			if e := drawnEdit(random, "a", text); fits(e, edits) && !slices.Contains(edits, e) {
				edits = append(edits, e)
				starts := func(at int) bool { return at == 0 || text[at-1] == '\n' }
				lines := starts(e.Span.Start) && starts(e.Span.End) && (e.New == "" || strings.HasSuffix(e.New, "\n"))
				whole = whole && (lines || !strings.Contains(e.New+text[e.Span.Start:e.Span.End], "\n"))
			}
		}
		after := madeBy(text, slices.Clone(edits))
		lines := map[byte][]string{'-': strings.Split(text, "\n"), '+': strings.Split(after, "\n")}
		gone := map[byte]map[int]bool{'-': {}, '+': {}}
		for _, l := range fixes.Preview(source.New("a", []byte(text)), fixes.Fix{Edits: edits}) {
			said, changed := "", false
			for _, p := range l.Parts {
				said += p.Text
				changed = changed || p.Changed
			}
			if l.Line < 1 || l.Line > len(lines[l.Sign]) || said != lines[l.Sign][l.Line-1] || gone[l.Sign][l.Line] {
				t.Fatalf("%q with %v: %c%d says %q", text, edits, l.Sign, l.Line, said)
			}
			if _, alike := gone[l.Sign][l.Line]; alike || !changed && said != "" && text == after {
				t.Fatalf("%q with %v: %c%d shows no change", text, edits, l.Sign, l.Line)
			}
			gone[l.Sign][l.Line] = true
		}
		if !whole || len(edits) > 1 && strings.Count(text, "\n") != strings.Count(after, "\n") {
			continue // which half of a line that is broken or joined has changed is a matter of taste
		}
		var rest [2][]string
		for i, sign := range []byte{'-', '+'} {
			for n, line := range lines[sign] {
				if !gone[sign][n+1] {
					rest[i] = append(rest[i], line)
				}
			}
		}
		if a, b := strings.Join(rest[0], "\n"), strings.Join(rest[1], "\n"); strings.Trim(a, "\n") != strings.Trim(b, "\n") {
			t.Fatalf("%q becomes %q, and beside the preview %q becomes %q", text, after, a, b)
		}
	}
}

// TestSessionTakesWhatFits: of fixes drawn by chance those are made, in the order offered, that fit all that was taken
// before; one that was tried and waits is no bug, and one with edits of its own that overlap is.
func TestSessionTakesWhatFits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		texts := map[string]string{"a": drawnText(random), "b": drawnText(random)}
		s := &fixes.Session{
			File: func(path string) *source.File {
				if text, ok := texts[path]; ok {
					return source.New(path, []byte(text))
				}
				return nil
			},
			Unsafe: random.IntN(2) == 0,
		}
		var candidates []fixes.Candidate
		var taken []fixes.Edit
		bugs, dropped := map[string]bool{}, map[[2]string]bool{}
		var applied []string
		for i := range 1 + random.IntN(4) {
			c := fixes.Candidate{Rule: fmt.Sprintf("r%d", i)}
			decided := false
			for n := range 1 + random.IntN(2) {
				fix := fixes.Fix{Title: fmt.Sprintf("fix %d", n), Safety: fixes.Safety(random.IntN(3))}
				for range 1 + random.IntN(2) {
					path := []string{"a", "b"}[random.IntN(2)]
					fix.Edits = append(fix.Edits, drawnEdit(random, path, texts[path]))
				}
				c.Fixes = append(c.Fixes, fix)
				if decided || fix.Safety == fixes.Shown || fix.Safety == fixes.Unsafe && !s.Unsafe {
					continue
				}
				var real []fixes.Edit
				sound := true
				for _, e := range fix.Edits {
					if texts[e.File][e.Span.Start:e.Span.End] != e.New && !slices.Contains(real, e) {
						// Two insertions at one place stand in the order of their fix.
						sound = sound && fitsWithin(e, real)
						real = append(real, e)
					}
				}
				switch {
				case !sound:
					bugs[c.Rule] = true
					dropped[[2]string{c.Rule, fix.Edits[0].File}] = true
				case len(real) > 0 && !slices.ContainsFunc(real, func(e fixes.Edit) bool { return dropped[[2]string{c.Rule, e.File}] }):
					decided = true
					if slices.ContainsFunc(real, func(e fixes.Edit) bool { return !fits(e, taken) }) {
						continue
					}
					applied = append(applied, c.Rule)
					for _, e := range real {
						if !slices.Contains(taken, e) {
							taken = append(taken, e)
						}
					}
				}
			}
			candidates = append(candidates, c)
		}
		if undone(texts, taken) {
			continue
		}
		r, err := s.Run(candidates)
		if err != nil {
			t.Fatal(err)
		}
		checkSession(t, texts, candidates, taken, applied, bugs, r)
	}
}

// fitsWithin is fits for edits of one fix, whose insertions at one place have an order.
func fitsWithin(e fixes.Edit, others []fixes.Edit) bool {
	return !slices.ContainsFunc(others, func(o fixes.Edit) bool {
		return o.File == e.File && o.Span.Len()+e.Span.Len() > 0 && o.Span.Overlaps(e.Span)
	})
}

// undone reports whether edits that each change a file leave it as it is together: the session looks for one to blame
// then.
func undone(texts map[string]string, taken []fixes.Edit) bool {
	for path, text := range texts {
		var here []fixes.Edit
		for _, e := range taken {
			if e.File == path {
				here = append(here, e)
			}
		}
		if len(here) > 0 && madeBy(text, here) == text {
			return true
		}
	}
	return false
}

func checkSession(t *testing.T, texts map[string]string, candidates []fixes.Candidate, taken []fixes.Edit, applied []string, bugs map[string]bool, r *fixes.Result) {
	t.Helper()
	told := map[string]bool{}
	for _, b := range r.Bugs {
		told[b.Rule] = true
	}
	var got []string
	for _, a := range r.Applied {
		got = append(got, a.Rule)
	}
	if fmt.Sprint(told) != fmt.Sprint(bugs) || !slices.Equal(got, applied) {
		t.Fatalf("%q %v: %v are broken, want %v; %v were applied, want %v", texts, candidates, told, bugs, got, applied)
	}
	now := map[string]string{}
	for path, text := range texts {
		var here []fixes.Edit
		for _, e := range taken {
			if e.File == path {
				here = append(here, e)
			}
		}
		now[path] = madeBy(text, here)
	}
	for _, c := range r.Changes {
		if string(c.After.Text) != now[c.Before.Path] || string(c.Before.Text) == string(c.After.Text) {
			t.Fatalf("%q %v: %s becomes %q, want %q", texts, candidates, c.Before.Path, c.After.Text, now[c.Before.Path])
		}
		texts[c.Before.Path] = string(c.After.Text)
	}
	for path, text := range now {
		if texts[path] != text {
			t.Fatalf("%v: %s stays %q, want %q", candidates, path, texts[path], text)
		}
	}
}
