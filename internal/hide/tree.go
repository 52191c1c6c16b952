package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// outcome is what became of a place whose fix was taken out.
type outcome int

const (
	silent outcome = iota
	found          // the rule says something that it did not say before
	told           // it says nothing new, and said something of the same file before
)

func (o outcome) String() string { return [...]string{"silent", "found", "told"}[o] }

// tree is one repository's work tree.
type tree struct {
	dir  string
	most int // places of one kind
	// listed are the Python files below it, by path; nil until they are asked for.
	listed map[string]*python.Module
	paths  []string
	before map[string]map[string]bool
	*byName
}

// modules parses the Python files of the tree. Notebooks are left out: an edit of their text is none of the file.
func (t *tree) modules() error {
	if t.listed != nil {
		return nil
	}
	t.listed, t.before = map[string]*python.Module{}, map[string]map[string]bool{}
	opened, err := project.Open(project.Options{Dir: t.dir, Known: lint.Known(all.Rules())})
	if err != nil {
		return err
	}
	for _, file := range opened.Files {
		if file.Kind != discover.Python {
			continue
		}
		read, err := opened.Read(file)
		if err != nil {
			continue
		}
		if m := parsed(file.Path, read.Text); m != nil {
			t.listed[file.Path] = m
			t.paths = append(t.paths, file.Path)
		}
	}
	slices.Sort(t.paths)
	t.byName = namesOf(t.listed)
	return nil
}

// parsed is a module without errors; nil for any other.
func parsed(path string, text []byte) *python.Module {
	m, err := python.Parse(source.New(path, text))
	if err != nil || len(m.Errors) > 0 {
		return nil
	}
	return m
}

// sites are the places of a kind that are taken: a few of each repository, chosen by what they are called, so that
// neither a large repository nor the order of its files decides.
func (t *tree) sites(k *kind) ([]site, error) {
	if err := t.modules(); err != nil {
		return nil, err
	}
	var all []site
	for _, p := range t.paths {
		if tests(t.listed[p]) {
			continue
		}
		for _, s := range k.find(t.listed[p]) {
			s.path = p
			if t.needless(k, s) {
				continue
			}
			s.text = applied(t.listed[p].File, s.edits)
			if parsed(p, s.text) != nil {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b site) int { return strings.Compare(a.order(), b.order()) })
	return all[:min(len(all), t.most)], nil
}

// order is a number that a site's name alone decides.
func (s site) order() string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s:%d", s.path, s.line)))
}

// hide lints the tree without a fix: the file itself, those that name it and those that it names, for a finding may
// stand where the file is used, or where what it uses is made: a sampler that nobody tells the epoch. Where these say
// nothing, all files of the tree: many may name a file, and one alone drive what stands in it.
func (t *tree) hide(ctx context.Context, k *kind, s site) (outcome, error) {
	became, err := t.hideFrom(ctx, k, s, t.around(s.path))
	if err != nil || became == found {
		return became, err
	}
	return t.hideFrom(ctx, k, s, t.paths)
}

func (t *tree) hideFrom(ctx context.Context, k *kind, s site, looked []string) (outcome, error) {
	after, err := t.lint(ctx, k, looked, map[string][]byte{s.path: s.text})
	if err != nil {
		return silent, err
	}
	key := k.rule + " " + strings.Join(looked, " ")
	before, known := t.before[key]
	if !known {
		if before, err = t.lint(ctx, k, looked, nil); err != nil {
			return silent, err
		}
		t.before[key] = before
	}
	became := silent
	for place := range before {
		if strings.HasPrefix(place, s.path+":") {
			became = told
		}
	}
	for place := range after {
		if !before[place] {
			became = found
		}
	}
	return became, nil
}

// neighbours is how many files that name a file are looked at with it, and how many of those that it names.
const neighbours = 8

// around is a file, those of the tree that import it and those that it imports, as far as names in texts show.
func (t *tree) around(file string) []string {
	var by, of []string
	for _, p := range t.paths {
		switch {
		case p == file:
		case len(by) < neighbours && importsNamed(t.listed[p], moduleName(file)):
			by = append(by, p)
		case len(of) < neighbours && importsNamed(t.listed[file], moduleName(p)):
			of = append(of, p)
		}
	}
	var behind []string // what a package hands on: from data import loaders, of data/__init__.py
	for _, init := range of {
		if path.Base(init) != "__init__.py" {
			continue
		}
		for _, p := range t.paths {
			if path.Dir(p) == path.Dir(init) && p != init && p != file && len(behind) < neighbours && !slices.Contains(by, p) &&
				!slices.Contains(of, p) && importsNamed(t.listed[init], moduleName(p)) {
				behind = append(behind, p)
			}
		}
	}
	return slices.Concat([]string{file}, by, of, behind)
}

// moduleName is the last part of what a file is called in an import.
func moduleName(file string) string {
	if stem := strings.TrimSuffix(path.Base(file), ".py"); stem != "__init__" {
		return stem
	}
	return path.Base(path.Dir(file))
}

func importsNamed(m *python.Module, stem string) bool {
	return slices.ContainsFunc(m.Imports(), func(i *python.Import) bool {
		return slices.Contains(strings.Split(i.Module, "."), stem) ||
			slices.ContainsFunc(i.Names, func(a *python.Alias) bool {
				return slices.Contains(strings.Split(a.Path, "."), stem)
			})
	})
}

// lint tells where a kind's rule finds something, with texts in place of files.
func (t *tree) lint(ctx context.Context, k *kind, looked []string, overlay map[string][]byte) (map[string]bool, error) {
	result, err := lint.Run(
		ctx,
		lint.Options{Dir: t.dir, Paths: looked, Rules: all.Rules(), Select: []string{k.rule}, Overlay: overlay},
	)
	if err != nil {
		return nil, err
	}
	places := map[string]bool{}
	for _, d := range result.Diagnostics {
		if d.Rule.Name == k.rule {
			places[fmt.Sprintf("%s:%d", d.File, result.Source(d.File).LineOf(d.Span.Start))] = true
		}
	}
	return places, nil
}
