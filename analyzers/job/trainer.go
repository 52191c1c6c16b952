package job

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// trainerCalls are the calls of Hugging Face style trainers that run.
func (p *Program) trainerCalls() []*python.Call {
	var list []*python.Call
	for _, c := range p.Module().AllCalls() {
		if isTrainer(p.Module(), c) {
			if runs, known := p.Runs(c); !known || runs {
				list = append(list, c)
			}
		}
	}
	if len(list) > 1 {
		list = p.withoutJudges(list)
	}
	return list
}

// withoutJudges leaves out the trainers that are only told to evaluate, beside one that trains: a notebook makes a
// second one for what the first one has saved.
func (p *Program) withoutJudges(list []*python.Call) []*python.Call {
	trains, judges := map[*run.Call]bool{}, map[*run.Call]bool{}
	for _, c := range p.run.ran().Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok {
			continue
		}
		o, ok := run.Bare(method.Object).(*run.Object)
		if !ok || o.Made == nil {
			continue
		}
		switch {
		case knowledge.Trains(method.Name):
			trains[o.Made] = true
		case knowledge.AsksTrainer(method.Name):
			judges[o.Made] = true
		}
	}
	of := func(c *python.Call, what map[*run.Call]bool) bool {
		return slices.ContainsFunc(p.calls(c), func(made *run.Call) bool { return what[made] })
	}
	if !slices.ContainsFunc(list, func(c *python.Call) bool { return of(c, trains) }) {
		return list
	}
	return slices.DeleteFunc(list, func(c *python.Call) bool { return of(c, judges) && !of(c, trains) })
}

// isTrainer reports whether a call makes a trainer of Hugging Face's kind.
func isTrainer(m *python.Module, c *python.Call) bool { return trainersOf(m)[c] }

type trainersKey struct{}

// trainersOf are the calls of a file that make one. Only a file that has the word can have one.
func trainersOf(m *python.Module) map[*python.Call]bool {
	return m.Keep(trainersKey{}, func() any {
		made := map[*python.Call]bool{}
		if bytes.Contains(m.File.Text, []byte("Trainer")) {
			for _, c := range m.AllCalls() {
				if makesTrainer(m, c) {
					made[c] = true
				}
			}
		}
		return made
	}).(map[*python.Call]bool)
}

// makesTrainer: Trainer = A if args.length else B, and Trainer(…), makes one where both are; so does a name that is
// bound in each branch of an if.
func makesTrainer(m *python.Module, c *python.Call) bool {
	if name, ok := c.Func.(*python.Name); ok {
		if classes := classesBehind(m, name); len(classes) > 0 {
			return !slices.ContainsFunc(classes, func(class python.Expr) bool { return !isTrainerClass(m, c, class) })
		}
	}
	return isTrainerClass(m, c, c.Func)
}

// classesBehind are the classes that a name may stand for, where assignments alone bind it.
func classesBehind(m *python.Module, name *python.Name) []python.Expr {
	_, bindings := m.Lookup(name.ID, name)
	var list []python.Expr
	for _, b := range bindings {
		if b.Kind != python.Assigned || b.Value == nil {
			return nil
		}
		of := []python.Expr{b.Value}
		if chosen, ok := b.Value.(*python.IfExp); ok {
			of = []python.Expr{chosen.Body, chosen.Else}
		}
		for _, one := range of {
			switch one.(type) {
			case *python.Name, *python.Attribute:
				list = append(list, one)
			default:
				return nil
			}
		}
	}
	return list
}

// isTrainerClass reports whether a call of a class makes a trainer.
func isTrainerClass(m *python.Module, c *python.Call, class python.Expr) bool {
	path := m.Resolve(class)
	first := len(c.Args) > 0 && c.Args[0].Name == "" && c.Args[0].Star == 0 && c.Keyword("train_dataset") != nil
	if knowledge.NamesTrainerClass(path) && c.Keyword("args") != nil && (first || c.Keyword("model") != nil) {
		return true // a subclass from another module: nothing else is made this way
	}
	if of, ok := m.Definition(class).(*python.Class); ok {
		return slices.ContainsFunc(m.BaseNames(of), isTrainerName)
	}
	return isTrainerName(path)
}

