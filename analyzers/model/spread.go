package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Spread is a loss that compares each prediction with every target: 32x1 meets 32 in 32x32, and torch warns at most.
type Spread struct {
	Path   string
	Line   int
	Reason string // which loss, and the shapes
}

// noteSpread notes the first loss of a training loop that does, of those that compare element by element.
func (l *library) noteSpread(m *exact.Machine, loss string, a exact.Args) {
	t := l.training
	if t == nil || t.ways != nil || t.spread != nil || l.tape == nil || !l.tape.Grad {
		return
	}
	name := loss[strings.LastIndexByte(loss, '.')+1:]
	if classes, known := targetOf[name]; !known || classes {
		return
	}
	input, isTensor := a.Get(0, "input").(*tensor.Tensor)
	target, other := a.Get(1, "target").(*tensor.Tensor)
	if !isTensor || !other {
		return
	}
	joined := tensor.Spread(input.Shape, target.Shape)
	if joined == nil {
		return
	}
	at := m.Place()
	t.spread = &Spread{at.Path, at.Line, fmt.Sprintf("%s compares every prediction, %s, with every target, %s",
		name, inWords(input.Shape), inWords(target.Shape))}
}

// agreed is the loss that all of several ways through a loop spread; nil where one does not.
func agreed(steps []*Step) *Spread {
	first := steps[0].Spread
	if first == nil || slices.ContainsFunc(steps, func(s *Step) bool {
		return s.Ran && (s.lenient || s.Spread == nil || s.Spread.Path != first.Path || s.Spread.Line != first.Line)
	}) {
		return nil
	}
	return first
}
