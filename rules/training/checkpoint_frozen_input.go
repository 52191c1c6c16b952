package training

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/knowledge"
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
	Raises:   true,
	Page:     page("checkpoint-frozen-input"),
	On:       rules.PythonFile,
	Words:    knowledge.CheckpointingSwitches,
	Check:    checkFrozenInput,
}

// Transformers 5 prepares the embeddings itself when checkpointing is enabled.
func checkFrozenInput(p *rules.Pass) {
	if !p.Versions.Allows("transformers", "<5") {
		return
	}
	// a trainer may enable it again with this
	if p.Python.Mentions(knowledge.PreparesInput) || p.Python.Passes("use_reentrant", p.Python.IsFalse) {
		return
	}
	for _, c := range p.Python.AllCalls() {
		if !knowledge.EnablesCheckpointing(c.MethodName()) || !reentrant(p, c) {
			continue
		}
		model := python.PathText(c.Receiver())
		frozen := frozenBehind(p, c, model)
		if frozen == nil {
			continue
		}
		fix := pyedit.New(p.Python).
			InsertBefore(python.EnclosingStmt(c), model+".enable_input_require_grads()").
			Fixes("let the embeddings' output require a gradient", fixes.Unsafe)
		p.At(
			c,
			fmt.Sprintf(
				"checkpointing is reentrant by default before transformers 5 and the embeddings of %s are frozen: no input requires a gradient, and the gradients of what is trained are None; call %s.enable_input_require_grads()",
				model,
				model,
			),
			[]rules.NotePlace{p.Note(frozen, "the base model is frozen here")},
			fix...)
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
	if dict == nil || !fixed || !dict.Whole() {
		return false
	}
	for _, item := range dict.Items {
		if item.Key == "use_reentrant" {
			return p.Python.IsTrue(item.Value)
		}
	}
	return true
}

// frozenBehind is what surely freezes the base of a model before checkpointing is
// enabled: PEFT, which prepares the input itself only where checkpointing is on already.
func frozenBehind(p *rules.Pass, enable *python.Call, model string) python.Node {
	if model == "" {
		return nil
	}
	for _, c := range p.Python.Calls("peft.get_peft_model", "peft.PeftModel.from_pretrained") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || python.PathText(assign.Targets[0]) != model ||
			python.EnclosingFunction(c) != python.EnclosingFunction(enable) {
			continue
		}
		base := p.Python.Argument(c, "model", 0)
		if builtHere(p, base.Value, c) {
			continue
		}
		before := c.Span().Start < enable.Span().Start
		if before && !python.Exclusive(c, enable) && !p.Python.Contradict(c, enable) ||
			!before && quantised(p, base.Value) && python.PathText(base.Value) == model {
			return c
		}
	}
	if frozen := p.Train.FrozenAround(enable); frozen != nil && p.Python.TypeOf(enable.Receiver()) != "" {
		return frozen.Place.Node
	}
	return nil
}

// builtHere reports whether the last that a model's name was bound to before a call is what some constructor gave, of a
// class that no library loads with its weights: a module of the project, which may have no embeddings of that name and
// no such switch.
func builtHere(p *rules.Pass, model python.Expr, before *python.Call) bool {
	name, ok := model.(*python.Name)
	if !ok {
		return false
	}
	var last *python.Call
	_, bindings := p.Python.Lookup(name.ID, name)
	for _, b := range bindings {
		if call, ok := b.Value.(*python.Call); ok && call != before && call.Span().Start < before.Span().Start &&
			(last == nil || call.Span().Start > last.Span().Start) {
			last = call
		}
	}
	if last == nil {
		return false
	}
	class, ok := last.Func.(*python.Name)
	if !ok {
		return false
	}
	path := p.Python.Resolve(class) // it may be imported under another name
	called := cmp.Or(path[strings.LastIndexByte(path, '.')+1:], class.ID)
	return unicode.IsUpper(rune(called[0])) && !strings.HasPrefix(path, "transformers.")
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
		if config, ok := p.Python.OnlyValue(keywordValue(call, "quantization_config")).(*python.Call); ok {
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
