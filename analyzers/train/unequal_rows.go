package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// UnequalRows are samples of a trainer of transformers whose texts are as many tokens as they have, and that nothing
// fills up before they are put into one tensor.
type UnequalRows struct {
	// Trainer takes the samples, Tokens makes them, Collator puts them together; nil for the trainer's own.
	Trainer, Tokens *python.Call
	Collator        python.Expr
	// OfLabels is set where the tokens are filled up, and the labels that are copies of them are not.
	OfLabels bool
}

// UnequalRows lists the trainers of the file that surely put such samples together.
func (f *Facts) UnequalRows() []*UnequalRows {
	var list []*UnequalRows
	for _, trainer := range f.Module.AllCalls() {
		if !knowledge.ComputesMetrics(f.Module.Resolve(trainer.Func)) || trainer.Spreads() {
			continue
		}
		collator, pads, known := f.fillsUp(trainer)
		if !known || f.oneByOne(trainer) {
			continue
		}
		tokens, copied := f.unpaddedRows(f.Module.Argument(trainer, "train_dataset", 3).Value)
		if tokens == nil || pads && !copied {
			continue
		}
		if f.filledLater() {
			return nil
		}
		list = append(list, &UnequalRows{trainer, tokens, collator, pads})
	}
	return list
}

// filledLater reports whether the file may fill the samples up by something else than what makes them: a collator that
// a trainer is given later, a transform that is called on each sample that is read.
func (f *Facts) filledLater() bool {
	if f.Module.SetsAttribute(knowledge.TakesCollator) || len(f.Module.Attributes(knowledge.FillsOnTheWay)) > 0 {
		return true
	}
	return slices.ContainsFunc(f.Module.AllCalls(), func(c *python.Call) bool { // set_format("custom", transform=…)
		name := c.MethodName()
		return (name == "set_format" || name == "with_format") &&
			f.Module.Argument(c, "transform", -1).Presence != python.Absent
	})
}

// fillsUp reports whether the collator of a trainer fills up the tokens of its samples; none that it knows fills the
// labels. known is false for any other collator.
func (f *Facts) fillsUp(trainer *python.Call) (collator python.Expr, pads, known bool) {
	given := f.Module.Argument(trainer, "data_collator", 2)
	if given.Presence == python.Given && !python.IsNone(given.Value) {
		value := f.Module.OnlyValue(given.Value)
		if value == nil {
			value = given.Value // a function that is imported
		}
		if c, ok := value.(*python.Call); ok {
			value = c.Func
		}
		pads, known = knowledge.FillsTokens(f.Module.Resolve(value))
		return given.Value, pads, known
	}
	tokenizer := f.Module.Argument(trainer, "processing_class", -1)
	if tokenizer.Presence == python.Absent {
		tokenizer = f.Module.Argument(trainer, "tokenizer", 5)
	}
	switch {
	case tokenizer.Presence == python.Absent || python.IsNone(tokenizer.Value):
		return nil, false, true
	case knowledge.CallsTokenizer(python.PathText(tokenizer.Value)):
		return nil, true, true
	}
	return nil, false, false
}

// oneByOne reports whether the batches of a trainer may have one sample.
func (f *Facts) oneByOne(trainer *python.Call) bool {
	args, ok := f.Module.OnlyValue(f.Module.Argument(trainer, "args", 1).Value).(*python.Call)
	if !ok || !knowledge.IsTrainingArguments(f.Module.Resolve(args.Func)) || args.Spreads() {
		return true
	}
	for _, name := range knowledge.SamplesOfBatch {
		size := f.Module.Argument(args, name, -1)
		if size.Presence == python.Absent {
			continue
		}
		v, known := f.Module.Const(size.Value)
		if !known || v.Kind != python.IntValue || v.Int < 2 {
			return true
		}
	}
	return f.Module.Argument(args, "auto_find_batch_size", -1).Presence != python.Absent
}

