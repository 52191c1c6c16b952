package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// learned is what a run of the unchanged program says of a unit.
type learned struct {
	unit
	took    time.Duration // of a processor: a busy machine makes no test slow
	differs set           // the mutants that make a difference where it passes them
	many    int           // how many they are
}

func newLearned(u unit, took time.Duration, differs set) *learned {
	return &learned{u, took, differs, differs.len()}
}

// set holds numbers of mutants.
type set []byte

func (s set) has(id int) bool { return id/8 < len(s) && s[id/8]&(1<<(id%8)) != 0 }

func (s *set) add(id int) {
	for len(*s) <= id/8 {
		*s = append(*s, 0)
	}
	(*s)[id/8] |= 1 << (id % 8)
}

func (s set) len() int {
	n := 0
	for _, b := range s {
		n += bits.OnesCount8(b)
	}
	return n
}

// learn runs the units of a test package, unless that is known.
func (b *bench) learn(ctx context.Context, pkg string) ([]*learned, error) {
	if known, ok := b.units[pkg]; ok {
		return known, nil
	}
	binary, err := b.binary(ctx, pkg)
	if err != nil || binary == "" {
		return nil, err
	}
	units, err := b.unitsOf(ctx, pkg)
	if err != nil {
		return nil, err
	}
	var all []*learned
	var took time.Duration
	for _, u := range units {
		l, err := b.learnUnit(ctx, u)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
		took += l.took
	}
	b.units[pkg] = all
	fmt.Fprintf(b.notes, "%s: %d parts, %.1f s unchanged\n", pkg, len(units), took.Seconds())
	return all, nil
}

func (b *bench) learnUnit(ctx context.Context, u unit) (*learned, error) {
	selected := pattern([]unit{u})
	name := u.pkg + " " + selected
	if known, ok := b.lessons.units[name]; ok {
		return newLearned(u, known.Took, known.Differs), nil
	}
	seen := filepath.Join(b.work, "seen")
	if err := os.WriteFile(seen, make([]byte, b.builder.count+1), 0o600); err != nil {
		return nil, err
	}
	r, err := b.execute(ctx, u.pkg, selected, time.Hour, "TRAINLINT_MUTANTS_SEEN="+seen)
	if err != nil {
		return nil, err
	}
	if !r.passed {
		return nil, fmt.Errorf("without a mutant, %s fails: %s", name, r.said)
	}
	text, err := os.ReadFile(seen)
	if err != nil {
		return nil, err
	}
	var differs set
	for id, passed := range text {
		if passed != 0 {
			differs.add(id)
		}
	}
	return newLearned(u, r.took, differs), b.lessons.put(lesson{name, r.took, differs})
}

// lessons remember what was learned of a tree: another sample, or another run, begins with it.
type lessons struct {
	notebook
	units map[string]lesson
}

type lesson struct {
	Unit    string
	Took    time.Duration
	Differs set
}

func openLessons(ctx context.Context, o options) (*lessons, error) {
	s := &lessons{units: map[string]lesson{}}
	var err error
	s.notebook, err = openNotebook(ctx, o.module, "lessons of "+strings.Join(o.packages, " "), func(line []byte) {
		var l lesson
		if json.Unmarshal(line, &l) == nil {
			s.units[l.Unit] = l
		}
	})
	return s, err
}

func (s *lessons) put(l lesson) error {
	s.units[l.Unit] = l
	return s.write(l)
}