func isTrainerName(path string) bool {
	return knowledge.IsTrainer(path)
}

// isTrainingArguments recognises TrainingArguments and TRL's configs.
func isTrainingArguments(path string) bool {
	return knowledge.IsTrainingArguments(path)
}

// argumentsClass is the class a call makes, through a subclass of this file.
func argumentsClass(m *python.Module, c *python.Call) string {
	path := m.Resolve(c.Func)
	if path != "" && path[0] != '.' { // a library's, or a builtin
		if isTrainingArguments(path) {
			return path
		}
		return ""
	}
	if class, ok := m.Definition(c.Func).(*python.Class); ok {
		for _, base := range m.BaseNames(class) {
			if isTrainingArguments(base) {
				return base
			}
		}
	}
	return ""
}

// readTrainers takes TrainingArguments(…) and SFTConfig(…).
func (j *Job) readTrainers(p *Program) {
	for _, c := range p.trainerCalls() {
		if _, presence := p.Argument(c, "args", 1); presence == python.Absent {
			j.argumentsSeen, j.argumentsTRL = true, true // the trainer makes its own, all defaults
		}
		j.trainerLength(p, c)
	}
	for _, c := range p.Module().AllCalls() {
		class := argumentsClass(p.Module(), c)
		if class == "" {
			continue
		}
		if p.NeverRuns(c) {
			continue
		}
		list, whole := p.keywords(c)
		list = p.setSince(c, list)
		j.argumentsSeen = true
		j.argumentsTRL = j.argumentsTRL || isTRL(class)
		j.argumentsOpen = j.argumentsOpen || !whole
		j.sampledLength(p, class, list)
		if strings.HasSuffix(class, ".GRPOConfig") && whole {
			j.sampled = samplingOf(list)
		}
		j.readArguments(hfArguments, list, whole, func(a argument) string { return run.LastPart(class) + "(" + a.key + ")" })
		for _, a := range list {
			switch {
			case a.key == "deepspeed":
				j.useDeepSpeed(a.value)
			case a.key == "model_init_kwargs":
				j.modelOptions(p, a.value)
			case a.key == "max_length" && a.value.IsNone():
				j.doubt(dialect.SeqLen, byScript) // nothing is cut off
			case a.key == "bf16" && a.value.Value == run.Value(run.Bool(false)):
				j.bf16Off = true
			case (a.key == "bf16" || a.key == "fp16") && a.value.Default && j.Launch == nil &&
				run.Bare(a.value.Value) != run.Value(run.Bool(true)):
				j.doubt(dialect.Precision, byConvention) // a flag that is off by default, and nobody says how it is run
			}
		}
	}
}

// setSince are the arguments of a call with what the program sets on the object later, as far as that is known:
// args.per_device_train_batch_size = 4.
func (p *Program) setSince(c *python.Call, list []argument) []argument {
	calls := p.calls(c)
	if len(calls) != 1 {
		return list
	}
	o, ok := run.Bare(calls[0].Result).(*run.Object)
	if !ok {
		return list
	}
	names, values := p.run.machine.Named(o)
	for i, name := range names {
		f := p.run.found(values[i])
		if !f.Known() || f.Place.File == nil {
			continue
		}
		set := argument{name, f, f.Place.File, f.Place.Span, f.Place.Span}
		list = withArgument(list, set)
	}
	last := map[string]*run.Store{}
	for _, s := range p.run.machine.Trace.Stores {
		if s.Target == o && s.Kind == run.StoreAttribute && s.Node != nil {
			last[s.Name] = s
		}
	}
	for _, name := range slices.Sorted(maps.Keys(last)) { // args.learning_rate = float(input()), or under a test
		if s := last[name]; perhaps(s.Gates) || !p.run.found(s.New).Known() {
			list = withArgument(list, argument{name, Found{}, s.Unit.Module.File, s.Node.Span(), s.Node.Span()})
		}
	}
	return list
}