// unpaddedRows is the call of a tokenizer that makes the rows of a dataset, each as long as its text, where the dataset
// is what map() gives and nothing else that is mapped; copied is set where their labels are copies of the tokens.
func (f *Facts) unpaddedRows(dataset python.Expr) (tokens *python.Call, copied bool) {
	for range maxParts {
		dataset = f.Module.OnlyValue(dataset)
		switch d := dataset.(type) {
		case *python.Subscript:
			dataset = d.Value
		case *python.Call:
			if d.MethodName() == "map" && len(d.Args) > 0 && d.Args[0].Name == "" && d.Args[0].Star == 0 {
				if f.mapsAlready(d.Receiver()) {
					return nil, false
				}
				return f.tokensReturned(d.Args[0].Value)
			}
			if !leavesRows(d) {
				return nil, false
			}
			dataset = d.Receiver()
		default:
			return nil, false
		}
	}
	return nil, false
}

// leavesRows reports whether a call is one of a method of a dataset that leaves the tokens of its rows as they are.
func leavesRows(c *python.Call) bool {
	return c.Receiver() != nil && knowledge.MakesRows(c.MethodName()) && !knowledge.MapsSamples(c.MethodName())
}

// mapsAlready reports whether what is mapped may have been mapped before.
func (f *Facts) mapsAlready(e python.Expr) bool {
	for range maxParts {
		e = f.Module.OnlyValue(e)
		switch one := e.(type) {
		case *python.Subscript:
			e = one.Value
		case *python.Call:
			if one.MethodName() == "map" {
				return true
			}
			if !leavesRows(one) {
				return false
			}
			e = one.Receiver()
		default:
			return e == nil
		}
	}
	return true
}

// tokensReturned is the only call of a tokenizer in a function or lambda, where it pads nothing and is what is
// returned, with or without labels that are copies.
func (f *Facts) tokensReturned(fn python.Expr) (tokens *python.Call, copied bool) {
	if lambda, ok := fn.(*python.Lambda); ok {
		if c, isCall := lambda.Body.(*python.Call); isCall && f.leavesLengths(c) {
			return c, false
		}
		return nil, false
	}
	def := f.functionNamed(fn)
	if def == nil || len(python.Returns(def)) != 1 {
		return nil, false
	}
	for n := range python.AllIn(def.Body) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		if knowledge.CallsTokenizer(python.PathText(c.Func)) {
			if tokens != nil {
				return nil, false
			}
			tokens = c
		}
		if name := c.MethodName(); name == "pad" || knowledge.ChangesList(name) {
			return nil, false
		}
	}
	if tokens == nil || !f.leavesLengths(tokens) {
		return nil, false
	}
	returned := python.Returns(def)[0].Value
	if returned == python.Expr(tokens) {
		return tokens, false
	}
	name, ok := returned.(*python.Name)
	if !ok || f.Module.OnlyValue(name) != python.Expr(tokens) {
		return nil, false
	}
	for n := range python.AllIn(def.Body) {
		item, ok := n.(*python.Subscript)
		if ok && python.IsTarget(item) && python.KeyRead(item) == knowledge.TokensOfSample {
			return nil, false
		}
		if labels := labelsGiven(n); labels != nil {
			if f.tokensOf(labels, 0) != name.ID {
				continue
			}
			copied = true
		}
	}
	return tokens, copied
}

// leavesLengths reports whether a call surely is one of a tokenizer that fills nothing up.
func (f *Facts) leavesLengths(c *python.Call) bool {
	if c.Spreads() || !knowledge.CallsTokenizer(python.PathText(c.Func)) {
		return false
	}
	for _, name := range knowledge.PadsTexts {
		given := f.Module.Argument(c, name, -1)
		if given.Presence != python.Absent && !(given.Presence == python.Given && python.IsFalse(given.Value)) {
			return false
		}
	}
	return !strings.Contains(f.Module.File.Slice(c.Span()), "overflow")
}
