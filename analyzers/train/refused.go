package train

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Refused is an instance of a class of torch that is never made: the class refuses what it is given.
type Refused struct {
	// Call makes it, At is the argument to point at: the call where nothing is given.
	Call run.Place
	At   run.Place
	// Class is the last part of its name.
	Class string
	// Wants is what the class takes, in words, and Got what it is given.
	Wants, Got string
	// Raises is the exception.
	Raises string
	// ByDefault: an option says it that the command line may change.
	ByDefault bool
}

// RefusedValues lists the instances of torch's classes that are refused: those that the file makes of values it shows,
// and, where it trains, those that a program of it makes anywhere.
func (f *Facts) RefusedValues() []*Refused {
	var list []*Refused
	seen := map[python.Node]bool{}
	judge := func(class string, at run.Place, read func(knowledge.Given) givenValue) {
		for i := range knowledge.RequirementsOf(class) {
			if seen[at.Node] {
				return
			}
			r := refusedBy(&knowledge.RequirementsOf(class)[i], read)
			if r == nil || at.Unit.Module.Caught(at.Node, r.Raises) {
				continue
			}
			seen[at.Node] = true
			r.Call, r.Class = at, run.LastPart(class)
			if r.At.Node == nil {
				r.At = at
			}
			list = append(list, r)
		}
	}
	unit := &run.Unit{Module: f.Module} // no run is needed for what the text says
	for _, c := range f.Module.Calls(knowledge.WithRequirements()...) {
		at := run.Place{Unit: unit, Node: c}
		judge(f.Module.Resolve(c.Func), at, func(g knowledge.Given) givenValue { return f.writtenValue(unit, c, g) })
	}
	if !slices.ContainsFunc(f.Module.AllCalls(), func(c *python.Call) bool { return c.MethodName() == "backward" }) {
		return list // every other file would have to be run for this alone
	}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if class := symbolOf(c); c.Node != nil && len(knowledge.RequirementsOf(class)) > 0 {
				judge(class, c.Place(), func(g knowledge.Given) givenValue { return ranValue(c, g) })
			}
		}
	}
	return list
}

// givenValue is what an argument is.
type givenValue struct {
	kind  givenKind
	n     float64
	whole bool
	text  string
	items []givenValue
	// byDefault: the default of an option.
	byDefault bool
	at        run.Place
}

type givenKind uint8

const (
	givenUnknown givenKind = iota
	givenNothing           // no argument, and no default
	givenNone
	givenNumber
	givenBool
	givenText
	givenSequence
)

// String is the value as Python writes it.
func (v givenValue) String() string {
	switch v.kind {
	case givenNumber:
		if !v.whole && v.n == float64(int64(v.n)) && v.n < 1e15 && v.n > -1e15 {
			return strconv.FormatFloat(v.n, 'f', 1, 64)
		}
		return strconv.FormatFloat(v.n, 'g', -1, 64)
	case givenText:
		return strconv.Quote(v.text)
	case givenBool:
		return map[bool]string{true: "True", false: "False"}[v.n != 0]
	case givenSequence:
		var items []string
		for _, item := range v.items {
			items = append(items, item.String())
		}
		return "(" + strings.Join(items, ", ") + ")"
	}
	return "None"
}

// absentValue is what an argument is that a call does not give.
func absentValue(g knowledge.Given) givenValue {
	if g.Default == nil {
		return givenValue{kind: givenNothing}
	}
	return givenValue{kind: givenNumber, n: *g.Default, whole: true}
}

// writtenValue is what a call of the file gives, as the file shows it.
func (f *Facts) writtenValue(unit *run.Unit, c *python.Call, g knowledge.Given) givenValue {
	var e python.Expr
	if a := c.Keyword(g.Name); a != nil {
		e = a.Value
	} else {
		if c.Spreads() {
			return givenValue{}
		}
		list, _ := c.Positional()
		if g.Position < 0 || g.Position >= len(list) {
			return absentValue(g)
		}
		e = list[g.Position].Value
	}
	v := f.constantValue(e)
	v.at = run.Place{Unit: unit, Node: e}
	return v
}

