package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Change replaces the bytes of Span by New. The changes of one edit apply
// together; none overlap.
type Change struct {
	Span source.Span
	New  string
}

// Why an edit is refused. Each error says what a person would have to look at.
var (
	ErrBroken       = errors.New("the file has a syntax error")
	ErrTemplated    = errors.New("a template engine fills the file in")
	ErrShared       = errors.New("an anchor shares the value with other places")
	ErrBorrowed     = errors.New("the value is written elsewhere and reached through an alias or <<")
	ErrInterpolated = errors.New("the value is filled in from elsewhere")
	ErrTagged       = errors.New("the value carries a tag that decides its meaning")
	ErrShadowed     = errors.New("the key is written again below, and that one wins")
	ErrShape        = errors.New("the value is not written on one line of its own")
	ErrOnlyKey      = errors.New("it is the only key of its mapping")
	ErrExists       = errors.New("the key is already there")
	ErrMissing      = errors.New("there is no such key")
)

// editable checks what holds for every edit of a document.
func (d *Document) editable() error {
	switch {
	case d.Broken():
		return ErrBroken
	case d.Templated:
		return ErrTemplated
	}
	return nil
}

// SetScalar replaces a scalar by raw, which is written as the file's format wants
// it (see Quote). Quotes, comments and everything else stay as they are.
func SetScalar(n *Node, raw string) ([]Change, error) {
	if err := n.settable(); err != nil {
		return nil, err
	}
	if n.Style == Empty {
		if n.doc.Format != YAML || n.entry == nil || n.entry.owner.Style == Flow {
			return nil, ErrShape
		}
		return []Change{{Span: source.Span{Start: n.Outer().End, End: n.Outer().End}, New: " " + raw}}, nil
	}
	return []Change{{Span: n.Span, New: raw}}, nil
}

func (n *Node) settable() error {
	if n == nil || n.doc == nil {
		return ErrMissing
	}
	if err := n.doc.editable(); err != nil {
		return err
	}
	switch {
	case n.Kind == Alias:
		return ErrBorrowed
	case n.Kind != Scalar || n.Style == Literal || n.Style == Folded || strings.Contains(n.Raw(), "\n"):
		return ErrShape
	case n.Shared():
		return ErrShared
	case n.Style == Opaque || OmegaConf.decidedElsewhere(n):
		return ErrInterpolated
	case n.Tag != "":
		return ErrTagged
	case n.entry != nil && n.entry.Shadowed:
		return ErrShadowed
	case n.entry != nil && n.entry.odd():
		return ErrShape
	}
	return nil
}

// odd reports whether the key is written in a way that edits keep away from: with
// "? ", empty, over two lines, with a tag or an anchor, or as a collection.
func (e *Entry) odd() bool {
	k := e.KeyNode
	return e.Span.Start < k.Outer().Start || k.Kind != Scalar || k.Style == Empty || k.Style == Opaque ||
		k.Properties.Len() > 0 || strings.ContainsAny(k.Raw(), "\r\n")
}

// hasOdd reports whether any entry of a mapping is odd: each of them may ask.
func (n *Node) hasOdd() bool {
	if !n.oddKnown {
		n.odd, n.oddKnown = slices.ContainsFunc(n.Entries, (*Entry).odd), true
	}
	return n.odd
}

// RenameKey replaces a key, keeping its value and the way the key is quoted.
func RenameKey(e *Entry, key string) ([]Change, error) {
	if err := e.owner.doc.editable(); err != nil {
		return nil, err
	}
	switch {
	case e.Merge || e.odd() || e.Implied:
		return nil, ErrShape
	case e.owner.Shared():
		return nil, ErrShared
	case e.owner.Has(key):
		return nil, ErrExists
	}
	return []Change{{Span: e.KeySpan, New: likeKey(e, key)}}, nil
}

// likeKey writes a key the way a sibling's key is written.
func likeKey(sibling *Entry, key string) string {
	format := sibling.owner.doc.Format
	switch {
	case sibling.KeyNode.Style == SingleQuoted && !strings.Contains(key, "'"):
		return "'" + key + "'"
	case sibling.KeyNode.Style == DoubleQuoted:
		return Quote(JSON, key)
	}
	return bareKey(format, key)
}

// bareKey writes a key without quotes where the format allows it.
func bareKey(format Format, key string) string {
	if format == JSON {
		return Quote(JSON, key)
	}
	for i := range len(key) {
		if !isBareKey(key[i]) {
			return Quote(format, key)
		}
	}
	if format == YAML && PyYAML.bareKind(key) != String || key == "" {
		return Quote(format, key)
	}
	return key
}

// bareKind is the type that a bare word gets.
func (h *Host) bareKind(text string) ValueKind {
	v := Value{Text: text}
	h.bare(&v)
	return v.Kind
}

// Quote writes text as a string that no host takes for anything else.
func Quote(format Format, text string) string {
	plain := !strings.ContainsFunc(text, func(r rune) bool {
		return r == '\'' || r == '\\' || r < ' ' || r == '\u2028' || r == '\u2029' || r == '\u0085'
	})
	if format == YAML && plain {
		return "'" + text + "'"
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil { // strings always encode
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// inOrder sorts changes by place; an insertion comes before a removal that starts
// at the same byte.
func inOrder(a, b Change) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}
