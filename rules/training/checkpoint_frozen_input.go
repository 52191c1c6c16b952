package training

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointFrozenInput finds reentrant checkpointing that cuts adapters off.
var CheckpointFrozenInput = &rules.Rule{
	Name:     "checkpoint-frozen-input",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("checkpoint-frozen-input"),
	On:       rules.PythonFile,
	Words:    []string{"gradient_checkpointing_enable"},
	Check:    checkFrozenInput,
}

var preparesInput = [][]byte{[]byte("enable_input_require_grads"), []byte("prepare_model_for_kbit_training"), []byte("prepare_model_for_int8_training"), []byte("make_inputs_require_grad"), []byte("prepare_model_for_gradient_checkpointing")}

// Transformers 5 prepares the embeddings itself when checkpointing is enabled.
func checkFrozenInput(p *rules.Pass) {
	if !p.Versions.Allows("transformers", "<5") {
		return
	}
	text := code(p)
	for _, word := range preparesInput {
		if bytes.Contains(text, word) {
			return
		}
	}
	if otherwise.Match(text) { // a trainer may enable it again with this
		return
	}
	for _, c := range p.Python.AllCalls() {
		if c.MethodName() != "gradient_checkpointing_enable" || !reentrant(p, c) {
			continue
		}
		model := python.PathText(c.Receiver())
		frozen := frozenBehind(p, c, model)
		if frozen == nil {
			continue
		}
		fix := pyedit.New(p.Python).InsertBefore(python.EnclosingStmt(c), model+".enable_input_require_grads()").Fixes("let the embeddings' output require a gradient", fixes.Unsafe)
		p.At(c, fmt.Sprintf("checkpointing is reentrant by default before transformers 5 and the embeddings of %s are frozen: no input requires a gradient, and the gradients of what is trained are None; call %s.enable_input_require_grads()", model, model),
			[]rules.NotePlace{p.Note(frozen, "the base model is frozen here")}, fix...)
	}
}

// reentrant reports whether checkpointing is enabled with the default, or by name, in its
// reentrant form.
func reentrant(p *rules.Pass, c *python.Call) bool {
	options := p.Python.Argument(c, "gradient_checkpointing_kwargs", 0)
	if options.Presence == python.Absent {
		return len(c.Args) == 0
	}
	dict, fixed := p.Python.DictOf(options.Value)
	if dict == nil || !fixed || dict.Open {
		return false
	}
	for _, item := range dict.Items {
		if item.Key == "use_reentrant" {
			return p.Python.IsTrue(item.Value)
		}
	}
	return true
}

var otherwise = regexp.MustCompile(`use_reentrant["']?\s*[=:]\s*False`)

// frozenBehind is what surely freezes the base of a model before checkpointing is
// enabled: PEFT, which prepares the input itself only where checkpointing is on already.
func frozenBehind(p *rules.Pass, enable *python.Call, model string) python.Node {
	if model == "" {
		return nil
	}
	for _, c := range p.Python.Calls("peft.get_peft_model", "peft.PeftModel.from_pretrained") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || python.PathText(assign.Targets[0]) != model || python.EnclosingFunction(c) != python.EnclosingFunction(enable) {
			continue
		}
		base := p.Python.Argument(c, "model", 0)
		before := c.Span().Start < enable.Span().Start
		if before && !exclusive(c, enable) && !contradict(p, c, enable) || !before && quantised(p, base.Value) && python.PathText(base.Value) == model {
			return c
		}
	}
	return frozenByHand(p, enable, model)
}

