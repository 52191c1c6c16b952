package job

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readScript takes what a training script says, with this run's arguments and
// configs.
func (j *Job) readScript() {
	j.programs = j.Program.parts(j.Entry)
	if namesObjects(j.Program.run.entry.Module) {
		j.Program.run.ran()
		for _, p := range j.Program.run.modules {
			if !slices.Contains(j.programs, p) {
				j.programs = append(j.programs, p)
			}
		}
	}
	for _, p := range j.programs {
		j.Loads = append(j.Loads, j.loads(p)...)
	}
	var owners []part
	for _, p := range j.programs {
		j.readTrainers(p)
		j.readAccelerator(p)
		j.readLightning(p)
		j.readOptimizers(p, &owners)
		owners = append(owners, j.trainerModels(p)...)
		j.readCheckpointing(p)
		j.readShapes(p)
	}
	if !j.readFeeding() {
		for _, p := range j.programs {
			j.readLoaders(p)
		}
		j.assumeBatch()
	}
	j.readParsers()
	j.readNamed()
	j.readNeMo()
	owners = append(owners, j.readChosen()...)
	j.markTrained(owners, j.freezings())
	j.readPipelines(owners)
	j.readPriorImages()
	j.readUnsloth()
	j.readCut()
	j.readOwn()
	j.readOwnMethod()
	j.readAttention()
	j.readPace()
	j.readGate()
	j.readMethod()
	if j.Stage != nil {
		j.stageMethod()
	}
	j.readModel()
	j.readWeights()
	if j.Framework == PlainPyTorch {
		j.readAutocast()
	}
	j.assumeFramework()
}

// parts are the modules that make up a script: the one with the training step, the one that was started, and what they
// import from the project. They are run in the order of their imports.
func (p *Program) parts(entry *Program) []*Program {
	list := []*Program{p}
	if entry != nil && entry != p {
		list = append(list, entry)
	}
	for _, q := range slices.Clone(list) {
		list = p.withParts(list, q, p.run.w.importsOf(q.Module.File.Path))
	}
	if entry != nil && entry != p { // a thin script hands all over to a module, which imports the parts
		for _, between := range p.run.w.importsOf(entry.Module.File.Path) {
			if beyond := p.run.w.importsOf(between); slices.Contains(beyond, p.Module.File.Path) {
				list = p.withParts(list, entry, beyond)
			}
		}
	}
	p.run.modules = nil
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] != p.run.entry {
			p.run.modules = append(p.run.modules, list[i])
		}
	}
	p.run.modules = append(p.run.modules, p.run.entry)
	return list
}