// withArgument are some arguments and one more, which takes the place of another of its name.
func withArgument(list []argument, one argument) []argument {
	if at := slices.IndexFunc(list, func(a argument) bool { return a.key == one.key }); at >= 0 {
		list[at] = one
		return list
	}
	return append(list, one)
}

// readParsers takes what HfArgumentParser and TrlParser are given, where one of their dataclasses holds training
// arguments.
func (j *Job) readParsers() {
	for _, c := range j.Program.run.ran().Trace.Calls {
		spaces := parsedInto(c)
		if !slices.ContainsFunc(spaces, holdsArguments) {
			continue
		}
		j.argumentsSeen = true
		j.argumentsTRL = j.argumentsTRL || slices.ContainsFunc(spaces, ofTRL)
		open := j.unread(c)
		j.argumentsOpen = j.argumentsOpen || open
		if j.Launch == nil {
			j.doubt(dialect.Precision, byUnread)
		}
		list := j.given(spaces)
		j.readArguments(hfArguments, list, !open, flagName)
		for _, a := range list {
			if a.key == "deepspeed" {
				j.useDeepSpeed(a.value)
			}
		}
		return
	}
}

// unread reports whether a parser of dataclasses is given a file that was not read: what stands there decides any of
// them.
func (j *Job) unread(c *run.Call) bool {
	if parserMethod(c) == knowledge.ParsesFileAndWords && j.Launch != nil {
		return slices.ContainsFunc(j.Launch.Arguments.Positional, func(w launch.Word) bool {
			_, isConfig := config.FormatOf(w.Text)
			return isConfig && j.Program.run.w.opened(w.Text, j.Launch, j.Program.run.entry.File().Path) == nil
		})
	}
	method, ok := c.Callee.(*run.Member)
	if ok && method.Name == "parse_args_and_config" && j.Launch != nil {
		f, given := j.Launch.Arguments.Flag("config")
		w, has := f.Value()
		return given && has && j.Program.run.w.opened(w.Text, j.Launch, j.Program.run.entry.File().Path) == nil
	}
	if !ok || method.Name != "parse_yaml_file" && method.Name != "parse_json_file" {
		return false
	}
	o, ok := c.Result.(*run.Tuple)
	return ok && !slices.ContainsFunc(o.Items, func(v run.Value) bool {
		one, ok := v.(*run.Object)
		return ok && one.Made != nil &&
			slices.ContainsFunc(
				one.Made.Args,
				func(a run.Argument) bool { return j.Program.fromFile(j.Program.run.found(a.Value).Place) },
			)
	})
}

var parsesDataclasses = map[string]bool{
	"parse_args_into_dataclasses": true,
	"parse_args_and_config":       true,
	"parse_yaml_file":             true,
	"parse_json_file":             true,
	knowledge.ParsesFileAndWords:  true,
}

// holdsArguments reports whether an object is an instance of TrainingArguments or of a class of the project that
// inherits from it.
func holdsArguments(o *run.Object) bool { return isOf(o, isTrainingArguments) }

// ofTRL reports whether an object is one of TRL's configs, or of a class of the project that inherits from one.
func ofTRL(o *run.Object) bool { return isOf(o, isTRL) }

// isOf reports whether an object is an instance of a library's class of some kind, or of a class of the project that
// inherits from one.
func isOf(o *run.Object, kind func(class string) bool) bool {
	switch class := o.Class.(type) {
	case run.Symbol:
		return kind(string(class))
	case *run.Class:
		return slices.ContainsFunc(class.Line(), func(v run.Value) bool {
			base, ok := v.(run.Symbol)
			return ok && kind(string(base))
		})
	}
	return false
}

// isTRL reports whether a class is TRL's: its configs change defaults of TrainingArguments. Plain TrainingArguments
// that one of its trainers gets keep theirs, all of them are handed on (trl/trainer/sft_trainer.py).
func isTRL(class string) bool { return strings.HasPrefix(class, "trl.") }

