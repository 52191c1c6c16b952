package job

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// readCutParts takes the lengths at which a function of the project cuts the question and the answer off before it puts
// them together: a sample has at most as many tokens as both. What is taken off a length for special tokens,
// source[:max_source_length - 1], they take up again. Of several functions the longest holds.
func (j *Job) readCutParts() bool {
	var longest int64
	var by Found
	for _, p := range j.programs {
		if !knowledge.NamesTokens(p.File().Text) {
			continue
		}
		for f, cuts := range cutParts(p.Module()) {
			sum, last, ok := p.sumOfParts(f, cuts)
			if ok && sum > longest {
				longest, by = sum, last
			}
		}
	}
	return j.claimLength(longest, "where the parts of a sample are cut off, together at most", by)
}

// cutParts are the variables that functions cut off, each with its length, where a function cuts more than one.
func cutParts(m *python.Module) map[*python.Function]map[string]python.Expr {
	out := map[*python.Function]map[string]python.Expr{}
	for n := range python.AllIn(m.Body) {
		s, ok := n.(*python.Assign)
		if !ok || len(s.Targets) != 1 {
			continue
		}
		name, isName := s.Targets[0].(*python.Name)
		upper := upperEnd(s.Value)
		f := python.EnclosingFunction(s)
		if !isName || upper == nil || f == nil || cutOf(s.Value) != name.ID || knowledge.NamesEvaluation(f.Name) ||
			knowledge.SpeaksOfEvaluation(f.Name) ||
			!onlyWhereLonger(s, f) {
			continue
		}
		if out[f] == nil {
			out[f] = map[string]python.Expr{}
		}
		out[f][name.ID] = upper
	}
	return out
}

// cutOf is ids in ids[:512]; "" for anything else.
func cutOf(e python.Expr) string {
	item, ok := sameLength(e).(*python.Subscript)
	if !ok {
		return ""
	}
	return python.PathText(item.Value)
}

// sumOfParts adds up the lengths of the variables that a function cuts off and then puts together; of several the most.
// Beside them there may be a few tokens that are written out.
func (p *Program) sumOfParts(f *python.Function, cuts map[string]python.Expr) (most int64, by Found, ok bool) {
	for n := range python.All(f) {
		var sum int64
		var last Found
		parts := 0
		for _, part := range putTogether(n) {
			if _, written := part.(*python.Sequence); written {
				continue
			}
			upper, isCut := cuts[python.PathText(part)]
			if !isCut {
				parts = 0
				break
			}
			found := p.Value(withoutSpecials(upper))
			length, _ := found.Int() // 0 where it is not known
			if length < 1 {
				return 0, Found{}, false
			}
			sum, last = sum+length, found
			parts++
		}
		if parts > 1 && sum > most {
			most, by, ok = sum, last, true
		}
	}
	return most, by, ok
}

// putTogether are the lists that an expression puts behind one another: a + [x] + b, or what a tokenizer is given to do
// so.
func putTogether(n python.Node) []python.Expr {
	switch n := n.(type) {
	case *python.Binary:
		if outer, inside := n.Parent().(*python.Binary); n.Op != "+" || inside && outer.Op == "+" {
			return nil
		}
		return summands(n)
	case *python.Call:
		if !knowledge.JoinsTokens(python.LastName(n.Func)) {
			return nil
		}
		var list []python.Expr
		for _, a := range n.Args {
			list = append(list, a.Value)
		}
		return list
	}
	return nil
}

func summands(e python.Expr) []python.Expr {
	if b, ok := e.(*python.Binary); ok && b.Op == "+" {
		return append(summands(b.Left), summands(b.Right)...)
	}
	return []python.Expr{e}
}

// withoutSpecials is the length from which a few tokens are kept free: max_length in max_length - 2.
func withoutSpecials(e python.Expr) python.Expr {
	b, ok := e.(*python.Binary)
	if !ok || b.Op != "-" {
		return e
	}
	if _, number := b.Right.(*python.Number); !number {
		return e
	}
	return b.Left
}
