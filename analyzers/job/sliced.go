package job

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// sliced are the lengths at which functions of the project cut the tokens of a sample off themselves, by function: ids
// = ids[:512], which then is what they give as input_ids.
func (j *Job) sliced() map[*python.Function]Found {
	out := map[*python.Function]Found{}
	for _, p := range j.programs {
		if !knowledge.NamesTokens(p.File().Text) {
			continue
		}
		for n := range python.AllIn(p.Module().Body) {
			tokens := givenTokens(n)
			if tokens == nil {
				continue
			}
			f := python.EnclosingFunction(n)
			if f == nil || knowledge.NamesEvaluation(f.Name) || knowledge.SpeaksOfEvaluation(f.Name) {
				continue
			}
			upper := upperEnd(tokens)
			if name, ok := sameLength(tokens).(*python.Name); ok {
				if upper = cutTo(f, name.ID); upper == nil {
					upper = filledTo(f, name.ID)
				}
			}
			if upper == nil {
				continue
			}
			length := p.Value(upper)
			had, several := out[f]
			m, _ := had.Int()
			if n, _ := length.Int(); n > 0 && (!several || n > m) {
				out[f] = length
			}
		}
	}
	return out
}

// givenTokens is what a dictionary holds as input_ids, or gets: nil for any other part of a program.
func givenTokens(n python.Node) python.Expr {
	switch n := n.(type) {
	case *python.DictItem:
		if isTokens(n.Key) {
			return n.Value
		}
	case *python.Assign:
		if len(n.Targets) != 1 {
			return nil
		}
		if item, ok := n.Targets[0].(*python.Subscript); ok && len(item.Index) == 1 {
			if isTokens(item.Index[0]) {
				return n.Value
			}
		}
	}
	return nil
}

func isTokens(key python.Expr) bool {
	s, ok := key.(*python.String)
	return ok && s.Known && s.Text == knowledge.TokensOfSample
}

// sameLength is what calls make something else of that is as long: torch.tensor(ids).
func sameLength(e python.Expr) python.Expr {
	for {
		c, ok := e.(*python.Call)
		if !ok || len(c.Args) == 0 || c.Args[0].Name != "" {
			return e
		}
		if !knowledge.KeepsLength(python.LastName(c.Func)) {
			return e
		}
		e = c.Args[0].Value
	}
}

// upperEnd is 512 in ids[:512]; nil for anything else.
func upperEnd(e python.Expr) python.Expr {
	item, ok := sameLength(e).(*python.Subscript)
	if !ok || len(item.Index) != 1 {
		return nil
	}
	if s, ok := item.Index[0].(*python.Slice); ok && s.Lower == nil && s.Step == nil {
		return s.Upper
	}
	return nil
}

