package jobedit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/fixes/pyedit"
)

// ErrCode: the change needs code that a person has to write.
var ErrCode = errors.New("nothing that the project writes down decides this: it needs code")

// ErrPage: the command stands in a page for readers.
var ErrPage = errors.New("the command is one that a page names: give it this flag where you start it")

// Rewrite builds the edits after which a job has the changed fields, each in the
// file that decides it today. Changes that cannot be written are returned with the
// reason; the plan then holds the others.
func Rewrite(j *job.Job, changes []Change) (fixes.Plan, []error) {
	r := &rewriter{job: j}
	var plan fixes.Plan
	var failed []error
	for _, c := range changes {
		p := r.change(c)
		if p.Err != nil {
			failed = append(failed, fmt.Errorf("%s = %s: %w", c.Field, c.Text, p.Err))
			continue
		}
		plan = plan.And(p)
	}
	plan = plan.And(r.flags())
	plan.Edits = distinct(plan.Edits)
	return plan, failed
}

// distinct drops edits that several changes ask for alike.
func distinct(edits []fixes.Edit) []fixes.Edit {
	slices.SortStableFunc(edits, func(a, b fixes.Edit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.New, b.New))
	})
	return slices.Compact(edits)
}

type rewriter struct {
	job *job.Job
	// added are the flags to append to the launcher's command line.
	added []string
}

// change writes one field where it is decided, or where its framework would look.
func (r *rewriter) change(c Change) fixes.Plan {
	v, known := r.job.Get(c.Field)
	if known && v.Place.File != nil && !v.Default {
		return r.decided(c, v).And(r.elsewhere(c, v))
	}
	switch {
	case c.Field == dialect.Attention && r.job.Program != nil:
		return r.loadArgument("attn_implementation", `"`+c.Text+`"`)
	case c.Field == dialect.Weights && r.load() != nil:
		return r.storedDType(c.Text)
	case c.Field == dialect.Sharding || c.Field == dialect.OffloadOptimizer:
		return r.engine(c)
	}
	return r.undecided(c)
}

// elsewhere writes a count into the other places that state it: the Trainer does not
// start when the DeepSpeed config has another accumulation than its arguments.
func (r *rewriter) elsewhere(c Change, winner job.Value) fixes.Plan {
	var plan fixes.Plan
	if !counts[c.Field] {
		return plan
	}
	for _, v := range r.job.Said(c.Field) {
		if v.Text != "" && !v.Default && v.Place.File != nil && v.Place != winner.Place {
			plan = plan.And(r.alike(c, v))
		}
	}
	return plan
}

// alike makes another place agree: "auto" where the framework fills it in, which is right
// for every job that reads the file, else the same number. Accelerator() passes what the
// accelerate config has to int(): "auto" is for the Trainer there.
func (r *rewriter) alike(c Change, v job.Value) fixes.Plan {
	trainer := r.job.Framework == job.HFTrainer || r.job.Framework == job.TRL
	accelerator := r.job.Framework == job.Accelerate || r.job.Framework == job.Diffusers
	node := r.node(v)
	if node != nil && (trainer && (v.Engine() || v.Launcher()) || accelerator && v.Engine()) {
		return configedit.SetString(node, "auto")
	}
	return r.decided(c, v)
}

// decided rewrites the place that sets a field.
func (r *rewriter) decided(c Change, v job.Value) fixes.Plan {
	if c.Field == dialect.Sharding || c.Field == dialect.OffloadOptimizer {
		return r.engine(c)
	}
	if c.Field == dialect.Precision && c.Text == "pure" {
		return r.castOff(v)
	}
	if node := r.node(v); node != nil {
		return r.inConfig(c, node)
	}
	switch {
	case r.job.Program != nil && v.Place.File == r.job.Program.File():
		return r.inScript(c, v)
	case r.job.Launch != nil && r.job.Launch.Command.OfPage && v.Place.File == r.job.Launch.Command.File:
		return fixes.Plan{Err: ErrPage}
	case r.job.Launch != nil && v.Place.File == r.job.Launch.Command.File && !r.job.Launch.Command.Made:
		return r.onCommandLine(c, v)
	}
	return fixes.Plan{Err: ErrCode}
}

func (r *rewriter) node(v job.Value) *config.Node {
	if v.Entry != nil {
		return v.Entry.Value
	}
	return r.job.Node(v.Place)
}

