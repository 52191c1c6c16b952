// Package syntax parses a text with a tree-sitter grammar and hands the whole
// tree over as one flat slice.
//
// A call from Go into C costs more than the work it asks for here: walking a
// tree node by node through the binding takes as long again as parsing it. One
// C loop (flatten_c.c) copies every node that the caller wants instead.
package syntax

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// Node is one node of a tree, in preorder: its children follow it directly.
type Node struct {
	Symbol  uint16 // grammar symbol; ErrorSymbol for text that did not parse
	Field   uint8  // id of the field it fills in its parent, 0 for none
	Missing bool   // invented by error recovery; it covers no text
	Start   uint32 // byte offsets
	End     uint32
	Next    uint32 // index of the first node after this one's subtree
}

// ErrorSymbol marks text that the grammar could not read.
const ErrorSymbol = 0xffff

// Keep says what to do with the nodes of one symbol.
type Keep = uint8

// What flattening does with a node.
const (
	Drop Keep = iota // leave it and everything below it out
	Tree             // take it and go on below it
	Leaf             // take it, leave out what is below it
	// FieldLeaf takes it as a leaf where it fills a field, such as an operator;
	// the same token elsewhere is punctuation and left out.
	FieldLeaf
)

// Grammar is a tree-sitter language with the choice of nodes to keep.
type Grammar struct {
	language *sitter.Language
	keep     []Keep
	fields   map[string]uint8 // by name
	parsers  sync.Pool
}

// NewGrammar prepares a language; choose is asked once for every symbol.
func NewGrammar(language *sitter.Language, choose func(name string, named bool) Keep) *Grammar {
	g := &Grammar{language: language, keep: make([]Keep, language.SymbolCount()), fields: map[string]uint8{}}
	for i := 1; i < 256 && language.FieldName(i) != ""; i++ {
		g.fields[language.FieldName(i)] = uint8(i)
	}
	for i := range g.keep {
		symbol := sitter.Symbol(i)
		g.keep[i] = choose(language.SymbolName(symbol), language.SymbolType(symbol) == sitter.SymbolTypeRegular)
	}
	g.parsers.New = func() any {
		p := sitter.NewParser()
		p.SetLanguage(language)
		return p
	}
	return g
}

// Symbols lists the grammar's symbol names, by number.
func (g *Grammar) Symbols() []string {
	names := make([]string, g.language.SymbolCount())
	for i := range names {
		names[i] = g.language.SymbolName(sitter.Symbol(i))
	}
	return names
}

// Field is the number of a field's name, 0 when the grammar has none such.
func (g *Grammar) Field(name string) uint8 { return g.fields[name] }

// MaxBytes bounds what is parsed. Nobody writes as much by hand.
const MaxBytes = 2 << 20

// patience is how long parsing may take. Tree-sitter's recovery from errors is not
// linear, and can be stopped by the clock only. This is ten times and more what an
// ordinary text takes.
func patience(length int) time.Duration {
	return 600*time.Millisecond + time.Duration(length)*2*time.Microsecond
}

// slice is after how long parsing stops to look at the clock.
const slice = 100 * time.Millisecond

// goOn parses on where the parser stopped, as long as there is patience. What the rest of the program computes at the
// same time is not held against the text: a page of 900 kB under the name of a script was given up or not as others had
// work.
func goOn(parser *sitter.Parser, text []byte) (tree *sitter.Tree, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	watch, limit := budget.StartAlone(), patience(len(text))
	err = sitter.ErrOperationLimit
	for errors.Is(err, sitter.ErrOperationLimit) && !watch.Over(limit) {
		tree, err = parser.ParseCtx(context.Background(), nil, text)
	}
	return tree, err
}

// Parse reads text and returns its kept nodes; into is reused when it is large
// enough. Text that does not fit the grammar still yields a tree, with
// ErrorSymbol nodes in it. It is *budget.Exceeded when the text is too long, or too
// broken to be read in the time that a text of its length should take.
func (g *Grammar) Parse(text []byte, into []Node) ([]Node, error) {
	if len(text) > MaxBytes {
		return nil, &budget.Exceeded{Why: fmt.Sprintf("the file is longer than %d MB", MaxBytes>>20)}
	}
	parser := g.parsers.Get().(*sitter.Parser)
	defer g.parsers.Put(parser)
	parser.SetOperationLimit(int(slice / time.Microsecond))
	tree, err := parser.ParseCtx(context.Background(), nil, text)
	if errors.Is(err, sitter.ErrOperationLimit) {
		tree, err = goOn(parser, text)
	}
	if errors.Is(err, sitter.ErrOperationLimit) {
		parser.Reset() // or the next text would be read from where this one ends
		return nil, &budget.Exceeded{Why: "finding out where the file stops to be Python takes too long"}
	}
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	defer tree.Close()
	if cap(into) == 0 {
		into = make([]Node, 64+len(text)/6)
	}
	return g.flatten(tree.RootNode(), into[:cap(into)]), nil
}
