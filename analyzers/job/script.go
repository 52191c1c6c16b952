package job

import (
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
	if j.makesNamedObjects() {
		j.Program.run.ran()
		for _, p := range j.Program.run.modules {
			if !slices.Contains(j.programs, p) {
				j.programs = append(j.programs, p)
			}
		}
	}
	j.addCalled()
	for _, p := range j.programs {
		j.Loads = append(j.Loads, j.loads(p)...)
	}
	var owners []part
	for _, p := range j.programs {
		j.readTrainers(p)
		j.readAccelerator(p)
		j.readLightning(p)
		j.readLibraryTraining(p)
		j.readOptimizers(p, &owners)
		owners = append(owners, j.trainerModels(p)...)
		owners = append(owners, j.engineModels(p)...)
		j.readSharded(p)
		j.readCheckpointing(p)
		j.readShapes(p)
	}
	j.fromDatasets()
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
	owners = append(owners, j.ownAdapted(owners)...)
	j.markTrained(owners, j.freezings())
	j.markAdapted()
	j.readPipelines(owners)
	j.readPriorImages()
	j.readUnsloth()
	j.readOwn()
	j.readLost()
	j.readCut()
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
	if j.Framework == PlainPyTorch || j.Framework == Accelerate || j.Framework == Diffusers {
		j.readClipping()
	}
	j.assumeFramework()
}

// addCalled adds the modules further off in which the script calls a part of a job: a module that it imports has the
// model loaded by one that all such modules share.
func (j *Job) addCalled() {
	e := j.Program.run
	for _, c := range e.ran().Trace.Calls[:e.followed] {
		if len(j.programs) == maxModules {
			return
		}
		if c.Node == nil || c.Unit == nil || c.Unit.Module == nil {
			continue
		}
		var module *python.Module
		switch callee := run.Bare(c.Callee).(type) {
		case run.Symbol:
			if knowledge.HoldsPart([]byte(callee)) {
				module = c.Unit.Module
			}
		case *run.Function: // apply_lora(model) of a file that the one that loads the model imports
			if callee.Node != nil && callee.Unit != nil && knowledge.NamesAdapter(callee.Node.Name) {
				module = callee.Unit.Module
			}
		}
		if module == nil {
			continue
		}
		if q := j.Program.peer(module); !slices.Contains(j.programs, q) {
			j.programs = append(j.programs, q)
		}
	}
}

// makesNamedObjects reports whether a script may make objects whose classes something else names: a config, or an
// option of which a file that it imports makes a module's name.
func (j *Job) makesNamedObjects() bool {
	w, script := j.Program.run.w, j.Program.run.entry.File()
	return knowledge.MakesNamedObjects(script.Text) || slices.ContainsFunc(w.importsOf(script.Path), func(p string) bool {
		f := w.file(p)
		return f != nil && knowledge.ImportsByName(f.Text)
	})
}

// parts are the modules that make up a script: the one with the training step, the one that was started, and what they
// import from the project. They are run in the order of their imports.
func (p *Program) parts(entry *Program) []*Program {
	list := []*Program{p}
	if entry != nil && entry != p {
		list = append(list, entry)
	}
	for _, q := range slices.Clone(list) {
		list = p.withParts(list, q, p.run.w.importsOf(q.File().Path))
	}
	if entry != nil && entry != p { // a thin script hands all over to a module, which imports the parts
		for _, between := range p.run.w.importsOf(entry.File().Path) {
			if beyond := p.run.w.importsOf(between); slices.Contains(beyond, p.File().Path) {
				list = p.withParts(list, entry, beyond)
			}
		}
	}
	for _, q := range slices.Clone(list) {
		list = p.withOptimizers(list, q)
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

// withOptimizers are some modules and those behind what one of them imports in which a class says how it is optimized:
// a class that a script makes often inherits that from one in another file.
func (p *Program) withOptimizers(list []*Program, from *Program) []*Program {
	level := p.run.w.importsOf(from.File().Path)
	seen := map[string]bool{}
	for range maxBetween {
		var next []string
		for _, file := range level {
			for _, beyond := range p.run.w.importsOf(file) {
				if f := p.run.w.file(beyond); f != nil && !seen[beyond] {
					seen[beyond] = true
					if next = append(next, beyond); p.run.w.saysOptimizers(f) {
						list = p.withParts(list, from, []string{beyond})
					}
				}
			}
		}
		level = next[:min(len(next), maxModules)]
	}
	return list
}

// maxBetween bounds how many files may lie between a script and the one that says how its model is optimized.
const maxBetween = 2

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
		n, _ := run.Bare(devices).(run.Int)
		nodes, _ := c.Argument("num_nodes", -1)
		if nodes == nil {
			nodes = run.Int(1)
		}
		many, _ := run.Bare(nodes).(run.Int)
		if n < 1 || many < 1 || world != nil {
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
		if c.field == f && c.value.rank >= byEnvironment && c.value.rank <= byLauncherFlag &&
			(!found || c.value.rank >= best.rank) {
			best, found = c.value, true
		}
	}
	return best, found
}

func (j *Job) launcherNumber(f dialect.Field) run.Value {
	v, _ := j.launcherClaim(f)
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return nil
	}
	return &run.Located{Value: run.Int(n), Origin: v.Place}
}