// dialectOf is the dialect that a config file of the job is written in.
func (r *rewriter) dialectOf(d *config.Document) *dialect.Dialect {
	for _, reading := range []*dialect.Reading{r.job.Accelerate, r.job.DeepSpeed, r.job.Config} {
		if reading != nil && reading.Document == d {
			return reading.Dialect
		}
	}
	return dialect.Named("generic")
}

func (r *rewriter) inConfig(c Change, node *config.Node) fixes.Plan {
	d := r.dialectOf(node.Document())
	entry := node.Entry()
	if entry == nil {
		return fixes.Plan{Err: ErrCode}
	}
	settings, ok := spellingOf(d, c, entry.Path())
	if !ok {
		return fixes.Plan{Err: ErrCode}
	}
	var plan fixes.Plan
	for _, s := range settings {
		plan = plan.And(setKey(node.Document(), entry, s))
	}
	return plan
}

// setKey sets a key of a config file; one that is not there is added beside a
// sibling, or at the top.
func setKey(d *config.Document, sibling *config.Entry, s setting) fixes.Plan {
	if other := d.Get(otherPrecision[s.key]); other != nil && otherPrecision[s.key] != "" && other.Raw() != no.text {
		switched := s
		switched.value = yes
		return configedit.Set(other, no.text).And(setKeyAlone(d, sibling, switched))
	}
	return setKeyAlone(d, sibling, s)
}

func setKeyAlone(d *config.Document, sibling *config.Entry, s setting) fixes.Plan {
	if have := d.Get(s.key); have != nil {
		if s.value.quoted {
			return configedit.SetString(have, s.value.text)
		}
		return configedit.Set(have, s.value.text)
	}
	raw := s.value.text
	if s.value.quoted {
		raw = config.Quote(d.Format, raw)
	}
	owner, key := d.Root(), s.key
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		owner = d.Get(key[:i])
		key = key[i+1:]
	}
	if sibling != nil && sibling.Owner() == owner {
		return configedit.InsertAfter(sibling, key, raw)
	}
	return configedit.InsertInto(owner, key, raw)
}

// inScript replaces a literal, or sets the keyword of the training arguments.
func (r *rewriter) inScript(c Change, v job.Value) fixes.Plan {
	m := r.job.Program.Module()
	if call := r.job.ArgumentsCall(); call != nil && call.Span().Contains(v.Place.Span) {
		return r.trainerArgument(c)
	}
	switch {
	case c.Field == dialect.Attention:
		return r.loadArgument("attn_implementation", `"`+c.Text+`"`)
	case c.Field == dialect.Weights:
		return r.storedDType(c.Text)
	case c.Field == dialect.OptimizerImpl:
		return r.fusedOptimizer()
	case !counts[c.Field], strings.Trim(m.File.Slice(v.Place.Span), `"'`) != v.Text: // 4 * 2
		return r.asFlag(c)
	}
	return fixes.Plan{Edits: []fixes.Edit{{File: m.File.Path, Span: v.Place.Span, New: c.Text}}}
}

// trainerArgument sets a keyword of TrainingArguments.
func (r *rewriter) trainerArgument(c Change) fixes.Plan {
	settings, ok := spellingOf(dialect.Named("hf-arguments"), c, "")
	call := r.job.ArgumentsCall()
	if !ok || call == nil || c.Field == dialect.LoRARank { // peft's LoraConfig has the rank
		return fixes.Plan{Err: ErrCode}
	}
	var plan fixes.Plan
	editor := pyedit.New(r.job.Program.Module())
	for _, s := range settings {
		plan = plan.And(editor.SetKeyword(call, s.key, s.value.python()))
		// bf16 and fp16 together raise.
		if name := otherPrecision[s.key]; name != "" && call.Keyword(name) != nil {
			plan = plan.And(editor.SetArgument(call.Keyword(name), no.python()))
		}
	}
	return plan
}

// otherPrecision are the two switches of which one may be on.
var otherPrecision = map[string]string{"bf16": "fp16", "fp16": "bf16"}

// loadArgument sets a keyword where the script loads the model that it trains.
func (r *rewriter) loadArgument(name, value string) fixes.Plan {
	call := r.load()
	if call == nil {
		return fixes.Plan{Err: ErrCode}
	}
	return pyedit.New(r.job.Program.Module()).SetKeyword(call, name, value)
}