// withParts are some modules and those of files in which a part of a job may stand.
func (p *Program) withParts(list []*Program, from *Program, files []string) []*Program {
	for _, file := range files {
		if f := p.run.w.file(file); len(list) == maxModules || f == nil || !knowledge.HoldsPart(f.Text) {
			continue
		}
		if m := p.run.held(p.run.w.Module(file)); m != nil {
			if q := from.peer(m); !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
	}
	return list
}

// maxModules bounds how many modules of the project one script is read with.
const maxModules = 24

// launched answers for library objects: what accelerator.mixed_precision is depends on the launcher.
func (j *Job) launched(m *run.Machine, o *run.Object, name string) run.Value {
	class, ok := o.Class.(run.Symbol)
	if ok && class == knowledge.LightningTrainer && name == "world_size" {
		return lightningWorld(m)
	}
	if !ok || o.Made == nil || !strings.HasSuffix(string(class), "Accelerator") {
		return nil
	}
	switch name {
	case "mixed_precision":
		return j.mixedPrecision(m, o.Made)
	case "num_processes":
		return j.launcherNumber(dialect.GPUs)
	case "is_main_process", "is_local_main_process":
		return run.Bool(true)
	}
	return nil
}

// lightningWorld is how many processes the one Trainer of Lightning starts; nil where that is not known.
func lightningWorld(m *run.Machine) run.Value {
	var world run.Value
	for _, c := range m.Trace.Calls {
		if class, ok := run.Bare(c.Callee).(run.Symbol); !ok || !isLightning(string(class)) {
			continue
		}
		devices, _ := c.Argument("devices", -1)
		n, ok := run.Bare(devices).(run.Int)
		nodes, _ := c.Argument("num_nodes", -1)
		if nodes == nil {
			nodes = run.Int(1)
		}
		many, known := run.Bare(nodes).(run.Int)
		if !ok || !known || n < 1 || many < 1 || world != nil {
			return nil
		}
		world = n * many
	}
	return world
}

// mixedPrecision is accelerator.mixed_precision: the argument, else what the
// launcher passes, else "no" for a run without accelerate launch.
func (j *Job) mixedPrecision(m *run.Machine, made *run.Call) run.Value {
	given, uncertain := made.Argument("mixed_precision", -1)
	switch {
	case given != nil && !run.IsNone(m.Here(given)):
		return given
	case uncertain:
		return nil
	}
	words := map[string]string{"fp32": "no", "amp-fp16": "fp16", "amp-bf16": "bf16", "fp8": "fp8"}
	v, ok := j.launcherClaim(dialect.Precision)
	if !ok || v.Text == "" {
		return nil
	}
	return &run.Located{Value: run.Str(words[v.Text]), Origin: v.Place}
}

// launcherClaim is what the launcher's side says of a field so far.
func (j *Job) launcherClaim(f dialect.Field) (Value, bool) {
	var best Value
	found := false
	for _, c := range j.claims {
		if c.field == f && c.value.rank >= byEnvironment && c.value.rank <= byLauncherFlag && (!found || c.value.rank >= best.rank) {
			best, found = c.value, true
		}
	}
	return best, found
}

func (j *Job) launcherNumber(f dialect.Field) run.Value {
	v, ok := j.launcherClaim(f)
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if !ok || err != nil {
		return nil
	}
	return &run.Located{Value: run.Int(n), Origin: v.Place}
}

// readAccelerator takes Accelerator(mixed_precision=…, gradient_accumulation_steps=…).
func (j *Job) readAccelerator(p *Program) {
	for _, c := range p.Module.Calls("accelerate.Accelerator") {
		if runs, known := p.Runs(c); known && !runs {
			continue
		}
		list, whole := p.keywords(c)
		if !whole {
			j.doubt(dialect.Accumulation, byConvention)
			j.doubt(dialect.Precision, byConvention)
			j.doubt(dialect.Sharding, byUnread) // plugins are given so, too
		}
		for _, a := range list {
			switch a.key {
			case "mixed_precision":
				j.acceleratorPrecision(a)
			case "gradient_accumulation_steps":
				if n, ok := a.value.Number(); ok && n > 0 {
					j.claim(dialect.Accumulation, strconv.Itoa(int(n)), j.rankOf(a.value), "Accelerator()", a.value)
				} else if !a.value.Known() {
					j.doubt(dialect.Accumulation, byScript)
				}
			case "deepspeed_plugin", "fsdp_plugin":
				if !a.value.IsNone() {
					j.doubt(dialect.Sharding, byScript)
				}
			}
		}
	}
}

func (j *Job) acceleratorPrecision(a argument) {
	switch text := acceleratePrecisions[strings.ToLower(a.value.Text())]; {
	case a.value.IsNone(): // the launcher decides
	case !a.value.Known():
		j.doubt(dialect.Precision, byScript)
	case a.value.Default && j.Launch == nil:
		j.doubt(dialect.Precision, byScript) // a flag's default, and nobody says how it is run
	case text != "":
		// Whatever the place of the value: an argument of Accelerator() beats
		// the launcher, even when it is only a parser's default.
		j.claim(dialect.Precision, text, byScript, "Accelerator(mixed_precision)", a.value.notDefault())
	}
}

var acceleratePrecisions = map[string]string{"no": "fp32", "fp16": "amp-fp16", "bf16": "amp-bf16", "fp8": "fp8"}

// readLightning takes Trainer(precision=…, devices=…) of Lightning and Fabric.
func (j *Job) readLightning(p *Program) {
	for _, c := range p.Module.AllCalls() {
		commanded := isCommandLine(p.Module, c)
		if !commanded && !isLightning(p.Module.Resolve(c.Func)) {
			continue
		}
		if runs, known := p.Runs(c); known && !runs {
			continue
		}
		list, whole := p.keywords(c)
		if commanded { // what the Trainer gets is said when it is started
			list, whole = nil, j.Launch != nil && !p.run.w.leavesConfig(j.Launch, p.run.entry.Module.File.Path)
		}
		if knowledge.TakesParsed(p.Module.Resolve(c.Func)) {
			list, whole = append(list, flagArguments(p.Arguments, p.LaunchFile)...), whole && j.Launch != nil
		}
		j.readTrainerArguments(list, whole)
		if whole && !cardsSaid(list) && knowledge.TakesAllCards(p.Module.Resolve(c.Func), j.Versions.Requires("pytorch-lightning", ">=2")) {
			j.doubtBecause(dialect.GPUs, byUnread, "Lightning 2 takes all cards that it sees")
		}
	}
}

// cardsSaid reports whether arguments of Lightning's Trainer say on how many cards, or that it is on none.
func cardsSaid(list []argument) bool {
	return slices.ContainsFunc(list, func(a argument) bool {
		return a.key == "trainer.devices" || a.key == "trainer.gpus" || a.key == "trainer.accelerator" && a.value.Text() == "cpu"
	})
}

// readTrainerArguments takes the arguments of Lightning's Trainer.
func (j *Job) readTrainerArguments(list []argument, whole bool) {
	for i := range list {
		list[i].key = "trainer." + list[i].key
	}
	if !whole {
		j.doubt(dialect.GPUs, byUnread)
	}
	j.readArguments("lightning", list, whole, func(a argument) string { return "Trainer(" + strings.TrimPrefix(a.key, "trainer.") + ")" })
}

// readNamed takes the Trainer and the optimizer that a config names, and that no call of the program shows.
func (j *Job) readNamed() {
	if !namesObjects(j.Program.run.entry.Module) {
		return
	}
	for _, c := range j.Program.run.ran().Trace.Calls {
		if class, ok := c.Callee.(run.Symbol); ok && c.Node == nil && isLightning(string(class)) {
			j.readTrainerArguments(j.Program.argumentsOf(c), !slices.ContainsFunc(c.Args, func(a run.Argument) bool { return a.Star == 2 }))
		}
	}
	for _, c := range j.namedOptimizers() {
		class, _ := c.Callee.(run.Symbol)
		j.namedOptimizer(optimizerClasses[string(class)], class, c)
	}
}

// namedOptimizers are the calls that make the optimizers which a config names: a library makes them.
func (j *Job) namedOptimizers() []*run.Call {
	if !namesObjects(j.Program.run.entry.Module) {
		return nil
	}
	var list []*run.Call
	for _, c := range j.Program.run.ran().Trace.Calls {
		class, ok := c.Callee.(run.Symbol)
		if known, optimizes := optimizerClasses[string(class)]; ok && c.Node == nil && optimizes && known[0] != "?" {
			list = append(list, c)
		}
	}
	return list
}

// argumentsOf are the arguments of a call that a library made.
func (p *Program) argumentsOf(c *run.Call) []argument {
	var list []argument
	for _, a := range c.Args {
		if f := p.run.found(a.Value); a.Name != "" && a.Star == 0 {
			list = append(list, argument{a.Name, f, f.Place.File, f.Place.Span, f.Place.Span})
		}
	}
	return list
}

func (j *Job) namedOptimizer(known [2]string, class run.Symbol, c *run.Call) {
	name := known[0]
	where, open := wordAt(Place{}), false // open: whether there is a buffer for each parameter
	for _, a := range j.Program.argumentsOf(c) {
		switch truth, sure := a.value.Truth(); {
		case a.key == "momentum" && name == "sgd" && sure && truth:
			name = "sgd-momentum"
		case a.key == "momentum" && name == "sgd" && !sure:
			open = true
		case a.key == "lr":
			if f, ok := a.value.Number(); ok && f > 0 {
				where = a.value
				j.claim(dialect.LearningRate, a.value.Text(), j.rankOf(a.value), "the optimizer's lr", a.value)
			}
		}
	}
	j.claim(dialect.Optimizer, name, byConfig, string(class), where)
	if open {
		j.doubt(dialect.Optimizer, byConfig)
	}
}

// namesObjects reports whether a script makes objects that a config names.
func namesObjects(m *python.Module) bool {
	return bytes.Contains(m.File.Text, []byte("hydra")) || bytes.Contains(m.File.Text, []byte("LightningCLI"))
}

// trainerCalls are the calls of Hugging Face style trainers that run.
func (p *Program) trainerCalls() []*python.Call {
	var list []*python.Call
	for _, c := range p.Module.AllCalls() {
		if isTrainer(p.Module, c) {
			if runs, known := p.Runs(c); !known || runs {
				list = append(list, c)
			}
		}
	}
	return list
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

func makesTrainer(m *python.Module, c *python.Call) bool {
	path := m.Resolve(c.Func)
	if strings.HasSuffix(path, "Trainer") && c.Keyword("model") != nil && c.Keyword("args") != nil {
		return true // a subclass from another module: nothing else is made this way
	}
	if class, ok := m.Definition(c.Func).(*python.Class); ok {
		return slices.ContainsFunc(m.BaseNames(class), isTrainerName)
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
	if class, ok := m.Definition(c.Func).(*python.Class); ok {
		for _, base := range m.BaseNames(class) {
			if isTrainingArguments(base) {
				return base
			}
		}
		return ""
	}
	if path := m.Resolve(c.Func); isTrainingArguments(path) {
		return path
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
	for _, c := range p.Module.AllCalls() {
		class := argumentsClass(p.Module, c)
		if class == "" {
			continue
		}
		if runs, known := p.Runs(c); known && !runs {
			continue
		}
		list, whole := p.keywords(c)
		j.argumentsSeen = true
		j.argumentsTRL = j.argumentsTRL || isTRL(class)
		j.argumentsOpen = j.argumentsOpen || !whole
		j.sampledLength(p, class, list)
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
			case (a.key == "bf16" || a.key == "fp16") && a.value.Default && j.Launch == nil:
				j.doubt(dialect.Precision, byConvention) // a flag's default, and nobody says how it is run
			}
		}
	}
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

// unread reports whether a parser of dataclasses is given a file that was not read: what stands there decides any of them.
func (j *Job) unread(c *run.Call) bool {
	method, ok := c.Callee.(*run.Member)
	if ok && method.Name == "parse_args_and_config" && j.Launch != nil {
		f, given := j.Launch.Arguments.Flag("config")
		w, has := f.Value()
		return given && has && j.Program.run.w.opened(w.Text, j.Launch, j.Program.run.entry.Module.File.Path) == nil
	}
	if !ok || method.Name != "parse_yaml_file" && method.Name != "parse_json_file" {
		return false
	}
	o, ok := c.Result.(*run.Tuple)
	return ok && !slices.ContainsFunc(o.Items, func(v run.Value) bool {
		one, ok := v.(*run.Object)
		return ok && one.Made != nil && slices.ContainsFunc(one.Made.Args, func(a run.Argument) bool { return j.Program.fromFile(j.Program.run.found(a.Value).Place) })
	})
}

var parsesDataclasses = map[string]bool{"parse_args_into_dataclasses": true, "parse_args_and_config": true, "parse_yaml_file": true, "parse_json_file": true}

// holdsArguments reports whether an object is an instance of TrainingArguments or of a class of the project that
// inherits from it.
func holdsArguments(o *run.Object) bool { return isOf(o, isTrainingArguments) }

// ofTRL reports whether an object is one of TRL's configs, or of a class of the project that inherits from one.
func ofTRL(o *run.Object) bool { return isOf(o, isTRL) }

// isOf reports whether an object is an instance of a library's class of some kind, or of a class of the project that inherits
// from one.
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

// isTRL reports whether a class is TRL's: its configs change defaults of TrainingArguments. Plain TrainingArguments that
// one of its trainers gets keep theirs, all of them are handed on (trl/trainer/sft_trainer.py).
func isTRL(class string) bool { return strings.HasPrefix(class, "trl.") }

// trainerLength takes max_seq_length= and max_length= of TRL's trainers themselves, where they were until 0.13 and in
// unsloth still are.
func (j *Job) trainerLength(p *Program, c *python.Call) {
	for _, key := range []string{"max_seq_length", "max_length"} {
		v, presence := p.Argument(c, key, -1)
		if presence != python.Given || v.IsNone() {
			continue
		}
		if n, ok := v.Int(); ok && n > 0 {
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
			continue
		}
		owners = append(owners, j.parts(v.Value)...)
		if name, ok := v.Str(); ok {
			j.claim(dialect.Model, name, j.rankOf(v), "the trainer's model", v)
			j.assume(dialect.Weights, "fp32", "TRL")
			j.claims = append(j.claims, claim{dialect.Method, Value{Text: "full", Default: true, From: "TRL", rank: byUnread + 1}})
		}
	}
	return owners
}

// ArgumentsCall is the call that makes the training arguments, when the job has
// exactly one and it stands in the module of Program.
func (j *Job) ArgumentsCall() *python.Call {
	call, in := j.ArgumentsIn()
	if j.Program == nil || in != j.Program.Module {
		return nil
	}
	return call
}

// ArgumentsIn is the call that makes the training arguments, and its module,
// when the job has exactly one.
func (j *Job) ArgumentsIn() (*python.Call, *python.Module) { return j.arguments, j.argumentsIn }

func (j *Job) argumentsCall() (*python.Call, *python.Module) {
	var found *python.Call
	var in *python.Module
	for _, p := range j.programs {
		for _, c := range p.Module.AllCalls() {
			if argumentsClass(p.Module, c) == "" {
				continue
			}
			if found != nil {
				return nil, nil
			}
			found, in = c, p.Module
		}
	}
	return found, in
}
