package project

import (
	"fmt"
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/internal/settings"
)

// said are the sizes that settings hold, and those of the command line, which have the last word.
func (p *Project) said(held map[string]settings.Entry) []*job.Size {
	var list []*job.Size
	for _, name := range slices.Sorted(maps.Keys(held)) {
		s := &job.Size{Text: held[name].Value, From: held[name].Origin.Relative(p.Dir)}
		s.Call(name)
		list = append(list, s)
	}
	return append(list, p.Sizes...)
}

// CheckSize says why a name and a text say no size of data.
func CheckSize(name, text string) error {
	if _, _, _, err := model.ParseSize(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// ParseSize reads NAME=SIZE as it is given on the command line.
func ParseSize(text string) (*job.Size, error) {
	s, err := job.ParseSize(text)
	if err != nil {
		return nil, err
	}
	s.From = "--size"
	return s, CheckSize(s.Name, s.Text)
}