// trainerLength takes max_seq_length= and max_length= of TRL's trainers themselves, where they were until 0.13 and in
// unsloth still are.
func (j *Job) trainerLength(p *Program, c *python.Call) {
	if v, presence := p.Argument(c, "packing", -1); presence == python.Given { // TRL's trainers until 0.13
		if packs, known := v.Truth(); known {
			j.claim(dialect.Packing, strconv.FormatBool(packs), j.rankOf(v), "the trainer's packing", v)
		} else {
			j.doubt(dialect.Packing, byScript)
		}
	}
	for _, key := range []string{"max_seq_length", "max_length"} {
		v, presence := p.Argument(c, key, -1)
		if presence != python.Given || v.IsNone() {
			continue
		}
		if n, _ := v.Int(); n > 0 {
			j.claim(dialect.SeqLen, strconv.FormatInt(n, 10), j.rankOf(v), "the trainer's "+key, v)
		} else {
			j.doubt(dialect.SeqLen, byScript)
		}
	}
}

// hfArguments is the dialect of TrainingArguments and TRL's configs.
const hfArguments = "hf-arguments"

// trainerModels are the models that trainers get; a TRL trainer also takes a
// model's name.
func (j *Job) trainerModels(p *Program) []part {
	var owners []part
	for _, c := range p.trainerCalls() {
		v, presence := p.Argument(c, "model", 0)
		if presence != python.Given {
			owners = append(owners, j.initialised(p, c)...)
			continue
		}
		owners = append(owners, j.parts(v.Value)...)
		if name, ok := v.Str(); ok {
			j.claim(dialect.Model, name, j.rankOf(v), "the trainer's model", v)
			j.assume(dialect.Weights, "fp32", "TRL")
			j.claims = append(
				j.claims,
				claim{dialect.Method, Value{Text: "full", Default: true, From: "TRL", rank: byUnread + 1}},
			)
		}
	}
	for _, c := range p.Module().AllCalls() { // encoder.fit(…)
		if library, _ := libraryTraining(p.Module(), c); library != knowledge.SentenceTransformers {
			continue
		}
		if runs, known := p.Runs(c); runs || !known {
			owners = append(owners, j.parts(p.Value(c.Receiver()).Value)...)
		}
	}
	return owners
}

// initialised is what the function gives that a trainer calls for its model: Trainer(model_init=lambda: load(name)).
func (j *Job) initialised(p *Program, c *python.Call) []part {
	v, presence := p.Argument(c, knowledge.MakesModel, -1)
	f, ok := run.Bare(v.Value).(*run.Function)
	if presence != python.Given || !ok {
		return nil
	}
	for _, called := range j.Program.run.ran().Trace.Calls {
		if run.Bare(called.Callee) == run.Value(f) {
			return j.parts(called.Result)
		}
	}
	return nil
}

// ArgumentsCall is the call that makes the training arguments, when the job has
// exactly one and it stands in the module of Program.
func (j *Job) ArgumentsCall() *python.Call {
	if j.Program == nil || j.argumentsIn != j.Program {
		return nil
	}
	call, _ := j.ArgumentsIn()
	return call
}

// ArgumentsIn is the call that makes the training arguments, and its module,
// when the job has exactly one.
func (j *Job) ArgumentsIn() (*python.Call, *python.Module) {
	if j.argumentsIn == nil {
		return nil, nil
	}
	m := j.argumentsIn.Module()
	return callAt(m, j.argumentsAt), m
}

func (j *Job) argumentsCall() (*Program, source.Span) {
	var found *python.Call
	var in *Program
	for _, p := range j.programs {
		for _, c := range p.Module().AllCalls() {
			if argumentsClass(p.Module(), c) == "" {
				continue
			}
			if found != nil {
				return nil, source.Span{}
			}
			found, in = c, p
		}
	}
	if found == nil {
		return nil, source.Span{}
	}
	return in, found.Span()
}
