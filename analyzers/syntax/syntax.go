// Package syntax parses a text with a tree-sitter grammar and hands the whole
// tree over as one flat slice.
//
// A call from Go into C costs more than the work it asks for here: walking a
// tree node by node through the binding takes as long again as parsing it. One
// C loop (flatten.c) copies every node that the caller wants instead.
package syntax

// #cgo CFLAGS: -O2
// #cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
// #cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
// #include "flatten.h"
import "C"

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
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
	Drop Keep = C.FLAT_DROP // leave it and everything below it out
	Tree Keep = C.FLAT_KEEP // take it and go on below it
	Leaf Keep = C.FLAT_LEAF // take it, leave out what is below it
	// FieldLeaf takes it as a leaf where it fills a field, such as an operator;
	// the same token elsewhere is punctuation and left out.
	FieldLeaf Keep = C.FLAT_FIELD
)

// Grammar is a tree-sitter language with the choice of nodes to keep.
type Grammar struct {
	language *sitter.Language
	keep     []Keep
	parsers  sync.Pool
}

// NewGrammar prepares a language; choose is asked once for every symbol.
func NewGrammar(language *sitter.Language, choose func(name string, named bool) Keep) *Grammar {
	g := &Grammar{language: language, keep: make([]Keep, language.SymbolCount())}
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
func (g *Grammar) Field(name string) uint8 {
	for i := 1; i < 256; i++ {
		switch g.language.FieldName(i) {
		case name:
			return uint8(i)
		case "":
			return 0
		}
	}
	return 0
}

// Parse reads text and returns its kept nodes; into is reused when it is large
// enough. Text that does not fit the grammar still yields a tree, with
// ErrorSymbol nodes in it. Texts of 4 GiB and more are refused.
func (g *Grammar) Parse(text []byte, into []Node) ([]Node, error) {
	if uint64(len(text)) >= 1<<32 {
		return nil, fmt.Errorf("%d bytes are more than a syntax tree can address", len(text))
	}
	parser := g.parsers.Get().(*sitter.Parser)
	defer g.parsers.Put(parser)
	tree, err := parser.ParseCtx(context.Background(), nil, text)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	defer tree.Close()
	return g.flatten(tree.RootNode(), len(text), into), nil
}

func (g *Grammar) flatten(root *sitter.Node, size int, into []Node) []Node {
	if cap(into) == 0 {
		into = make([]Node, 64+size/6)
	}
	into = into[:cap(into)]
	// sitter.Node holds the C TSNode as its first field; layout_test.go watches
	// over that. The copy keeps the Go pointers beside it out of C's sight.
	node := *(*C.TSNode)(unsafe.Pointer(root))
	for {
		count := int(C.flat_copy(&node, (*C.uint8_t)(&g.keep[0]),
			C.uint32_t(len(g.keep)), (*C.flat_node)(unsafe.Pointer(&into[0])), C.uint32_t(len(into))))
		runtime.KeepAlive(root)
		if count <= len(into) {
			return into[:count]
		}
		into = make([]Node, count)
	}
}
