// Package config reads YAML, JSON and TOML into one tree of keyed values, each
// with the exact bytes it was written with, and knows what a value means to the
// program that loads it.
package config

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Format is the notation a file is written in.
type Format int

// The notations that Parse reads.
const (
	YAML Format = iota
	JSON
	TOML
)

// String is the usual name of the notation.
func (f Format) String() string { return [...]string{"YAML", "JSON", "TOML"}[f] }

// ProblemKind says how bad a problem is for the programs that load the file.
type ProblemKind int

const (
	// Syntax problems stop every reader of the format.
	Syntax ProblemKind = iota
	// Relaxed problems stop strict JSON readers only: comments, trailing commas
	// and the like, which hjson (DeepSpeed) and jsonc take.
	Relaxed
	// Template marks a file that another program fills in before it is loaded
	// ({{ }}, {% %}): what the tree holds is not what the training script sees.
	Template
	// Encoding problems are bytes that are no UTF-8, or not text at all.
	Encoding
	// Limit says that reading stopped because the file is larger than a
	// configuration can reasonably be: data, most likely.
	Limit
)

// Problem is something about a file's notation that a reader trips over.
type Problem struct {
	Kind    ProblemKind
	Span    source.Span
	Message string // lower case, no full stop
}

// Duplicate is a key written more than once in one mapping. PyYAML, json and
// jsonargparse let the last one win in silence; OmegaConf, ruamel, DeepSpeed's
// JSON hook and TOML readers raise.
type Duplicate struct {
	Path    string   // of the key, as Document.Get takes it
	Entries []*Entry // every place, in file order; the last one wins
}

// Document is one file, read as far as it can be read.
type Document struct {
	File   *source.File
	Format Format
	// Roots holds one tree per YAML document; JSON and TOML have exactly one. An
	// empty file has none.
	Roots []*Node
	// Problems are in file order. A document with a Syntax problem still has the
	// tree of everything around it.
	Problems []Problem
	// Duplicates are in file order of their second place.
	Duplicates []Duplicate
	// Templated: a template engine fills this file in before anything loads it.
	Templated bool

	text     string
	bare     bool           // values of JSON stand there without quotes that are none of its words
	derived  sync.Map       // what others worked out from this file, by their key
	problems [Limit + 1]int // counts by kind
}

// Limits on what is read. The largest training configuration known to us has
// 312 KB and 20 levels; data files beyond these bounds are not configurations.
const (
	maxBytes = 8 << 20
	maxDepth = 256
	maxNodes = 400_000
)

// FormatOf is the notation that a file's name promises, and whether it is one
// that Parse reads.
func FormatOf(name string) (Format, bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
		return YAML, true
	case ".json", ".jsonc", ".hjson", ".json5":
		return JSON, true
	case ".toml":
		return TOML, true
	}
	return YAML, false
}

// Parse reads a file in the notation its name promises, YAML when it promises
// none. It never fails: what it could not read is in Problems.
func Parse(f *source.File) *Document {
	format, _ := FormatOf(f.Path)
	return ParseAs(f, format)
}

// ParseAs reads a file in the given notation, whatever its name.
func ParseAs(f *source.File, format Format) *Document {
	d := &Document{File: f, Format: format}
	if !d.readable() {
		return d
	}
	d.text = string(f.Text)
	switch format {
	case JSON:
		readJSON(d)
	case TOML:
		readTOML(d)
	default:
		readYAML(d)
	}
	d.checkAliases()
	d.collectDuplicates()
	slices.SortStableFunc(d.Problems, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return d
}

// Derive gives what compute makes of the document, and keeps it: several rules ask
// for the same reading of one file. The result must not be changed.
func (d *Document) Derive(key any, compute func() any) any {
	if known, ok := d.derived.Load(key); ok {
		return known
	}
	known, _ := d.derived.LoadOrStore(key, compute())
	return known
}

func (d *Document) readable() bool {
	text := d.File.Text
	if len(text) > maxBytes {
		d.problem(
			Limit,
			source.Span{},
			"the file has %d bytes, more than the %d a configuration may have here; it was not read",
			len(text),
			maxBytes,
		)
		return false
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		d.problem(Encoding, source.Span{Start: 0, End: 2}, "the file is UTF-16, not UTF-8; it was not read")
		return false
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		d.problem(Encoding, source.Span{Start: i, End: i + 1}, "a NUL byte: this is no text file; it was not read")
		return false
	}
	if at := loneReturn(text); at >= 0 && d.Format != JSON {
		d.problem(
			Encoding,
			source.Span{Start: at, End: at + 1},
			"a carriage return without a line feed: readers disagree whether a line ends here",
		)
	}
	if at, long := oddBreak(text); at >= 0 && d.Format == YAML {
		d.problem(
			Encoding,
			source.Span{Start: at, End: at + long},
			"%+q ends a line for PyYAML, and not for readers of YAML 1.2",
			text[at:at+long],
		)
	}
	if ok, at := d.File.ValidUTF8(); !ok {
		d.problem(Encoding, source.Span{Start: at, End: at + 1}, "byte 0x%02x is not UTF-8", text[at])
	}
	return true
}

// loneReturn is the offset of the first \r that no \n follows, -1 if there is none.
func loneReturn(text []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '\r')
		if i < 0 {
			return -1
		}
		if at += i + 1; at == len(text) || text[at] != '\n' {
			return at - 1
		}
	}
}

// oddBreak is the place and the length of the first character that ends a line in YAML 1.1
// alone: NEL, LS or PS.
func oddBreak(text []byte) (at, long int) {
	for _, one := range []string{"\u0085", "\u2028", "\u2029"} {
		if at := bytes.Index(text, []byte(one)); at >= 0 {
			return at, len(one)
		}
	}
	return -1, 0
}

// Root is the first tree, an empty mapping when the file holds none: asking it
// for any path is safe.
func (d *Document) Root() *Node {
	if len(d.Roots) == 0 {
		return &Node{Kind: Mapping, doc: d}
	}
	return d.Roots[0]
}

// Get is the value at a dotted path below the first root: see Node.Get.
func (d *Document) Get(path string) *Node { return d.Root().Get(path) }

// Broken reports whether no reader of the format would take the file.
func (d *Document) Broken() bool { return d.Has(Syntax) || d.Has(Encoding) || d.Has(Limit) }

// HasBareWords reports whether values stand in a file of JSON without quotes that are none of its words: what they are,
// json5 and hjson see differently.
func (d *Document) HasBareWords() bool { return d.bare }

// Has reports whether there is a problem of the kind.
func (d *Document) Has(kind ProblemKind) bool { return d.problems[kind] > 0 }

// maxProblems bounds the list of each kind: a file that is no config at all would
// otherwise report every one of its lines.
const maxProblems = 20

// problemMark remembers how far the list of problems had come.
type problemMark struct {
	length int
	counts [Limit + 1]int
}

func (d *Document) mark() problemMark { return problemMark{len(d.Problems), d.problems} }

// forget drops the problems reported since the mark, which one better explains.
func (d *Document) forget(m problemMark) {
	d.Problems, d.problems = d.Problems[:m.length], m.counts
}

func (d *Document) problem(kind ProblemKind, at source.Span, format string, args ...any) {
	if kind == Template {
		d.Templated = true
	}
	if d.problems[kind]++; d.problems[kind] <= maxProblems {
		d.Problems = append(d.Problems, Problem{Kind: kind, Span: at, Message: fmt.Sprintf(format, args...)})
	}
}
