package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// OtherMean is a figure that is summed over one loader and divided by the length of another one.
type OtherMean struct {
	// Division is where that happens, and Length the call of len().
	Division python.Expr
	Length   *python.Call
	// Sum is what is summed, Over the loader of its loop, Other the one whose length is taken, as the code writes them.
	Sum, Over, Other string
	// OfSamples is set where the length is that of a dataset, and may count samples.
	OfSamples bool
	// Added is a statement that sums, in the loop.
	Added python.Stmt
}

// OtherMeans lists where a function sums over the batches of held-out data and divides by how many those of the
// training are, or the other way round.
func (f *Facts) OtherMeans() []*OtherMean {
	var list []*OtherMean
	for _, length := range f.Module.Calls("len") {
		if len(length.Args) != 1 || length.Args[0].Name != "" {
			continue
		}
		other := python.PathText(length.Args[0].Value)
		sum, division := dividedBy(length)
		if other == "" || sum == "" {
			continue
		}
		if m := f.sumsOverAnother(length, sum, other); m != nil {
			m.Division, m.OfSamples = division, !knowledge.NamesLoader(python.LastName(length.Args[0].Value))
			list = append(list, m)
		}
	}
	return list
}

// dividedBy is what a length divides, as the code writes it, and the whole of it: loss / len(x), loss.item() / len(x),
// or the target of loss /= len(x). "" for anything else.
func dividedBy(length python.Expr) (divided string, whole python.Expr) {
	switch up := length.Parent().(type) {
	case *python.Binary:
		if up.Op != "/" || up.Right != length {
			return "", nil
		}
		left := up.Left
		for {
			switch e := left.(type) {
			case *python.Binary: // 100 * right / len(x)
				if _, number := e.Left.(*python.Number); !number || e.Op != "*" {
					return "", nil
				}
				left = e.Right
				continue
			case *python.Call: // loss.item(), float(loss)
				if on := e.Receiver(); on != nil && len(e.Args) == 0 {
					left = on
					continue
				}
				return "", nil
			}
			return python.PathText(left), up
		}
	case *python.AugAssign:
		if up.Op == "/=" && up.Value == length {
			return python.PathText(up.Target), length
		}
	}
	return "", nil
}

// sumsOverAnother is set where every statement of the function around a length that adds to a sum stands in a loop over
// other data than the length is of, by both their names.
func (f *Facts) sumsOverAnother(length *python.Call, sum, other string) *OtherMean {
	body, fn := f.Module.Body, python.EnclosingFunction(length)
	if fn != nil {
		body = fn.Body
	}
	var m *OtherMean
	for n := range python.AllIn(body) {
		s, ok := n.(python.Stmt)
		if !ok || !growsSum(s, sum) || python.EnclosingFunction(s) != fn {
			continue
		}
		root := strings.Split(other, ".")
		otherData := func(word string) bool {
			return word == root[len(root)-1] || word == root[0] && root[0] != "self"
		}
		if addsNumber(s) || !python.MentionsIn(s, isFigure) || python.MentionsIn(s, otherData) {
			return nil // a ratio, or a mean over pairs
		}
		over := f.loaderAround(s, fn, other)
		if over == "" || m != nil && m.Over != over {
			return nil
		}
		m = &OtherMean{Length: length, Sum: sum, Over: over, Other: other, Added: s}
	}
	if m == nil || m.Added.Span().Start > length.Span().Start || !onTheOtherSide(m.Over, other) {
		return nil
	}
	return m
}

// growsSum reports whether a statement adds to a sum.
func growsSum(s python.Stmt, sum string) bool {
	switch s := s.(type) {
	case *python.AugAssign:
		return s.Op == "+=" && python.PathText(s.Target) == sum
	case *python.Assign:
		if len(s.Targets) != 1 || python.PathText(s.Targets[0]) != sum {
			return false
		}
		added, _ := python.AddedTo(s.Targets[0], s.Value)
		return added != nil
	}
	return false
}

// isFigure reports whether a word is one for what a model is measured by.
func isFigure(word string) bool {
	return knowledge.FigureDirection(word) != knowledge.NoDirection || knowledge.NamesCriterion(word) ||
		knowledge.CountsRight(word)
}

// addsNumber reports whether a statement adds a number that is written out.
func addsNumber(s python.Stmt) bool {
	sum, ok := s.(*python.AugAssign)
	if !ok {
		return false
	}
	_, number := sum.Value.(*python.Number)
	return number
}

// loaderAround is the loader of the innermost loop around a statement that goes over one, as the code writes it; ""
// where a loop around goes over the other data, too, or over what the function names and makes of it: a progress bar.
func (f *Facts) loaderAround(s python.Stmt, fn *python.Function, other string) string {
	over := ""
	for n := s.Parent(); n != nil && n != python.Node(fn); n = n.Parent() {
		loop, ok := n.(*python.For)
		if !ok {
			continue
		}
		root := strings.Split(other, ".")[0]
		speaks := func(word string) bool { return word == root || strings.HasPrefix(other, word+".") || word == other }
		iter := loop.Iter
		if name, ok := iter.(*python.Name); ok {
			for _, v := range f.Module.Values(name) {
				if python.MentionsIn(v, speaks) {
					return ""
				}
			}
		}
		if root != "self" && python.MentionsIn(iter, speaks) || root == "self" &&
			strings.Contains(f.Module.File.Slice(iter.Span()), other) {
			return ""
		}
		if path := python.PathText(innerIterable(iter)); over == "" && path != "" {
			over = path
		}
	}
	return over
}

// onTheOtherSide reports whether, by their names, one of two loaders or datasets is of the training and the other held
// out.
func onTheOtherSide(one, other string) bool {
	held := func(path string) bool {
		words := strings.Split(path, ".")
		return slices.ContainsFunc(words, knowledge.NamesHeldOut) && !slices.ContainsFunc(words, knowledge.NamesTrainingData)
	}
	trains := func(path string) bool {
		words := strings.Split(path, ".")
		return slices.ContainsFunc(words, knowledge.NamesTrainingBatches) &&
			!slices.ContainsFunc(words, knowledge.NamesHeldOut)
	}
	return held(one) && trains(other) || trains(one) && held(other)
}
