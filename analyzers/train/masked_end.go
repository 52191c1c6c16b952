package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// MaskedEnd is a token for the end of a text that is put behind texts, and that the collator takes out of the labels:
// the padding is the same token.
type MaskedEnd struct {
	// Collator makes the labels, Padding is what makes the two tokens one, and Written puts it behind a text.
	Collator *python.Call
	Padding  *python.Assign
	Written  python.Expr
}

// MaskedEnds lists the collators of the file for language models whose tokenizer surely pads with the token that the
// file writes behind its texts.
func (f *Facts) MaskedEnds() []*MaskedEnd {
	var list []*MaskedEnd
	for _, c := range f.Module.AllCalls() {
		if !knowledge.MasksPadding(f.Module.Resolve(c.Func)) {
			continue
		}
		tokenizer := python.PathText(f.Module.Argument(c, "tokenizer", 0).Value)
		mlm := f.Module.Argument(c, "mlm", 1)
		if tokenizer == "" || mlm.Presence != python.Given || !f.Module.IsFalse(mlm.Value) {
			continue
		}
		padding := f.padsWithEnd(tokenizer)
		if padding == nil || !f.sameScope(padding, c) {
			continue
		}
		if written := f.writesEnd(tokenizer); written != nil {
			list = append(list, &MaskedEnd{c, padding, written})
		}
	}
	return list
}

// padsWithEnd is the statement that surely makes the padding of a tokenizer the token for the end of a text; nil where
// it hangs on something, as on there being none, or where another statement gives it another one.
func (f *Facts) padsWithEnd(tokenizer string) (padding *python.Assign) {
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.Assign:
			a, ok := firstTarget(n).(*python.Attribute)
			if !ok || a.Attr != "pad_token" && a.Attr != "pad_token_id" || python.PathText(a.Value) != tokenizer {
				continue
			}
			end, ok := n.Value.(*python.Attribute)
			if !ok || padding != nil || end.Attr != "eos_token" && end.Attr != "eos_token_id" ||
				python.PathText(end.Value) != tokenizer || len(python.GatesOf(n)) > 0 {
				return nil
			}
			padding = n
		case *python.Call:
			if n.MethodName() == "add_special_tokens" {
				return nil
			}
		}
	}
	return padding
}

// sameScope reports whether a tokenizer's padding is set where a collator of it is made: in the same function, in the
// script, or by a method of the same class.
func (f *Facts) sameScope(padding *python.Assign, collator *python.Call) bool {
	fn := python.EnclosingFunction(padding)
	return fn == nil || fn == python.EnclosingFunction(collator) ||
		python.EnclosingClass(padding) != nil && python.EnclosingClass(padding) == python.EnclosingClass(collator) &&
			strings.HasPrefix(python.PathText(firstTarget(padding)), "self.")
}

// writesEnd is where the file puts the token for the end of a text behind one: text + tokenizer.eos_token, be it by
// another name, EOS = tokenizer.eos_token.
func (f *Facts) writesEnd(tokenizer string) python.Expr {
	for n := range python.AllIn(f.Module.Body) {
		e, ok := n.(python.Expr)
		if !ok || !joinedToText(e) {
			continue
		}
		values := []python.Expr{e}
		if name, isName := e.(*python.Name); isName {
			values = f.Module.Values(name)
		}
		if len(values) > 0 && !slices.ContainsFunc(values, func(v python.Expr) bool {
			a, ok := v.(*python.Attribute)
			return !ok || a.Attr != "eos_token" || python.PathText(a.Value) != tokenizer
		}) {
			return e
		}
	}
	return nil
}

// joinedToText reports whether an expression stands last in a sum, or in a text that is put together.
func joinedToText(e python.Expr) bool {
	switch up := e.Parent().(type) {
	case *python.Binary:
		_, separator := up.Left.(*python.String)
		return up.Op == "+" && up.Right == e && !separator
	case *python.String:
		return len(up.Parts) > 0 && up.Parts[len(up.Parts)-1] == e
	case *python.AugAssign:
		return up.Op == "+=" && up.Value == e
	}
	return false
}
