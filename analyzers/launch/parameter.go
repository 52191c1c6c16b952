package launch

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// parameter expands $name in its many forms.
func (e *evaluator) parameter(p *syntax.ParamExp, inQuotes bool) text {
	keep := cellFlags(0)
	if inQuotes {
		keep = quoted
	}
	if p.Param == nil || p.Excl || p.Width || p.Names != 0 || p.Slice != nil {
		return e.asWritten(p)
	}
	v, set := e.value(p)
	if p.Length {
		return e.length(p, v, set)
	}
	value, ok := e.chosen(p, v, set)
	if !ok {
		unknownText := e.asWritten(p)
		if isPositional(p.Param.Value) {
			unknownText = unknownText.with(argument, 0)
		}
		return unknownText
	}
	value = value.with(keep, quoted&^keep)
	if inQuotes && (p.Param.Value == "*" || indexIs(p, "*")) { // "$*" is one word, "$@" is not
		for i := range value {
			value[i].cellFlags &^= wordBreak
		}
	}
	return value
}

func isPositional(name string) bool {
	return name == "@" || name == "*" || name != "" && name[0] >= '1' && name[0] <= '9'
}

// value looks a parameter up: the script's variables, a followed function's
// arguments, and what stands for the script itself.
func (e *evaluator) value(p *syntax.ParamExp) (variable, bool) {
	name := p.Param.Value
	switch {
	case name == "0" || name == "BASH_SOURCE":
		return scalar(plain(e.script.File.Path, 0)), true
	case name == "#" && e.inCall:
		return scalar(plain(strconv.Itoa(len(e.arguments)), quoted)), true
	case name == "PWD" && e.dir != "":
		return scalar(plain(e.dir, 0)), true
	case name == "@" || name == "*":
		return variable{elements: e.arguments, array: true}, e.inCall
	case isPositional(name):
		n, err := strconv.Atoi(name)
		if err != nil || !e.inCall {
			return variable{}, false
		}
		if n > len(e.arguments) {
			return scalar(nil), true
		}
		return scalar(e.arguments[n-1]), true
	}
	v, ok := e.vars[name]
	if !ok && strings.HasPrefix(name, "SLURM_") {
		if stated := slurmVariable(e.script.Slurm, name); stated != "" {
			return scalar(plain(stated, 0)), true
		}
	}
	return v, ok
}

// chosen picks the elements that an index selects and applies the operator.
func (e *evaluator) chosen(p *syntax.ParamExp, v variable, set bool) (text, bool) {
	value := v.first()
	switch name := p.Param.Value; {
	case !set:
	case name == "@" || name == "*" || indexIs(p, "@") || indexIs(p, "*"):
		value = list(v.elements)
	case p.Index != nil && name != "BASH_SOURCE":
		n, ok := e.arithmetic(p.Index)
		if !ok || n < 0 || n >= len(v.elements) {
			return nil, false
		}
		value = v.elements[n]
	}
	switch {
	case p.Exp != nil:
		return e.operator(p, value, set)
	case p.Repl != nil:
		return e.replace(p.Repl, value, set)
	}
	return value, set
}

// list puts array elements side by side, a break between them.
func list(elements []text) text {
	var out text
	for i, el := range elements {
		if i > 0 {
			out = append(out, cell{' ', -1, wordBreak})
		}
		out = append(out, el...)
	}
	return out
}

// operator applies ${a:-b} and its kin. A variable that the script never sets
// comes from outside; the default that is written is what the script runs with.
func (e *evaluator) operator(p *syntax.ParamExp, value text, set bool) (text, bool) {
	var word text
	if p.Exp.Word != nil {
		word = e.joined(p.Exp.Word)
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		if set && (len(value) > 0 || p.Exp.Op == syntax.DefaultUnset) && !value.isArgument() {
			return value, true
		}
		return word, true
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if set && (len(value) > 0 || p.Exp.Op == syntax.AssignUnset) {
			return value, true
		}
		e.vars.set(p.Param.Value, scalar(word))
		return word, true
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if set && (len(value) > 0 || p.Exp.Op == syntax.AlternateUnset) {
			return word, value.known()
		}
		return nil, true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return value, set
	}
	return trimmed(p.Exp.Op, value, word.String(), set && word.known())
}

