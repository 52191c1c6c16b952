package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// MisplacedArgument finds arguments that stand where another parameter is: nn.BatchNorm2d(64, 0.8).
var MisplacedArgument = &rules.Rule{
	Name:     "misplaced-argument",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("misplaced-argument"),
	On:       rules.PythonFile,
	Words: []string{"BatchNorm", "InstanceNorm", "LSTM", "GRU", "Conv", "MultiheadAttention", "SGD", "Adam", "RMSprop",
		"DataLoader"},
	Check: checkMisplacedArgument,
}

func checkMisplacedArgument(p *rules.Pass) {
	for _, c := range p.Python.Calls(knowledge.TakesMisplaced()...) {
		class := p.Python.Resolve(c.Func)
		for _, m := range knowledge.MisplacedIn(class) {
			judgeMisplaced(p, c, class[strings.LastIndexByte(class, '.')+1:], m)
		}
	}
	for _, c := range p.Python.AllCalls() {
		judgeChosen(p, c)
	}
}

// judgeChosen judges a call of a class that is chosen from a table of the file, CELLS[cell](width, hidden, layers,
// dropout): each class that stands there has to take the argument for the same other one.
func judgeChosen(p *rules.Pass, c *python.Call) {
	chosen, ok := c.Func.(*python.Subscript)
	if !ok {
		return
	}
	table, ok := p.Python.OnlyValue(chosen.Value).(*python.Dict)
	if !ok || len(table.Items) == 0 {
		return
	}
	var common []knowledge.Misplaced
	name := ""
	for i, item := range table.Items {
		if item.Key == nil { // **others
			return
		}
		class := p.Python.Resolve(item.Value)
		here := knowledge.MisplacedIn(class)
		if i == 0 {
			common, name = here, class[strings.LastIndexByte(class, '.')+1:]
			continue
		}
		common = slices.DeleteFunc(slices.Clone(common), func(m knowledge.Misplaced) bool {
			return !slices.ContainsFunc(here, func(other knowledge.Misplaced) bool {
				return other.Position == m.Position && other.Takes == m.Takes && other.Meant == m.Meant
			})
		})
	}
	for _, m := range common {
		judgeMisplaced(p, c, name, m)
	}
}

func judgeMisplaced(p *rules.Pass, c *python.Call, name string, m knowledge.Misplaced) {
	if m.Position >= len(c.Args) || c.Keyword(m.Meant) != nil || !positional(c.Args[:m.Position+1]) {
		return
	}
	arg := c.Args[m.Position]
	said := python.KeyRead(arg.Value) // conf["weight_decay"] says it by its key
	if said == "" {
		said = python.LastName(arg.Value)
	}
	said = strings.ToLower(said)
	named := m.Words(said)
	if strings.Contains(said, m.Takes) || !named && !isNumber(p.Python, arg.Value, m.Number) {
		return
	}
	var fix []fixes.Fix
	if named && (m.Position+1 == len(c.Args) || c.Args[m.Position+1].Name != "") {
		editor := pyedit.New(p.Python)
		fix = editor.SetArgument(arg, m.Meant+"="+editor.Text(arg.Value)).Fixes("name "+m.Meant, fixes.Unsafe)
	}
	p.At(
		arg,
		fmt.Sprintf(
			"the %s argument of %s is %s, so %s %s; name what is meant, %s=",
			ordinals[m.Position],
			name,
			m.Takes,
			p.Python.File.Slice(arg.Value.Span()),
			m.Means,
			m.Meant,
		),
		nil,
		fix...)
}

var ordinals = []string{"first", "second", "third", "fourth"}

// positional reports whether arguments stand by position alone.
func positional(args []*python.Arg) bool {
	for _, a := range args {
		if a.Name != "" || a.Star > 0 {
			return false
		}
	}
	return true
}

// isNumber reports whether an expression is a number that is judged so, and no command line replaces it.
func isNumber(m *python.Module, e python.Expr, judge func(value float64, whole bool) bool) bool {
	v, ok := m.Const(e)
	if !ok || v.Default {
		return false
	}
	n, ok := v.Number()
	return ok && judge(n, v.Kind == python.IntValue)
}