// constantValue is what an expression of the file surely is, or by default.
func (f *Facts) constantValue(e python.Expr) givenValue {
	if list, ok := f.Module.OnlyValue(e).(*python.Sequence); ok {
		v := givenValue{kind: givenSequence}
		for _, item := range list.Items {
			one := f.constantValue(item)
			v.byDefault = v.byDefault || one.byDefault
			v.items = append(v.items, one)
		}
		return v
	}
	c, ok := f.Module.Const(e)
	if !ok || c.Default && (convertedOption(c) || f.asksForOption(e)) {
		return givenValue{}
	}
	v := givenValue{byDefault: c.Default}
	switch c.Kind {
	case python.IntValue, python.FloatValue:
		v.kind, v.whole = givenNumber, c.Kind == python.IntValue
		v.n, _ = c.Number()
	case python.BoolValue:
		v.kind = givenBool
		if c.Bool {
			v.n = 1
		}
	case python.StringValue:
		v.kind, v.text = givenText, c.Str
	default:
		v.kind = givenNone
	}
	return v
}

// convertedOption reports whether a text is the default of an option that is told its type: argparse makes a number of
// it.
func convertedOption(v python.Value) bool {
	if v.Kind != python.StringValue || v.From == nil {
		return false
	}
	for up := v.From.Parent(); up != nil; up = up.Parent() {
		if c, ok := up.(*python.Call); ok {
			return c.Keyword("type") != nil || c.MethodName() != "add_argument"
		}
	}
	return false
}

// asksForOption reports whether the file asks somewhere what an option is that stands in an expression, sets options by
// names that are not written, or hands them to a function that may fill them: its default may stand for nothing.
func (f *Facts) asksForOption(e python.Expr) bool {
	if f.Module.Mentions(knowledge.SetsOptions) || f.optionsFilled(e) {
		return true
	}
	names := map[string]bool{}
	for n := range python.All(e) {
		if a, ok := n.(*python.Attribute); ok {
			names[a.Attr] = true
		}
	}
	for _, a := range f.Module.Attributes(func(name string) bool { return names[name] }) {
		switch up := a.Parent().(type) {
		case *python.Compare, *python.Bool, *python.Unary:
			return true
		case *python.If:
			return true
		case *python.IfExp:
			if up.Test == python.Expr(a) {
				return true
			}
		}
	}
	return false
}

// optionsFilled reports whether a statement hands the options that stand in an expression to a function of another
// file and does nothing with what that gives, fill(args): the function sets such an option, or nobody sees what it
// does.
func (f *Facts) optionsFilled(e python.Expr) bool {
	var options []*python.Attribute
	for n := range python.All(e) {
		if a, ok := n.(*python.Attribute); ok && python.PathText(a.Value) != "" {
			options = append(options, a)
		}
	}
	if len(options) == 0 {
		return false
	}
	in := python.EnclosingFunction(e)
	for _, c := range f.Module.AllCalls() {
		if _, alone := c.Parent().(*python.ExprStmt); !alone || knowledge.OnlyTellsOptions(python.LastName(c.Func)) ||
			python.EnclosingFunction(c) == in && c.Span().Start > e.Span().Start {
			continue
		}
		for _, o := range options {
			if slices.ContainsFunc(c.Args, func(a *python.Arg) bool {
				return a.Star == 0 && python.PathText(a.Value) == python.PathText(o.Value)
			}) && f.mayFill(c, o.Attr) {
				return true
			}
		}
	}
	return false
}

