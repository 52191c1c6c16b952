package train

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// AddedToken is a token that a tokenizer is given beyond the rows of the model's embedding.
type AddedToken struct {
	// Add gives it, Load loads the model, whose published name is Name.
	Add, Load *run.Call
	Token     string
	Name      string
}

// AddedTokens lists the tokens, one for each call, that a program of the file surely adds to the tokenizer of a
// published model, hands to that model, and for which the file makes no room in it.
func (f *Facts) AddedTokens() []*AddedToken {
	if bytes.Contains(f.Module.File.Text, []byte("resize_")) {
		return nil
	}
	var list []*AddedToken
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || seen[c.At] || c.Unit.Module != f.Module {
				continue
			}
			name, token := f.newTokenOf(c)
			if token == "" {
				continue
			}
			if load := e.trainsPublished(name); load != nil {
				seen[c.At] = true
				list = append(list, &AddedToken{c, load, token, name})
			}
		}
	}
	return list
}

// newTokenOf is a token for which a published model has no row, and that a call surely adds to its tokenizer: a method
// of that, or what loads it with another token to pad with.
func (f *Facts) newTokenOf(c *run.Call) (model, token string) {
	if m, ok := c.Callee.(*run.Member); ok && knowledge.AddsTokens(m.Name) {
		tokenizer, _ := run.Bare(m.Object).(*run.Object)
		if tokenizer == nil || tokenizer.Made == nil || !knowledge.LoadsTokenizer(symbolOf(tokenizer.Made)) {
			return "", ""
		}
		model = publishedName(tokenizer.Made)
		return model, f.tokenWithoutRow(c.Node, model)
	}
	if !knowledge.LoadsTokenizer(symbolOf(c)) || len(python.GatesOf(c.Node)) > 0 {
		return "", ""
	}
	model = publishedName(c)
	given, _ := c.Argument("pad_token", -1)
	s, ok := run.Bare(given).(run.Str)
	if ok && knowledge.AddsRow(model, string(s)) && !f.setsPadding() && f.padsForModel() {
		return model, string(s)
	}
	return "", ""
}

// publishedName is the name of what a call of from_pretrained loads, "" where it is not known for sure.
func publishedName(c *run.Call) string {
	v, _ := c.Argument("pretrained_model_name_or_path", 0)
	s, _ := run.Bare(v).(run.Str)
	return string(s)
}

// tokenWithoutRow is a token that a call adds, in any case, and for which a published model has no row, and that the
// file shows in what the model is given: padding, or a text that holds it.
func (f *Facts) tokenWithoutRow(c *python.Call, model string) string {
	for _, gate := range python.GatesOf(c) {
		if !gate.Holds || !asksForPadding(gate.Test) {
			return ""
		}
	}
	if len(c.Args) == 0 || c.Args[0].Star > 0 {
		return ""
	}
	given := f.Module.OnlyValue(c.Args[0].Value)
	if given == nil {
		return ""
	}
	for n := range python.All(given) {
		s, ok := n.(*python.String)
		if !ok || !s.Known || !knowledge.AddsRow(model, s.Text) {
			continue
		}
		item, _ := s.Parent().(*python.DictItem)
		if item != nil && item.Key == python.Expr(s) {
			continue
		}
		if key := itemKey(item); key == "pad_token" {
			if !f.setsPadding() && f.padsForModel() {
				return s.Text
			}
		} else if bytes.Count(f.Module.File.Text, []byte(s.Text)) > 1 {
			return s.Text
		}
	}
	return ""
}

func itemKey(item *python.DictItem) string {
	if item == nil {
		return ""
	}
	key, _ := item.Key.(*python.String)
	if key == nil {
		return ""
	}
	return key.Text
}

// asksForPadding reports whether a test holds where a tokenizer has no token to pad with, and it alone.
func asksForPadding(test python.Expr) bool {
	is := func(e python.Expr) bool { return strings.HasPrefix(python.LastName(e), "pad_token") }
	switch test := test.(type) {
	case *python.Compare:
		return len(test.Ops) == 1 && (test.Ops[0] == "is" || test.Ops[0] == "==") && is(test.Operands[0]) &&
			python.IsNone(test.Operands[1])
	case *python.Unary:
		return test.Op == "not" && is(test.Operand)
	}
	return false
}

// setsPadding reports whether the file gives a tokenizer another token to pad with.
func (f *Facts) setsPadding() bool {
	return slices.ContainsFunc(
		f.Module.Attributes(func(name string) bool { return name == "pad_token" || name == "pad_token_id" }),
		func(a *python.Attribute) bool {
			return python.IsTarget(a) && !strings.HasSuffix(python.PathText(a.Value), "config")
		},
	)
}

// padsForModel reports whether the file has a tokenizer, or a collator of transformers, fill texts up.
func (f *Facts) padsForModel() bool {
	return slices.ContainsFunc(f.Module.AllCalls(), func(c *python.Call) bool {
		if knowledge.PadsForModel(f.Module.Resolve(c.Func)) {
			return true
		}
		padding := f.Module.Argument(c, "padding", -1)
		if padding.Presence != python.Given || !knowledge.CallsTokenizer(python.PathText(c.Func)) {
			return false
		}
		v, known := f.Module.Const(padding.Value)
		return known && (v.Kind == python.StringValue && v.Str != "do_not_pad" || f.Module.IsTrue(padding.Value))
	})
}

// trainsPublished is the call that loads a published model which is trained in the entry: a trainer is given it, or it
// is run.
func (e *Entry) trainsPublished(name string) *run.Call {
	for _, load := range e.Calls {
		class, loads := knowledge.InstanceOf(symbolOf(load))
		if !loads || !strings.HasPrefix(class, "transformers.") || knowledge.RoleOfClass(class) != knowledge.Model ||
			publishedName(load) != name {
			continue
		}
		if slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
			if knowledge.IsTrainer(symbolOf(c)) {
				model, _ := c.Argument("model", 0)
				return model != nil && run.Bare(model) == run.Bare(load.Result)
			}
			return c.Callee == load.Result
		}) {
			return load
		}
	}
	return nil
}