// accelerators are the calls that make the Accelerator of this run. One that stands where an import failed, and alone,
// is the one: what lies in the body of such a try is taken to be installed, and nobody needs an Accelerator for what
// is not.
func (p *Program) accelerators() []*python.Call {
	var run, instead []*python.Call
	for _, c := range p.Module().Calls("accelerate.Accelerator") {
		switch {
		case !p.NeverRuns(c):
			run = append(run, c)
		case python.InHandler(c):
			instead = append(instead, c)
		}
	}
	if len(run) == 0 && len(instead) == 1 {
		return instead
	}
	return run
}

// readAccelerator takes Accelerator(mixed_precision=…, gradient_accumulation_steps=…).
func (j *Job) readAccelerator(p *Program) {
	for _, c := range p.accelerators() {
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
				if n, _ := a.value.Number(); n > 0 {
					j.claim(dialect.Accumulation, strconv.Itoa(int(n)), j.rankOf(a.value), "Accelerator()", a.value)
				} else if !a.value.Known() {
					j.doubt(dialect.Accumulation, byScript)
				}
			case "deepspeed_plugin", "fsdp_plugin":
				if !a.value.IsNone() {
					j.readPlugin(p, a.value)
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
	for _, c := range p.Module().AllCalls() {
		commanded := isCommandLine(p.Module(), c)
		if !commanded && !isLightning(p.Module().Resolve(c.Func)) {
			continue
		}
		if p.NeverRuns(c) {
			continue
		}
		list, whole := p.keywords(c)
		if commanded { // what the Trainer gets is said when it is started
			list, whole = nil, j.Launch != nil && !p.run.w.leavesConfig(j.Launch, p.run.entry.File().Path)
		}
		if knowledge.TakesParsed(p.Module().Resolve(c.Func)) {
			held, known := p.parsedArguments(c)
			list = append(append(list, held...), flagArguments(p.Arguments, p.LaunchFile)...)
			whole = whole && (known || j.readMerged(p)) && j.Launch != nil
		}
		j.readTrainerArguments(list, whole)
		if knowledge.IsFabric(p.Module().Resolve(c.Func)) {
			j.doubt(dialect.Accumulation, byUnread) // the script's own loop gathers gradients, or does not
		}
		if whole && !cardsSaid(list) &&
			knowledge.TakesAllCards(p.Module().Resolve(c.Func), j.Versions.Requires("pytorch-lightning", ">=2")) {
			j.doubtBecause(dialect.GPUs, byUnread, "Lightning 2 takes all cards that it sees")
		}
	}
}

// readMerged takes what the configs of latent diffusion's descendants say of the Trainer: their script puts them
// together with the command line, key by key.
func (j *Job) readMerged(p *Program) (found bool) {
	for _, d := range p.Configs() {
		if r := dialect.Read(d); r != nil && r.Dialect.Name == dialect.LatentDiffusion {
			j.read(r, byConfig, d.File.Path)
			found = true
		}
	}
	return found
}

// parsedArguments are what a Namespace holds that Trainer.from_argparse_args is given, beside what the command line
// says: what a config says that was put into it. known is false where nothing is known of it.
func (p *Program) parsedArguments(c *python.Call) (list []argument, known bool) {
	calls := p.calls(c)
	if len(calls) != 1 || len(calls[0].Args) == 0 {
		return nil, true
	}
	o, ok := run.Bare(calls[0].Args[0].Value).(*run.Object)
	if !ok {
		return nil, true
	}
	if o.Made == nil || nameOf(run.Bare(o.Made.Callee)) != "Namespace" {
		return nil, true // the parser's own
	}
	names, values := p.run.ran().Named(o)
	for i, name := range names {
		f := p.run.found(values[i])
		if !f.Known() { // as one of its keys is not known
			return nil, false
		}
		list = append(list, argument{key: name, value: f, file: f.Place.File, span: f.Place.Span, keySpan: f.Place.Span})
	}
	return list, len(names) > 0
}

// cardsSaid reports whether arguments of Lightning's Trainer say on how many cards, or that it is on none.
func cardsSaid(list []argument) bool {
	return slices.ContainsFunc(list, func(a argument) bool {
		return a.key == "trainer.devices" || a.key == "trainer.gpus" ||
			a.key == "trainer.accelerator" && a.value.Text() == "cpu"
	})
}

// readTrainerArguments takes the arguments of Lightning's Trainer.
func (j *Job) readTrainerArguments(list []argument, whole bool) {
	for i := range list {
		if list[i].key == "strategy" {
			list[i].value = j.strategyWord(list[i].value)
		}
		list[i].key = "trainer." + list[i].key
	}
	if !whole {
		j.doubt(dialect.GPUs, byUnread)
	}
	j.readArguments(
		"lightning",
		list,
		whole,
		func(a argument) string { return "Trainer(" + strings.TrimPrefix(a.key, "trainer.") + ")" },
	)
}

// strategyWord is a strategy that a script makes as the word that says the same: DDPStrategy(), and
// DeepSpeedStrategy(stage=3). One that is told more than a word can say stays as it is.
func (j *Job) strategyWord(v Found) Found {
	made := v.made()
	if made == nil {
		return v
	}
	word := knowledge.LightningStrategy(symbolOf(made.Callee))
	if word == "" {
		return v
	}
	argument := func(name string, position int) (given run.Value, plain bool) {
		given, open := made.Argument(name, position)
		return run.Bare(given), !open && (given == nil || run.IsNone(run.Bare(given)) || run.Known(run.Bare(given)))
	}
	for _, name := range []string{"config", "remote_device", "sharding_strategy", "cpu_offload", "offload_parameters"} {
		given, plain := argument(name, -1)
		if !plain || given != nil && !run.IsNone(given) && given != run.Value(run.Bool(false)) {
			return v
		}
	}
	unused, plain := argument("find_unused_parameters", -1)
	stage, whole := argument("stage", 2)
	offload, said := argument("offload_optimizer", 4)
	if !plain || word == "deepspeed" && (!whole || !said) {
		return v
	}
	switch word {
	case "ddp":
		if unused == run.Value(run.Bool(true)) {
			word = "ddp_find_unused_parameters_true"
		}
	case "deepspeed":
		n := run.Int(2)
		if stage != nil {
			n, _ = stage.(run.Int)
		}
		if word += "_stage_" + strconv.FormatInt(int64(n), 10); offload == run.Value(run.Bool(true)) {
			word += "_offload"
		}
	}
	v.Value = run.Str(word)
	return v
}

// readNamed takes the Trainer and the optimizer that a config names, and that no call of the program shows.
func (j *Job) readNamed() {
	if !knowledge.MakesNamedObjects(j.Program.run.entry.File().Text) {
		return
	}
	for _, c := range j.Program.run.ran().Trace.Calls {
		if class, ok := c.Callee.(run.Symbol); ok && c.Node == nil && isLightning(string(class)) {
			j.readTrainerArguments(
				j.Program.argumentsOf(c),
				!slices.ContainsFunc(c.Args, func(a run.Argument) bool { return a.Star == 2 }),
			)
		}
	}
	for _, c := range j.namedOptimizers() {
		class, _ := c.Callee.(run.Symbol)
		j.namedOptimizer(optimizerClasses[string(class)], class, c)
	}
}

// namedOptimizers are the calls that make the optimizers which a config names: a library makes them.
func (j *Job) namedOptimizers() []*run.Call {
	if !knowledge.MakesNamedObjects(j.Program.run.entry.File().Text) {
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
			if f, _ := a.value.Number(); f > 0 {
				where = a.value
				j.claim(dialect.LearningRate, a.value.Text(), j.rankOf(a.value), "the optimizer's lr", a.value)
			}
		case a.key == "weight_decay":
			j.claimDecay(a.value)
		}
	}
	j.claim(dialect.Optimizer, name, byConfig, string(class), where)
	if open {
		j.doubt(dialect.Optimizer, byConfig)
	}
}