// mayFill reports whether a function that the file imports may set an option of what it is given.
func (f *Facts) mayFill(c *python.Call, option string) bool {
	path := f.Module.Resolve(c.Func)
	root, name, imported := strings.Cut(strings.TrimLeft(path, "."), ".")
	if !imported || knowledge.IsLibrary(root) || knowledge.OnlyLooks(path) {
		return false // a function of the file, whose stores are read with the file, or a method
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	seen := false
	for _, u := range f.Imported() {
		for n := range python.AllIn(u.Module.Body) {
			if fn, ok := n.(*python.Function); ok && fn.Name == name {
				seen = true
				break
			}
		}
		if u.Module.Mentions(knowledge.SetsOptions) || slices.ContainsFunc(
			u.Module.Attributes(func(attr string) bool { return attr == option }),
			func(a *python.Attribute) bool { return a.Assignment() != nil },
		) {
			return true
		}
	}
	return !seen
}

// ranValue is what a call gives in a run.
func ranValue(c *run.Call, g knowledge.Given) givenValue {
	passed, open := c.Passed(g.Name, g.Position)
	switch {
	case open:
		return givenValue{}
	case passed == nil:
		return absentValue(g)
	}
	v := knownValue(passed.Value)
	v.at = c.Written(passed)
	return v
}

func knownValue(value run.Value) givenValue {
	v := givenValue{}
	switch known := run.Bare(value).(type) {
	case run.Int, run.Float:
		v.kind = givenNumber
		v.n, _ = run.Number(known)
		_, v.whole = known.(run.Int)
	case run.Bool:
		v.kind = givenBool
		v.n, _ = run.Number(known)
	case run.Str:
		v.kind, v.text = givenText, string(known)
	case run.NoneType:
		v.kind = givenNone
	case *run.Tuple:
		v.kind = givenSequence
		for _, item := range known.Items {
			v.items = append(v.items, knownValue(item))
		}
	}
	return v
}

// refusedBy is what a class says of arguments that it refuses; nil where it takes them, or they are not known.
func refusedBy(r *knowledge.Requirement, read func(knowledge.Given) givenValue) *Refused {
	var v [3]givenValue
	for i, g := range r.Args {
		v[i] = read(g)
		if v[i].kind == givenUnknown && r.Asked != knowledge.AskedLength {
			return nil
		}
	}
	name := r.Args[0].Name
	found := &Refused{Raises: r.Raises, At: v[0].at, Got: name + "=" + v[0].String(),
		ByDefault: v[0].byDefault || v[1].byDefault || v[2].byDefault}
	switch r.Asked {
	case knowledge.AskedWithin:
		return found.within(r, v[0])
	case knowledge.AskedEach:
		return found.each(r, v[0])
	case knowledge.AskedWord:
		if v[0].kind != givenText || slices.Contains(r.Words, v[0].text) {
			return nil
		}
		found.Wants = fmt.Sprintf(`takes %s="%s"`, name, strings.Join(r.Words, `" or "`))
	case knowledge.AskedMultiple:
		return found.multiple(r, v)
	case knowledge.AskedSequence, knowledge.AskedFunction:
		if v[0].kind != givenNumber {
			return nil
		}
		found.Wants = fmt.Sprintf("wants a list of %s", name)
		if r.Asked == knowledge.AskedFunction {
			found.Wants = "wants a function of the number of a step for " + name
		}
	case knowledge.AskedIndex:
		if v[0].kind != givenNumber || v[1].kind != givenNumber || v[0].n < v[1].n && v[0].n >= -v[1].n {
			return nil
		}
		found.Wants = fmt.Sprintf("wants %s to be one of its %s entries", name, v[1])
	case knowledge.AskedMomentum:
		return found.momentum(v)
	case knowledge.AskedLength:
		return found.length(r, v)
	case knowledge.AskedUnstrided:
		if v[0].kind != givenText || v[0].text != r.Words[0] || !v[1].above1() {
			return nil
		}
		found.Wants = `takes padding="same" with a stride of 1 alone`
		found.Got = fmt.Sprintf("%s is %s", r.Args[1].Name, v[1])
	}
	return found
}

func (found *Refused) multiple(r *knowledge.Requirement, v [3]givenValue) *Refused {
	if v[0].kind != givenNumber || v[1].kind != givenNumber || !v[0].whole || !v[1].whole || v[0].n < 1 ||
		int64(v[1].n)%int64(v[0].n) == 0 {
		return nil
	}
	found.Wants = fmt.Sprintf("wants %s to be a multiple of %s", r.Args[1].Name, r.Args[0].Name)
	found.Got = fmt.Sprintf("%s=%s is none of %s", r.Args[1].Name, v[1], v[0])
	return found
}

func (found *Refused) momentum(v [3]givenValue) *Refused {
	if v[0].kind != givenBool || v[0].n == 0 || v[1].kind != givenNumber || v[2].kind != givenNumber ||
		v[1].n > 0 && v[2].n == 0 {
		return nil
	}
	found.Wants = "wants a momentum above 0 and no dampening beside nesterov=True"
	found.Got = fmt.Sprintf("momentum is %s and dampening %s", v[1], v[2])
	return found
}

// above1 reports whether a number, or one of several, is not 1.
func (v givenValue) above1() bool {
	if v.kind == givenSequence {
		return slices.ContainsFunc(v.items, givenValue.above1)
	}
	return v.kind == givenNumber && v.n != 1
}

func (found *Refused) within(r *knowledge.Requirement, v givenValue) *Refused {
	switch {
	case v.kind == givenText:
		found.Raises = r.OfText
	case v.kind != givenNumber || r.Takes(v.n, v.whole):
		return nil
	}
	found.Wants = "wants " + bounds(r) + " for " + r.Args[0].Name
	return found
}

func (found *Refused) each(r *knowledge.Requirement, v givenValue) *Refused {
	name := r.Args[0].Name
	switch v.kind {
	case givenNumber:
		found.Wants, found.Raises = "wants two numbers for "+name, r.OfText
		return found
	case givenSequence:
		if len(v.items) == 1 {
			found.Wants, found.Raises = "wants two numbers for "+name, "IndexError"
			return found
		}
		for _, item := range v.items {
			if item.kind == givenNumber && !r.Takes(item.n, item.whole) {
				found.Wants = "wants " + bounds(r) + " for each of " + name
				return found
			}
		}
	}
	return nil
}

// length: neither the one argument is given nor both of the others.
func (found *Refused) length(r *knowledge.Requirement, v [3]givenValue) *Refused {
	absent := func(v givenValue) bool { return v.kind == givenNothing || v.kind == givenNone }
	if !absent(v[0]) || !absent(v[1]) && !absent(v[2]) {
		return nil
	}
	found.At = run.Place{}
	found.Wants = fmt.Sprintf("wants %s, or %s and %s", r.Args[0].Name, r.Args[1].Name, r.Args[2].Name)
	found.Got = "neither is given"
	if !absent(v[1]) || !absent(v[2]) {
		found.Got = "one of the two is missing"
	}
	return found
}

// bounds says which numbers are taken.
func bounds(r *knowledge.Requirement) string {
	kind := "a number"
	if r.Whole {
		kind = "a whole number"
	}
	least := givenValue{kind: givenNumber, n: r.Least, whole: true}
	most := givenValue{kind: givenNumber, n: r.Most, whole: true}
	switch {
	case r.Below && r.Most < maxBound && r.Least > -maxBound:
		return fmt.Sprintf("%s of at least %s and below %s", kind, least, most)
	case r.Below:
		return fmt.Sprintf("%s below %s", kind, most)
	case r.Most < maxBound:
		return fmt.Sprintf("%s between %s and %s", kind, least, most)
	}
	return fmt.Sprintf("%s of at least %s", kind, least)
}

// maxBound is beyond any bound.
const maxBound = 1e300
