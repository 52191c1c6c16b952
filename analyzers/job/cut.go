package job

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readCut takes the length at which the script's own tokenizer calls cut texts off: tokenizer(text, truncation=True,
// max_length=512). Of several the longest holds. It is the most that a sample may have, and the weakest word on the
// field: a trainer cuts again.
func (j *Job) readCut() {
	if !j.trainsText() || j.readSum() || j.readCutParts() {
		return
	}
	var longest int64
	var by Found
	functions := map[*python.Function]tokenizing{}
	where := "where samples are cut off, at most"
	sliced := j.sliced()
	for _, v := range sliced {
		if n, _ := v.Int(); n > longest {
			longest, by = n, v
		}
	}
	for _, p := range j.programs {
		for _, c := range p.Module().AllCalls() {
			if n, v := p.blockOf(c); n > longest {
				longest, by, where = n, v, "the dataset's block_size, at most"
			}
			if !tokenizes(c) || !p.cuts(c) || j.unused(c) {
				continue
			}
			f := python.EnclosingFunction(c)
			if _, again := sliced[f]; again {
				continue
			}
			around, seen := functions[f]
			if !seen {
				around = tokenizingOf(f)
				functions[f] = around
			}
			v, presence := p.Argument(c, "max_length", -1)
			if presence == python.Given {
				if given, ok := j.handedOn(p, p.Module().Argument(c, "max_length", -1).Value, v); ok {
					v = given
				}
			}
			n, _ := v.Int()
			switch {
			case around.apart:
				continue
			case presence == python.Absent: // the length of the tokenizer itself
				if own := j.tokenizerLength(); own > longest {
					longest, by, where = own, foundAt(run.Int(own), p.Place(c)), "the tokenizer's own length, at most"
				}
				continue
			case n < 1:
				j.doubtBecause(dialect.SeqLen, byDefault, "where the tokenizer cuts texts off, only the run can tell")
				return
			case around.joined[boundTokens(c)]:
				j.doubtBecause(dialect.SeqLen, byDefault, "texts that the tokenizer cuts off are put together")
				return
			case n > longest:
				longest, by, where = n, v, "the tokenizer's max_length, at most"
			}
		}
	}
	if longest > 0 {
		j.claim(dialect.SeqLen, strconv.FormatInt(longest, 10), byDefault, where, by.notDefault())
	}
}

// blockOf is the length at which a dataset of transformers cuts its texts off; 0 for other calls, and where it is not
// known.
func (p *Program) blockOf(c *python.Call) (int64, Found) {
	if !knowledge.CutsTexts(p.Module().Resolve(c.Func)) || p.NeverRuns(c) {
		return 0, Found{}
	}
	v, _ := p.Argument(c, "block_size", 2)
	n, _ := v.Int()
	return n, v
}

// tokenizes reports whether a call makes tokens of texts: a tokenizer's, or that of a processor which is given texts
// beside images and hands them to its tokenizer.
func tokenizes(c *python.Call) bool {
	path := python.PathText(c.Func)
	if knowledge.CallsTokenizer(path) {
		return true
	}
	texts, images := false, false
	for _, a := range c.Args {
		texts = texts || a.Name == "text"
		images = images || a.Name == "images" || a.Name == "videos"
	}
	return texts && images && knowledge.CallsProcessor(path)
}

// tokenizerLength is at how many tokens the tokenizer of the trained model cuts texts off where nobody says another
// length; 0 where that is not known.
func (j *Job) tokenizerLength() int64 {
	trained := j.trained()
	if len(trained) != 1 {
		return 0
	}
	name, _ := trained[0].Name.Str()
	return knowledge.TokenizerLength(name)
}

// readSum takes the length to which a function of the project fills or cuts what it puts together of a question and its
// answer: max_seq_length = max_source_length + max_target_length. Of several the longest holds.
func (j *Job) readSum() bool {
	var longest int64
	var by Found
	for _, p := range j.programs {
		if !bytes.Contains(p.File().Text, []byte("len")) {
			continue
		}
		for n := range python.AllIn(p.Module().Body) {
			s, ok := n.(*python.Assign)
			if !ok || len(s.Targets) != 1 {
				continue
			}
			name, isName := s.Targets[0].(*python.Name)
			sum, isSum := s.Value.(*python.Binary)
			f := python.EnclosingFunction(s)
			if !isName || !isSum || sum.Op != "+" || f == nil || !knowledge.NamesLength(name.ID) ||
				knowledge.NamesEvaluation(f.Name) ||
				knowledge.SpeaksOfEvaluation(f.Name) ||
				!bounds(f, name.ID) {
				continue
			}
			v := p.Value(s.Value)
			length, known := v.Int()
			if !known || length < 1 {
				return false
			}
			if length > longest {
				longest, by = length, v
			}
		}
	}
	return j.claimLength(longest, "the length to which samples are filled, at most", by)
}

// claimLength takes a length in tokens that a script cuts its samples at, where one was found.
func (j *Job) claimLength(length int64, from string, by Found) bool {
	if length > 0 {
		j.claim(dialect.SeqLen, strconv.FormatInt(length, 10), byDefault, from, by.notDefault())
	}
	return length > 0
}

// bounds reports whether a function fills up to a length, max_length - len(tokens), or cuts off at it,
// tokens[:max_length].
func bounds(f *python.Function, length string) bool {
	for n := range python.All(f) {
		switch n := n.(type) {
		case *python.Binary:
			call, ok := n.Right.(*python.Call)
			if ok && n.Op == "-" && python.PathText(n.Left) == length && python.PathText(call.Func) == "len" {
				return true
			}
		case *python.Slice:
			if n.Upper != nil && n.Lower == nil && python.PathText(n.Upper) == length {
				return true
			}
		}
	}
	return false
}