// trimmed knows the four cuts that scripts use on paths.
func trimmed(op syntax.ParExpOperator, value text, pattern string, set bool) (text, bool) {
	if !set || !value.known() {
		return nil, false
	}
	s := value.String()
	var cut int
	suffix := false
	switch {
	case op == syntax.RemLargePrefix && pattern == "*/":
		cut = strings.LastIndexByte(s, '/') + 1
	case op == syntax.RemSmallSuffix && pattern == "/*":
		cut, suffix = strings.LastIndexByte(s, '/'), true
	case op == syntax.RemSmallSuffix && pattern == ".*":
		cut, suffix = strings.LastIndexByte(s, '.'), true
	case (op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix) && !strings.ContainsAny(pattern, "*?["):
		cut, suffix = len(strings.TrimSuffix(s, pattern)), true
	case (op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix) && !strings.ContainsAny(pattern, "*?["):
		cut = len(s) - len(strings.TrimPrefix(s, pattern))
	default:
		return nil, false
	}
	switch {
	case suffix && cut < 0:
		return value, true
	case suffix:
		return value[:cut], true
	}
	return value[cut:], true
}

func (e *evaluator) replace(r *syntax.Replace, value text, set bool) (text, bool) {
	if !set || !value.known() || r.Orig == nil {
		return nil, false
	}
	old, with := e.joined(r.Orig), text(nil)
	if r.With != nil {
		with = e.joined(r.With)
	}
	anchored := len(old) > 0 && !r.All && (old[0].b == '#' || old[0].b == '%')
	if !old.known() || !with.known() || len(old) == 0 || anchored || strings.ContainsAny(old.String(), "*?[") {
		return nil, false
	}
	n := 1
	if r.All {
		n = -1
	}
	return plain(strings.Replace(value.String(), old.String(), with.String(), n), 0), true
}

func (e *evaluator) length(p *syntax.ParamExp, v variable, set bool) text {
	elements := indexIs(p, "@") || indexIs(p, "*")
	if !set || slices.ContainsFunc(v.elements, func(t text) bool { return !t.known() }) {
		return e.asWritten(p)
	}
	if elements {
		return plain(itoa(len(v.elements)), quoted)
	}
	return plain(itoa(len(v.first().String())), quoted)
}

// substitution knows the few commands whose output depends on nothing but the
// script: where it lies, and how many devices a list names.
func (e *evaluator) substitution(c *syntax.CmdSubst, inQuotes bool) text {
	if len(c.Stmts) == 1 {
		if t, ok := e.output(c.Stmts[0]); ok {
			if inQuotes {
				return t.with(quoted, 0)
			}
			return t
		}
	}
	return e.asWritten(c)
}

// output is what a statement would print.
func (e *evaluator) output(s *syntax.Stmt) (text, bool) {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return e.printed(c)
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt {
			return e.changedTo(c)
		}
		if c.Op == syntax.Pipe {
			return e.counted(c)
		}
	}
	return nil, false
}

func (e *evaluator) printed(c *syntax.CallExpr) (text, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	name := c.Args[0].Lit()
	var words []text
	for _, w := range c.Args[1:] {
		for _, f := range e.fields(w) {
			if len(f) == 0 || f[0].b != '-' || name == "expr" {
				words = append(words, f)
			}
		}
	}
	if name == "pwd" && len(words) == 0 { // where nobody changed to a folder, it is where the script was started
		return plain(path.Clean(e.dir), 0), true
	}
	if name == "expr" {
		return e.reckoned(words)
	}
	if len(words) != 1 || !words[0].known() {
		return nil, false
	}
	switch arg := words[0].String(); name {
	case "dirname":
		return plain(path.Dir(arg), 0), true
	case "basename":
		return plain(path.Base(arg), 0), true
	case "realpath", "readlink":
		return plain(path.Clean(arg), 0), true
	case "echo", "which", "command": // command -v python
		return words[0], true
	}
	return nil, false
}

