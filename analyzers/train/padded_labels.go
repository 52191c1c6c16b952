package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// PaddedLabels are labels of a language model that are made of tokens which were padded, with nothing taken out of
// them: the model is trained on the padding.
type PaddedLabels struct {
	// Labels is what is given as labels, Tokens the call of the tokenizer that pads.
	Labels python.Expr
	Tokens *python.Call
	// InSight is set where the file shows who puts the samples together; else another file of the project does.
	InSight bool
}

// PaddedLabels lists the labels of the file that a function makes of what a tokenizer pads to a fixed length, and from
// which neither it, nor the file, nor the collator of a trainer of the file takes the padding.
func (f *Facts) PaddedLabels() []*PaddedLabels {
	text := f.Module.File.Text
	if knowledge.HandlesPadding(text) {
		return nil
	}
	var list []*PaddedLabels
	inSight, masked := f.collatorsMask()
	if masked {
		return nil
	}
	for _, c := range f.Module.AllCalls() {
		if !knowledge.CallsTokenizer(python.PathText(c.Func)) || !f.padsToLength(c) {
			continue
		}
		assign, ok := c.Parent().(*python.Assign)
		fn := python.EnclosingFunction(c)
		if !ok || fn == nil || len(assign.Targets) != 1 || assign.Value != python.Expr(c) {
			continue
		}
		tokens := python.PathText(assign.Targets[0])
		if tokens == "" {
			continue
		}
		for n := range python.AllIn(fn.Body) {
			labels := labelsGiven(n)
			if labels != nil && f.tokensOf(labels, 0) == tokens && !changesItems(fn, labels) && !handsTokensOn(fn, tokens) {
				list = append(list, &PaddedLabels{labels, c, inSight})
				break
			}
		}
	}
	return list
}

// padsToLength reports whether a call of a tokenizer surely fills each text up to a fixed length.
func (f *Facts) padsToLength(c *python.Call) bool {
	padding := f.Module.Argument(c, "padding", -1)
	if padding.Presence == python.Given {
		v, known := f.Module.Const(padding.Value)
		return known && v.Kind == python.StringValue && v.Str == "max_length" && !v.Default
	}
	old := f.Module.Argument(c, "pad_to_max_length", -1)
	return old.Presence == python.Given && f.Module.IsTrue(old.Value)
}

// labelsGiven is what a node gives as the labels of a sample: sample["labels"] = …, {"labels": …}; nil for any
// other.
func labelsGiven(n python.Node) python.Expr {
	switch n := n.(type) {
	case *python.Assign:
		if target, ok := firstTarget(n).(*python.Subscript); ok && python.KeyRead(target) == "labels" {
			return n.Value
		}
	case *python.DictItem:
		if key, ok := n.Key.(*python.String); ok && key.Text == "labels" {
			return n.Value
		}
	}
	return nil
}

// handsTokensOn reports whether a function gives its tokens to another one, which may take the padding out.
func handsTokensOn(fn *python.Function, tokens string) bool {
	for n := range python.AllIn(fn.Body) {
		c, ok := n.(*python.Call)
		if !ok || c.MethodName() != "" || isName(c.Func, "dict") || isName(c.Func, "len") || isName(c.Func, "print") {
			continue
		}
		if slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return python.PathText(a.Value) == tokens }) {
			return true
		}
	}
	return false
}

// changesItems reports whether a function writes to items of what it gives as labels by a name, labels[mask] = IGNORE.
func changesItems(fn *python.Function, labels python.Expr) bool {
	root := python.Root(labels)
	for n := range python.AllIn(fn.Body) {
		assign, ok := n.(*python.Assign)
		if !ok {
			continue
		}
		item, ok := firstTarget(assign).(*python.Subscript)
		if !ok {
			continue
		}
		_, keyed := item.Value.(*python.Subscript) // tokens["labels"][mask]
		name, plain := item.Value.(*python.Name)
		if keyed || plain && root != nil && name.ID == root.ID && python.KeyRead(item) == "" {
			return true
		}
	}
	return false
}

func firstTarget(s *python.Assign) python.Expr {
	if len(s.Targets) != 1 {
		return nil
	}
	return s.Targets[0]
}

// tokensOf is whose tokens a value is, as they are or in another shape: tokens["input_ids"].copy() is those of tokens.
func (f *Facts) tokensOf(v python.Expr, depth int) string {
	if depth > maxReshaped {
		return ""
	}
	switch e := v.(type) {
	case *python.Call:
		if on := e.Receiver(); on != nil && keepsAllValues(e.MethodName()) {
			return f.tokensOf(on, depth+1)
		}
		if path := f.Module.Resolve(e.Func); len(e.Args) > 0 &&
			(path == "list" || path == "copy.deepcopy" || path == "torch.tensor") {
			return f.tokensOf(e.Args[0].Value, depth+1)
		}
	case *python.Name:
		if one := f.Module.OnlyValue(e); one != nil && one != v {
			return f.tokensOf(one, depth+1)
		}
	case *python.Attribute:
		if e.Attr == "input_ids" {
			return python.PathText(e.Value)
		}
	case *python.Subscript:
		if python.KeyRead(e) == "input_ids" {
			return python.PathText(e.Value)
		}
		if len(e.Index) == 1 {
			if _, all := e.Index[0].(*python.Slice); all && f.Module.File.Slice(e.Index[0].Span()) == ":" {
				return f.tokensOf(e.Value, depth+1)
			}
		}
	}
	return ""
}

// keepsAllValues reports whether a method of a list or a tensor gives what it is called on, in whatever shape.
func keepsAllValues(method string) bool {
	return method == "copy" || method == "tolist" || knowledge.KeepsValues(method)
}

// collatorsMask looks at the trainers of transformers that a file makes: whether there are any, and whether one may be
// given a collator that takes the padding out of the labels. A trainer of another library, or one of the project's own,
// may do so itself.
func (f *Facts) collatorsMask() (inSight, masked bool) {
	for _, c := range f.Module.AllCalls() {
		path := f.Module.Resolve(c.Func)
		if !knowledge.IsTrainer(path) {
			if knowledge.NamesTrainerClass(python.LastName(c.Func)) {
				return true, true
			}
			continue
		}
		if !strings.HasPrefix(path, "transformers.") {
			return true, true
		}
		inSight = true
		collator := f.Module.Argument(c, "data_collator", 2)
		switch collator.Presence {
		case python.Absent:
			continue
		case python.Given:
			if f.leavesLabels(collator.Value) {
				continue
			}
			values := f.Module.Values(collator.Value)
			if len(values) > 0 && !slices.ContainsFunc(values, func(v python.Expr) bool { return !f.leavesLabels(v) }) {
				continue
			}
		}
		return true, true
	}
	return inSight, false
}

// leavesLabels reports whether a collator of transformers leaves the labels of a sample as they are.
func (f *Facts) leavesLabels(collator python.Expr) bool {
	if c, ok := collator.(*python.Call); ok {
		collator = c.Func
	}
	return knowledge.LeavesLabels(f.Module.Resolve(collator))
}