// load is the from_pretrained call of the one model that transformers trains.
func (r *rewriter) load() *python.Call {
	var found *python.Call
	for _, l := range r.job.Loads {
		if !l.Trained || l.Call().MethodName() != "from_pretrained" || !strings.HasPrefix(l.Class, "transformers.") {
			continue
		}
		if found != nil {
			return nil
		}
		found = l.Call()
	}
	return found
}

func (r *rewriter) storedDType(text string) fixes.Plan {
	name := map[string]string{"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}[text]
	call := r.load()
	if call == nil || name == "" {
		return fixes.Plan{Err: ErrCode}
	}
	keyword := "torch_dtype"
	if call.Keyword("dtype") != nil {
		keyword = "dtype"
	}
	editor := pyedit.New(r.job.Program.Module())
	dtype, plan := editor.DType(call, name)
	if !r.job.Versions.Speaks(plan.Needs) {
		return fixes.Plan{Err: ErrCode}
	}
	return plan.And(editor.SetKeyword(call, keyword, dtype))
}

// fusedOptimizer adds fused=True to the one torch optimizer of the script.
func (r *rewriter) fusedOptimizer() fixes.Plan {
	m := r.job.Program.Module()
	calls := m.Calls("torch.optim.AdamW", "torch.optim.Adam", "torch.optim.SGD")
	if len(calls) != 1 {
		return fixes.Plan{Err: ErrCode}
	}
	editor := pyedit.New(m)
	plan := editor.SetKeyword(calls[0], "fused", "True")
	if calls[0].Keyword("foreach") != nil {
		plan = plan.And(editor.RemoveKeyword(calls[0], "foreach"))
	}
	return plan
}

// onCommandLine replaces a flag's value.
func (r *rewriter) onCommandLine(c Change, v job.Value) fixes.Plan {
	l := r.job.Launch
	name := strings.ReplaceAll(strings.TrimLeft(v.Place.Key, "-"), "-", "_")
	for _, arguments := range []bool{true, false} {
		flag, ok := l.Option(name)
		d := dialect.Named("accelerate")
		if arguments {
			flag, ok = l.Arguments.Flag(name)
			d = r.programDialect()
		}
		if !ok {
			continue
		}
		settings, spelled := spellingOf(d, c, name)
		if !spelled || settings[0].key != name {
			return fixes.Plan{Err: ErrCode}
		}
		// A word that is only "$BATCH" has its origin in the assignment.
		if word, ok := flag.Value(); ok && l.Command.File.Slice(word.Origin) == word.Text {
			return fixes.Plan{Edits: []fixes.Edit{{File: l.Command.File.Path, Span: word.Origin, New: settings[0].value.text}}}
		}
	}
	return fixes.Plan{Err: ErrCode}
}

// programDialect is the dialect of the program's own flags.
func (r *rewriter) programDialect() *dialect.Dialect {
	if r.job.Config != nil && r.job.Config.Document == nil {
		return r.job.Config.Dialect
	}
	switch r.job.Framework {
	case job.Diffusers:
		return dialect.Named("diffusers")
	case job.HFTrainer, job.TRL:
		return dialect.Named("hf-arguments")
	}
	return dialect.Named("generic")
}

// undecided writes a field that only a default decides.
func (r *rewriter) undecided(c Change) fixes.Plan {
	j := r.job
	if j.Program != nil && j.ArgumentsCall() != nil {
		return r.trainerArgument(c)
	}
	if j.Config != nil && j.Config.Document != nil && j.Config.Dialect.Name != "generic" {
		if settings, ok := spellingOf(j.Config.Dialect, c, ""); ok {
			var plan fixes.Plan
			for _, s := range settings {
				plan = plan.And(setKey(j.Config.Document, beside(j.Config), s))
			}
			return plan
		}
	}
	if j.Accelerate != nil && c.Field == dialect.Precision {
		if settings, ok := spellingOf(j.Accelerate.Dialect, c, ""); ok {
			return setKey(j.Accelerate.Document, nil, settings[0])
		}
	}
	if c.Field == dialect.OptimizerImpl && j.Program != nil {
		return r.fusedOptimizer()
	}
	return r.asFlag(c)
}

// beside is the key of a config next to which a new one is at home.
func beside(r *dialect.Reading) *config.Entry {
	for _, f := range []dialect.Field{dialect.Accumulation, dialect.MicroBatch, dialect.LearningRate} {
		if v, ok := r.Get(f); ok && v.Pair.Entry != nil && v.Pair.Entry.Owner() == r.Document.Root() {
			return v.Pair.Entry
		}
	}
	return nil
}

// asFlag appends a flag to the command line of a script that is known to take it.
func (r *rewriter) asFlag(c Change) fixes.Plan {
	d := r.programDialect()
	if r.job.Launch != nil && r.job.Launch.Command.OfPage {
		return fixes.Plan{Err: ErrPage}
	}
	if r.job.Launch == nil || r.job.Launch.Command.Made || d.Name == "generic" || r.job.Launch.Target.Span.Len() == 0 {
		return fixes.Plan{Err: ErrCode}
	}
	settings, ok := spellingOf(d, c, "")
	if !ok || !r.takes(settings) {
		return fixes.Plan{Err: ErrCode}
	}
	for _, s := range settings {
		flag := "--" + s.key
		if s.value != yes {
			flag += " " + s.value.text
		}
		r.added = append(r.added, flag)
	}
	return fixes.Plan{}
}

// takes reports whether the script's own parser has the options; one that builds
// its parser from dataclasses is believed.
func (r *rewriter) takes(settings []setting) bool {
	if r.job.Program == nil {
		return true
	}
	options := r.job.Program.Module().Options()
	for _, s := range settings {
		if _, ok := options[s.key]; !ok && len(options) > 0 {
			return false
		}
	}
	return true
}

// flags writes the appended flags behind the script's name.
func (r *rewriter) flags() fixes.Plan {
	if len(r.added) == 0 {
		return fixes.Plan{}
	}
	l := r.job.Launch
	at := l.Target.Span.End
	return fixes.Plan{Edits: []fixes.Edit{{
		File: l.Command.File.Path, Span: source.Span{Start: at, End: at},
		New: " " + strings.Join(slices.Compact(r.added), " "),
	}}}
}

// engine turns plain data parallelism of an accelerate config into ZeRO-2, with or
// without the optimizer in host memory.
func (r *rewriter) engine(c Change) fixes.Plan {
	a := r.job.Accelerate
	if a == nil || a.Document == nil || a.Document.Format != config.YAML {
		return fixes.Plan{Err: ErrCode}
	}
	d := a.Document
	kind := d.Get("distributed_type")
	if kind == nil || kind.Entry() == nil {
		return fixes.Plan{Err: ErrCode}
	}
	device := "none"
	if c.Field == dialect.OffloadOptimizer {
		device = "cpu"
	}
	if have := d.Get("deepspeed_config"); have != nil {
		return r.extendEngine(d, have, c, device)
	}
	if c.Field == dialect.Sharding && c.Text != "zero2" {
		return fixes.Plan{Err: ErrCode}
	}
	accumulation := max(r.job.Int(dialect.Accumulation), 1)
	block := strings.Join([]string{
		"", "  gradient_accumulation_steps: " + fmt.Sprint(accumulation), "  offload_optimizer_device: " + device,
		"  offload_param_device: none",
		"  zero3_init_flag: false", "  zero_stage: 2",
	}, d.File.Newline())
	inserted := configedit.InsertAfter(kind.Entry(), "deepspeed_config", block)
	for i := range inserted.Edits { // no space behind the colon of a mapping
		inserted.Edits[i].New = strings.Replace(inserted.Edits[i].New, ": "+block, ":"+block, 1)
	}
	return configedit.Set(kind, "DEEPSPEED").And(inserted)
}

func (r *rewriter) extendEngine(d *config.Document, block *config.Node, c Change, device string) fixes.Plan {
	key, text := "zero_stage", strings.TrimPrefix(c.Text, "zero")
	if c.Field == dialect.OffloadOptimizer {
		key, text = "offload_optimizer_device", device
	}
	if len(text) != 1 && c.Field == dialect.Sharding {
		return fixes.Plan{Err: ErrCode}
	}
	if have := d.Get("deepspeed_config." + key); have != nil {
		return configedit.Set(have, text)
	}
	return configedit.InsertInto(block, key, text)
}