// trainsText reports whether what the job trains is loaded by a class of transformers, or one that stands on them.
func (j *Job) trainsText() bool {
	trained := j.trained()
	for _, l := range trained {
		root, _, _ := strings.Cut(l.Class, ".")
		if root != "transformers" && !knowledge.IsUnslothModel(l.Class) && !l.ofProject() {
			return false
		}
	}
	if len(trained) == 0 && len(j.Own) == 1 { // a class around an encoder, which takes what tokenizers give
		if strings.HasPrefix(j.around, "transformers.") {
			return true
		}
		return slices.ContainsFunc(j.Own[0].Fed, func(p Parameter) bool { return p.Name == "input_ids" })
	}
	return len(trained) > 0
}

// ofProject reports whether a load is by a class of the project, which stands on one of transformers: class
// Tagger(BertPreTrainedModel).
func (l Load) ofProject() bool {
	callee, ok := l.In.Value(l.Call().Func).Value.(*run.Member)
	if !ok || l.Call().MethodName() != "from_pretrained" {
		return false
	}
	class, ok := run.Bare(callee.Object).(*run.Class)
	return ok && slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		s, ok := one.(run.Symbol)
		return ok && strings.HasPrefix(string(s), "transformers.")
	})
}

// cuts reports whether a call of a tokenizer runs, and cuts off what is too long.
func (p *Program) cuts(c *python.Call) bool {
	v, presence := p.Argument(c, "truncation", -1)
	if truth, known := v.Truth(); !(presence == python.Given && known && truth) &&
		!(presence == python.Absent && p.cutsUnasked(c)) {
		return false
	}
	runs, known := p.Runs(c)
	return runs || !known
}

// cutsUnasked reports whether a call of a tokenizer that says nothing of cutting off does so: where it is told a length
// and is not told to pad to it, or is told so in the old way, pad_to_max_length=True
// (_get_padding_truncation_strategies of transformers, 3.0 to 5.24).
func (p *Program) cutsUnasked(c *python.Call) bool {
	length, given := p.Argument(c, "max_length", -1)
	padding, padded := p.Argument(c, "padding", -1)
	pads, known := padding.Truth()
	return given == python.Given && !length.IsNone() &&
		(padded == python.Absent || padded == python.Given && known && !pads)
}

// unused reports whether a call stands in a function that no file of the job names but where it is defined: another way
// to the data, which nobody goes. What a class inherits from may call its methods, and what decorates a function may
// keep it: @register("alpaca").
func (j *Job) unused(c *python.Call) bool {
	var outermost *python.Function
	for n := c.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Function:
			outermost = n
		case *python.Class:
			if len(n.Bases) > 0 {
				return false
			}
		}
	}
	if outermost == nil || strings.HasPrefix(outermost.Name, "__") || len(outermost.Decorators) > 0 {
		return false
	}
	times := 0
	for _, p := range j.programs {
		for _, word := range namesIn(p.File().Text) {
			if word == outermost.Name {
				times++
			}
		}
	}
	return times == 1
}

// namesIn are the names in a text.
func namesIn(text []byte) []string {
	return strings.FieldsFunc(
		string(text),
		func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) },
	)
}

// tokenizing is what a function does with the tokens that it makes.
type tokenizing struct {
	apart bool // it evaluates, or lets the model write
	// the variables whose tokens it puts together with those of others: the sample is longer than either
	joined map[string]bool
}

// tokenizingOf looks through a function once; nil stands for the module.
func tokenizingOf(f *python.Function) tokenizing {
	out := tokenizing{joined: map[string]bool{}}
	if f == nil {
		return out
	}
	out.apart = knowledge.NamesEvaluation(f.Name)
	bound := map[string]bool{}
	var sums []python.Expr
	for n := range python.All(f) {
		switch n := n.(type) {
		case *python.Call:
			out.apart = out.apart || n.MethodName() == "generate"
			if name := boundTokens(n); name != "" && knowledge.CallsTokenizer(python.PathText(n.Func)) {
				bound[name] = true
			}
		case *python.Binary:
			if _, inside := n.Parent().(*python.Binary); !inside {
				sums = append(sums, n)
			}
		}
	}
	for _, s := range sums {
		held := map[string]bool{}
		tokensIn(s, bound, held)
		if len(held) > 1 {
			maps.Copy(out.joined, held)
		}
	}
	return out
}

// boundTokens is the variable that the tokens of a call go to, or an item of what it gives; "" for their number.
func boundTokens(c *python.Call) string {
	for n := c.Parent(); n != nil; n = n.Parent() {
		switch s := n.(type) {
		case *python.Assign:
			return python.PathText(s.Targets[0])
		case *python.Attribute, *python.Subscript, *python.Binary:
		default:
			return ""
		}
	}
	return ""
}

// tokensIn are the variables whose tokens a sum holds: not those of which it only takes the length.
func tokensIn(e python.Expr, bound, held map[string]bool) {
	switch e := e.(type) {
	case *python.Binary:
		tokensIn(e.Left, bound, held)
		tokensIn(e.Right, bound, held)
	case *python.Subscript:
		tokensIn(e.Value, bound, held)
	case *python.Attribute, *python.Name:
		if name := python.PathText(e); bound[name] {
			held[name] = true
		}
	}
}
