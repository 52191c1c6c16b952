package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// learned is what a run of the unchanged program says of a unit.
type learned struct {
	unit
	took    time.Duration // of a processor: a busy machine makes no test slow
	differs set           // the mutants that make a difference where it passes them
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

// learn runs the units of a stage, unless that is known.
func (b *bench) learn(ctx context.Context, wanted stage) ([]*learned, error) {
	if known, ok := b.stages[wanted]; ok {
		return known, nil
	}
	binary, err := b.binary(ctx, wanted.pkg)
	if err != nil || binary == "" {
		return nil, err
	}
	units, err := b.unitsOf(ctx, wanted)
	if err != nil {
		return nil, err
	}
	var all []*learned
	var took time.Duration
	for _, u := range units {
		l, err := b.learnUnit(ctx, wanted.pkg, u)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
		took += l.took
	}
	b.stages[wanted] = all
	fmt.Fprintf(b.notes, "%v: %d parts, %.1f s unchanged\n", wanted, len(units), took.Seconds())
	return all, nil
}

func (b *bench) learnUnit(ctx context.Context, pkg string, u unit) (*learned, error) {
	selected := pattern([]unit{u})
	name := pkg + " " + selected
	if known, ok := b.lessons.units[name]; ok {
		return &learned{u, known.Took, known.Differs}, nil
	}
	seen := filepath.Join(b.work, "seen")
	if err := os.Remove(seen); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	r, err := b.execute(ctx, pkg, selected, time.Hour, "TRAINLINT_MUTANTS_SEEN="+seen)
	if err != nil {
		return nil, err
	}
	if !r.passed {
		return nil, fmt.Errorf("without a mutant, %s fails: %s", name, r.said)
	}
	differs, err := readSeen(seen)
	if err != nil {
		return nil, err
	}
	return &learned{u, r.took, differs}, b.lessons.put(lesson{name, r.took, differs})
}

func readSeen(path string) (set, error) {
	var seen set
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return seen, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		id, err := strconv.Atoi(lines.Text())
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		seen.add(id)
	}
	return seen, errors.Join(lines.Err(), file.Close())
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
	s.notebook, err = openNotebook(ctx, o.module, "lessons of "+o.pkg, func(line []byte) {
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
