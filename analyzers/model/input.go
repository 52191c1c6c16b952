package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// ParseInput reads 8x3x224x224, 2x77:int64 or name=2x77.
func ParseInput(text string) (Input, error) {
	in := Input{DType: tensor.Float32}
	shape := text
	if name, rest, ok := strings.Cut(text, "="); ok {
		in.Name, shape = name, rest
	}
	shape, dtype, typed := strings.Cut(shape, ":")
	if typed {
		d, ok := tensor.DTypeNamed(dtype)
		if !ok {
			return in, fmt.Errorf("%s: torch has no dtype %q", text, dtype)
		}
		in.DType = d
	}
	for _, word := range strings.Split(shape, "x") {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < 0 {
			return in, fmt.Errorf("%s: %q is no size: write 8x3x224x224, or 2x77:int64", text, word)
		}
		in.Shape = append(in.Shape, n)
	}
	return in, nil
}

// misfit is how the inputs do not fit what forward takes; nil where they do, as far as its parameters say.
func (r *run) misfit(inputs []Input) *Gap {
	f, _ := r.m.Lookup(r.model.object.Class, "forward").(*exact.Function)
	if r.model.object.Attrs.Get("forward") != nil || len(r.model.before) > 0 {
		f = nil
	}
	at := Gap{Path: r.Path, Line: r.Line}
	var places, needs []string
	open := f == nil
	if f != nil {
		if place := r.m.PlaceOf(f); place.Path != "" {
			at.Path, at.Line = place.Path, place.Line
		}
		for _, p := range f.Parameters()[min(1, len(f.Parameters())):] {
			switch {
			case p.Star == 1 || p.Star == 2:
				open = true
			default:
				places = append(places, p.Name)
			}
			if p.Required {
				needs = append(needs, p.Name)
			}
		}
		r.Takes = needs
	}
	if len(inputs) == 0 {
		at.Path, at.Line, at.Reason = r.Path, r.Line, "forward was not followed: no input is given"
		return &at
	}
	given := map[string]bool{}
	for i, in := range inputs {
		switch {
		case in.Name != "":
			given[in.Name] = true
		case i < len(places):
			given[places[i]] = true
		}
	}
	list := strings.Join(places, ", ")
	switch {
	case f == nil:
		return nil
	case slices.ContainsFunc(needs, func(name string) bool { return !given[name] }):
		at.Reason = fmt.Sprintf("forward takes %s: give each with --input", strings.Join(needs, ", "))
	case !open && len(inputs) > len(places):
		at.Reason = fmt.Sprintf("forward takes %s, and %d inputs are given", list, len(inputs))
	case !open && slices.ContainsFunc(inputs, func(in Input) bool {
		return in.Name != "" && !slices.Contains(places, in.Name)
	}):
		at.Reason = fmt.Sprintf("forward takes %s: an input has another name", list)
	default:
		return nil
	}
	return &at
}