// frozenByHand is the statement that freezes a whole model whose head, or another part, is
// thawed again behind it.
func frozenByHand(p *rules.Pass, enable *python.Call, model string) python.Node {
	var frozen python.Node
	thawed := false
	for _, s := range gradientSwitches(p) {
		if python.EnclosingFunction(s.at) != python.EnclosingFunction(enable) || s.part {
			continue
		}
		switch {
		case s.path == model && !s.on:
			frozen, thawed = s.at, false
		case s.path == model:
			frozen = nil
		case holdsPath(model, s.path) && s.on:
			thawed = true
		}
	}
	if frozen == nil || !thawed || frozen.Span().Start > enable.Span().Start && conditional(enable) || p.Python.TypeOf(enable.Receiver()) == "" {
		return nil
	}
	if exclusive(frozen, enable) || contradict(p, frozen, enable) {
		return nil
	}
	return frozen
}

// quantised reports whether a model is loaded with 4 or 8 bit weights.
func quantised(p *rules.Pass, model python.Expr) bool {
	name, ok := model.(*python.Name)
	if !ok {
		return false
	}
	_, bindings := p.Python.Lookup(name.ID, name)
	for _, b := range bindings {
		call, ok := b.Value.(*python.Call)
		if !ok || call.MethodName() != "from_pretrained" {
			continue
		}
		for _, key := range []string{"load_in_4bit", "load_in_8bit"} {
			if a := call.Keyword(key); a != nil && p.Python.IsTrue(a.Value) {
				return true
			}
		}
		if config, ok := assignedTo(p, keywordValue(call, "quantization_config")).(*python.Call); ok {
			return p.Python.Resolve(config.Func) == "transformers.BitsAndBytesConfig"
		}
	}
	return false
}

func keywordValue(c *python.Call, name string) python.Expr {
	if a := c.Keyword(name); a != nil {
		return a.Value
	}
	return nil
}

// contradict reports whether one of two nodes stands behind a condition and the other
// behind its opposite: `if args.use_lora` and `if train and not args.use_lora`.
func contradict(p *rules.Pass, a, b python.Node) bool {
	first, second := map[string]bool{}, map[string]bool{}
	conditions(p, a, first)
	conditions(p, b, second)
	for text, holds := range first {
		if other, ok := second[text]; ok && other != holds {
			return true
		}
	}
	return false
}

// conditions collects what must be true, or false, for a node to run.
func conditions(p *rules.Pass, n python.Node, into map[string]bool) {
	for from, up := n, n.Parent(); up != nil; from, up = up, up.Parent() {
		gate, ok := up.(*python.If)
		if !ok || from == python.Node(gate.Test) {
			continue
		}
		positive := false
		for _, s := range gate.Body {
			positive = positive || python.Node(s) == from
		}
		conjuncts(p, gate.Test, positive, into)
	}
}

func conjuncts(p *rules.Pass, test python.Expr, positive bool, into map[string]bool) {
	switch t := test.(type) {
	case *python.Bool:
		if (t.Op == "and") == positive {
			conjuncts(p, t.Left, positive, into)
			conjuncts(p, t.Right, positive, into)
		}
	case *python.Unary:
		if t.Op == "not" {
			conjuncts(p, t.Operand, !positive, into)
		}
	case *python.Compare:
		text := p.File.Slice(test.Span())
		if len(t.Ops) == 1 && (t.Ops[0] == "==" || t.Ops[0] == "!=") {
			positive = positive == (t.Ops[0] == "==")
			text = p.File.Slice(t.Operands[0].Span()) + " == " + p.File.Slice(t.Operands[1].Span())
		}
		into[text] = positive
	default:
		into[p.File.Slice(test.Span())] = positive
	}
}

// assignedTo is what the only assignment of a name gives it; other expressions are their own value.
func assignedTo(p *rules.Pass, e python.Expr) python.Expr {
	name, ok := e.(*python.Name)
	if !ok {
		return e
	}
	if _, bindings := p.Python.Lookup(name.ID, name); len(bindings) == 1 && bindings[0].Kind == python.Assigned {
		return bindings[0].Value
	}
	return nil
}

// holdsPath reports whether the path of a module is the other one or leads to it.
func holdsPath(whole, part string) bool {
	return whole == part || strings.HasPrefix(part, whole+".") || strings.HasPrefix(part, whole+"[")
}