// reckoned is what expr prints of whole numbers: $(expr 32 / $GPUS / $NODES) and $(expr 32 \* $GPUS).
func (e *evaluator) reckoned(words []text) (text, bool) {
	var term strings.Builder
	for _, w := range words {
		if !w.known() {
			return nil, false
		}
		term.WriteString(w.String() + " ")
	}
	return e.termOf(term.String())
}

// termOf is what an arithmetic term that stands in a text comes to, where it has no more than whole numbers and signs.
func (e *evaluator) termOf(term string) (text, bool) {
	if len(term) > longestTerm || !wholeTerm.MatchString(term) {
		return nil, false
	}
	parsed, err := syntax.NewParser().Arithmetic(strings.NewReader(term))
	if err != nil {
		return nil, false
	}
	alone := *e
	alone.source = plain(term, quoted)
	n, ok := alone.arithmetic(parsed)
	if !ok {
		return nil, false
	}
	return plain(itoa(n), 0), true
}

const longestTerm = 200

var wholeTerm = pattern.New(`^[\d\s()+*/%-]+$`)

// changedTo reads "cd X && pwd".
func (e *evaluator) changedTo(c *syntax.BinaryCmd) (text, bool) {
	cd, ok := c.X.Cmd.(*syntax.CallExpr)
	pwd, ok2 := c.Y.Cmd.(*syntax.CallExpr)
	if !ok || !ok2 || len(cd.Args) == 0 || cd.Args[0].Lit() != "cd" || len(pwd.Args) == 0 || pwd.Args[0].Lit() != "pwd" {
		return nil, false
	}
	dir := e.fields(cd.Args[len(cd.Args)-1])
	if len(dir) != 1 || !dir[0].known() {
		return nil, false
	}
	return plain(path.Clean(dir[0].String()), 0), true
}

// counted reads the usual ways to count a comma list:
// echo $X | tr ',' '\n' | wc -l, and echo $X | awk -F, '{print NF}'.
func (e *evaluator) counted(c *syntax.BinaryCmd) (text, bool) {
	var stages []*syntax.Stmt
	for {
		stages = append(stages, c.Y)
		left, ok := c.X.Cmd.(*syntax.BinaryCmd)
		if !ok || left.Op != syntax.Pipe {
			stages = append(stages, c.X)
			break
		}
		c = left
	}
	slices.Reverse(stages)
	list, ok := e.output(stages[0])
	if !ok || !list.known() {
		return nil, false
	}
	var how []string
	for _, s := range stages[1:] {
		how = append(how, e.source[s.Pos().Offset():min(len(e.source), int(s.End().Offset()))].String())
	}
	if last := len(how) - 1; last > 0 && takesBlanksOff.MatchString(how[last]) {
		how = how[:last]
	}
	switch h := strings.Join(how, "|"); {
	case h == "bc":
		return e.termOf(list.String())
	case len(list) > 0 && (countsLines.MatchString(h) || countsFields.MatchString(h)):
		return plain(itoa(strings.Count(list.String(), ",")+1), 0), true
	}
	if m := lastField.Regexp().FindStringSubmatch(strings.Join(how, "|")); m != nil && len(list) > 0 {
		return list[strings.LastIndex(list.String(), m[1])+1:], true
	}
	return nil, false
}

// The usual ways to count what stands between commas, and to take what stands behind the last mark: awk -F/ '{print
// $NF}'.
var (
	countsLines    = pattern.New(`^tr (?:-s )?["']?,["']? (?:\$?["']\\n["']|\\\\n|["'] ["'])\s*\|wc -[lw]$`)
	countsFields   = pattern.New(`^awk -F ?["']?,["']? '\{\s*print\s+\(?NF\)?;?\s*\}'$`)
	lastField      = pattern.New(`^awk -F ?["']?([^\s"'\\A-Za-z])["']? '\{\s*print\s+\$NF;?\s*\}'$`)
	takesBlanksOff = pattern.New(`^(?:xargs|tr -d ["']? ["']?)$`)
)
