package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/rules/all"
)

// counted is what stands below a group's folders of cases.
type counted struct{ rules, cases, wants, todoWants, todoOKs int }

// directives as rules/cases_test.go reads them.
var directive = regexp.MustCompile(`(?:#|//)\s*(want|todo-want|todo-ok)\b`)

// caseFigures counts the cases of each group, and what they admit to get wrong.
func caseFigures(dir string) ([]figure, error) {
	groups := map[string]*counted{}
	total := &counted{}
	for _, rule := range all.Rules() {
		c, err := countCases(filepath.Join(dir, rule.Name))
		if err != nil {
			return nil, err
		}
		if groups[string(rule.Group)] == nil {
			groups[string(rule.Group)] = &counted{}
		}
		groups[string(rule.Group)].add(c)
		total.add(c)
	}
	var list []figure
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		list = append(list, figure{name, groups[name].String()})
	}
	return append(list, figure{"all", total.String()}), nil
}

func (c *counted) add(other counted) {
	c.rules += other.rules
	c.cases += other.cases
	c.wants += other.wants
	c.todoWants += other.todoWants
	c.todoOKs += other.todoOKs
}

func (c *counted) String() string {
	return fmt.Sprintf(
		"%d rules, %d cases, %d wants, %d todo-want, %d todo-ok",
		c.rules,
		c.cases,
		c.wants,
		c.todoWants,
		c.todoOKs,
	)
}

// countCases counts one rule's cases. A rule without any has no folder: trainlint's own
// rules about files it cannot read.
func countCases(dir string) (counted, error) {
	c := counted{rules: 1}
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	for _, e := range entries {
		bare := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
		switch {
		case strings.HasSuffix(bare, ".fixed") || strings.HasSuffix(e.Name(), ".fixed"):
			continue
		case !strings.HasSuffix(e.Name(), ".want"):
			c.cases++
		}
		if err := c.count(filepath.Join(dir, e.Name())); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *counted) count(path string) error {
	return filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".want") {
			c.wants += len(bytes.Split(bytes.TrimSpace(text), []byte("\n")))
			return err
		}
		for _, found := range directive.FindAllSubmatch(text, -1) {
			switch string(found[1]) {
			case "want":
				c.wants++
			case "todo-want":
				c.todoWants++
			case "todo-ok":
				c.todoOKs++
			}
		}
		return err
	})
}