// cutTo is where a function cuts off what a variable holds, for good: what it puts behind it later fills it up to that
// length.
func cutTo(f *python.Function, name string) python.Expr {
	type change struct {
		at    int
		value python.Expr // nil: nobody knows what it does
		node  python.Node
	}
	var changes []change
	for n := range python.All(f) {
		switch n := n.(type) {
		case *python.Assign:
			for _, target := range n.Targets {
				for _, pair := range pairsOf(target, n.Value) {
					if python.PathText(pair[0]) == name {
						changes = append(changes, change{n.Span().Start, pair[1], n})
					}
				}
			}
		case *python.AugAssign:
			if python.PathText(n.Target) == name {
				changes = append(changes, change{n.Span().Start, n.Value, n})
			}
		case *python.Call:
			if a, ok := n.Func.(*python.Attribute); ok && python.PathText(a.Value) == name && knowledge.ChangesList(a.Attr) {
				changes = append(changes, change{n.Span().Start, nil, n})
			}
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	var cut python.Expr
	for _, c := range changes {
		switch upper := upperEnd(c.value); {
		case upper != nil && onlyWhereLonger(c.node, f):
			cut = upper
		case upper != nil,
			c.value != nil && python.PathText(sameLength(c.value)) == name,
			c.value != nil && fillsUp(f, c.value):
		default:
			cut = nil
		}
	}
	return cut
}

// filledTo is the length to which a function fills what a variable holds by hand, ids += [0] * (512 - len(ids)), or
// what it puts into that list of samples one after another: samples.append(ids). A sample has that many tokens,
// whatever its text.
func filledTo(f *python.Function, name string) python.Expr {
	held := map[string]bool{name: true}
	for n := range python.All(f) {
		c, ok := n.(*python.Call)
		if !ok || len(c.Args) != 1 {
			continue
		}
		if a, ok := c.Func.(*python.Attribute); ok && a.Attr == "append" && python.PathText(a.Value) == name {
			held[python.PathText(sameLength(c.Args[0].Value))] = true
		}
	}
	delete(held, "")
	for n := range python.All(f) {
		var target, added python.Expr
		switch n := n.(type) {
		case *python.AugAssign:
			target, added = n.Target, n.Value
		case *python.Assign:
			if b, ok := n.Value.(*python.Binary); ok && len(n.Targets) == 1 && b.Op == "+" &&
				python.PathText(b.Left) == python.PathText(n.Targets[0]) {
				target, added = n.Targets[0], b.Right
			}
		}
		if target == nil || !held[python.PathText(target)] {
			continue
		}
		if length := missingTo(f, added, python.PathText(target)); length != nil && onlyWhereLonger(n, f) {
			return length
		}
	}
	return nil
}

// missingTo is 512 in [0] * (512 - len(ids)): what has to be added to a list until it has that length; nil for anything
// else.
func missingTo(f *python.Function, e python.Expr, list string) python.Expr {
	product, ok := e.(*python.Binary)
	if !ok || product.Op != "*" {
		return nil
	}
	for _, side := range []python.Expr{product.Left, product.Right} {
		if name, ok := side.(*python.Name); ok {
			side = onlyValue(f, name.ID)
		}
		rest, ok := side.(*python.Binary)
		if !ok || rest.Op != "-" {
			continue
		}
		c, ok := rest.Right.(*python.Call)
		if ok && len(c.Args) == 1 && python.PathText(c.Func) == "len" && python.PathText(c.Args[0].Value) == list {
			return rest.Left
		}
	}
	return nil
}

// pairsOf are the targets of an assignment, each with its value: a, b = x, y.
func pairsOf(target, value python.Expr) [][2]python.Expr {
	names, ok := target.(*python.Sequence)
	if !ok {
		return [][2]python.Expr{{target, value}}
	}
	var list [][2]python.Expr
	values, ok := value.(*python.Sequence)
	for i, name := range names.Items {
		var one python.Expr
		if ok && len(values.Items) == len(names.Items) {
			one = values.Items[i]
		}
		list = append(list, [2]python.Expr{name, one})
	}
	return list
}

// onlyWhereLonger reports whether nothing but a look at a length decides whether a statement of a function runs.
func onlyWhereLonger(n python.Node, f *python.Function) bool {
	child, parent := n, n.Parent()
	for ; parent != nil && parent != python.Node(f); child, parent = parent, parent.Parent() {
		if s, ok := parent.(*python.If); ok && (child == python.Node(s.Test) || !comparesLength(s.Test)) {
			return false
		}
	}
	return true
}

func comparesLength(test python.Expr) bool {
	for n := range python.All(test) {
		if c, ok := n.(*python.Call); ok && python.PathText(c.Func) == "len" {
			return true
		}
	}
	return false
}

// fillsUp reports whether a value is made as long as something says: ids + [0] * (512 - len(ids)), or as many as a name
// of the function stands for, which is 512 - len(ids).
func fillsUp(f *python.Function, e python.Expr) bool {
	for n := range python.All(e) {
		switch n := n.(type) {
		case *python.Binary:
			if isRest(n) {
				return true
			}
		case *python.Name:
			if rest := onlyValue(f, n.ID); rest != nil && isRest(rest) {
				return true
			}
		}
	}
	return false
}

// isRest reports whether a value is what is missing to a length: 512 - len(ids).
func isRest(e python.Expr) bool {
	b, ok := e.(*python.Binary)
	if !ok || b.Op != "-" {
		return false
	}
	c, ok := b.Right.(*python.Call)
	return ok && strings.HasSuffix(python.PathText(c.Func), "len")
}

// onlyValue is what a function binds one of its names to, where it does so once; else nil.
func onlyValue(f *python.Function, name string) (value python.Expr) {
	for n := range python.All(f) {
		switch n := n.(type) {
		case *python.Assign:
			for _, target := range n.Targets {
				for _, pair := range pairsOf(target, n.Value) {
					if python.PathText(pair[0]) != name {
						continue
					}
					if value != nil {
						return nil
					}
					value = pair[1]
				}
			}
		case *python.AugAssign:
			if python.PathText(n.Target) == name {
				return nil
			}
		}
	}
	return value
}
