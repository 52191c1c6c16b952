package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// drawsSample reports whether what a draw in a dataset's __getitem__ gives may decide which sample it gives: it is
// drawn out of what the dataset holds, random.choice(self.files), or what is computed of it looks one up there. A draw
// that crops, flips or shifts the sample of the index decides nothing of the order:
// start = random.randint(0, len(sound) - 1); return sound[start:start + self.size]. What such a cut gives is the
// sample, and no place of another one: image = image[y:y + 256, x:x + 256]; return self.transform(image).
func drawsSample(fn *python.Function, draw *python.Call) bool {
	if knowledge.PicksAmong(python.LastName(draw.Func)) && slices.ContainsFunc(draw.Args, func(a *python.Arg) bool {
		return readsSelf(fn, a.Value)
	}) {
		return true
	}
	if looksUp(fn, draw) {
		return true
	}
	drawn := map[string]bool{}
	for _, name := range assignedBy(draw) {
		drawn[name] = true
	}
	for grown := true; grown; {
		grown = false
		for n := range python.AllIn(fn.Body) {
			use, ok := n.(*python.Name)
			if !ok || !drawn[use.ID] || python.IsTarget(use) {
				continue
			}
			if looksUp(fn, use) {
				return true
			}
			if cutsOwnSample(fn, use) {
				continue
			}
			for _, name := range assignedBy(use) {
				grown = grown || !drawn[name]
				drawn[name] = true
			}
		}
	}
	return false
}

// cutsOwnSample reports whether an expression bounds a part of what __getitem__ made of its index itself: bounds in
// image[y:y + 256], where image = Image.open(self.files[index]).
func cutsOwnSample(fn *python.Function, e python.Expr) bool {
	bounds := false
	for n := python.Node(e); n != nil; n = n.Parent() {
		switch up := n.Parent().(type) {
		case python.Stmt:
			return false
		case *python.Slice:
			bounds = true
		case *python.Subscript:
			root := python.Root(up.Value)
			return bounds && python.Node(up.Value) != n && root != nil && madeOfIndex(fn, root.ID)
		}
	}
	return false
}

// madeOfIndex reports whether the first value that __getitem__ gives a name is made of its index.
func madeOfIndex(fn *python.Function, name string) bool {
	if len(fn.Params) < 2 {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		assign, ok := n.(*python.Assign)
		if !ok || !slices.ContainsFunc(assign.Targets, func(t python.Expr) bool { return names(t, name) }) {
			continue
		}
		return names(assign.Value, fn.Params[1].Name)
	}
	return false
}

// names reports whether an expression mentions a name.
func names(e python.Expr, name string) bool {
	for n := range python.All(e) {
		if one, ok := n.(*python.Name); ok && one.ID == name {
			return true
		}
	}
	return false
}

// readsSelf reports whether an expression reads an attribute of a method's object.
func readsSelf(fn *python.Function, e python.Expr) bool {
	for n := range python.All(e) {
		if a, ok := n.(*python.Attribute); ok && isSelf(fn, a.Value) {
			return true
		}
	}
	return false
}

// looksUp reports whether an expression is a part of an index into what a method's object holds, or of what one of its
// methods is given: self.files[i + 1], self.load(i), self[i].
func looksUp(fn *python.Function, e python.Expr) bool {
	for n := python.Node(e); n != nil; n = n.Parent() {
		switch up := n.Parent().(type) {
		case python.Stmt:
			return false
		case *python.Subscript:
			if root := python.Root(up.Value); python.Node(up.Value) != n && root != nil && isSelf(fn, root) {
				return true
			}
		case *python.Call:
			if root := python.Root(up.Func); python.Node(up.Func) != n && root != nil && isSelf(fn, root) {
				return true
			}
		}
	}
	return false
}

// assignedBy are the names that the statement of an expression gives a value to; a loop's are what it goes over.
func assignedBy(e python.Expr) []string {
	var names []string
	add := func(target python.Expr) {
		for n := range python.All(target) {
			if name, ok := n.(*python.Name); ok {
				names = append(names, name.ID)
			}
		}
	}
	switch s := python.EnclosingStmt(e).(type) {
	case *python.Assign:
		for _, t := range s.Targets {
			add(t)
		}
	case *python.AugAssign:
		add(s.Target)
	case *python.For:
		if python.Within(e, s.Iter) {
			add(s.Target)
		}
	}
	return names
}
