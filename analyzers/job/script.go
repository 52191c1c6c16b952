package job

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// readScript takes what a training script says, with this run's arguments and
// configs.
func (j *Job) readScript() {
	trainer := j.Program
	var owners []string
	frozen := map[string]freezing{}
	j.eachProgram(func() {
		j.readTrainers()
		j.readAccelerator()
		j.readLightning()
		j.Loads = append(j.Loads, j.loads()...)
		j.readOptimizers(&owners)
		owners = append(owners, j.trainerModels()...)
		maps.Copy(frozen, j.freezings())
		j.readCheckpointing()
		j.readLoaders()
		j.readShapes()
	})
	j.Program = trainer
	j.markTrained(owners, frozen)
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

// eachProgram visits the modules that make up the script: the one with the
// training step, the one that was started, and what they import from the project.
// Job.Program is the module being visited.
func (j *Job) eachProgram(visit func()) {
	trainer := j.Program
	trainer.Attribute = j.attribute
	j.programs = []*evaluate.Program{trainer}
	if j.Entry != nil && j.Entry != trainer {
		j.programs = append(j.programs, j.Entry)
	}
	for _, p := range slices.Clone(j.programs) {
		for _, m := range p.Imports() {
			if !hasAny(m.File.Text, partWords) {
				continue
			}
			q := p.Peer(m)
			if len(j.programs) < maxModules && !slices.Contains(j.programs, q) {
				q.Library = true
				j.programs = append(j.programs, q)
			}
		}
	}
	for _, p := range j.programs {
		p.Attribute = j.attribute
		j.Program = p
		visit()
	}
	j.Program = trainer
}

// partWords are the words without one of which a module adds nothing to a job.
var partWords = [][]byte{[]byte("from_pretrained"), []byte("optim"), []byte("DataLoader"), []byte("TrainingArguments"), []byte("Trainer"), []byte("Accelerator"),
	[]byte("checkpointing"), []byte("requires_grad"), []byte("create_model"), []byte("torchvision.models")}

// maxModules bounds how many modules of the project one script is read with.
const maxModules = 24

// key names a variable of the module being visited.
func (j *Job) key(variable string) string {
	if variable == "" {
		return ""
	}
	return variable + "@" + j.Program.Module.File.Path
}

// attribute answers for library objects: what accelerator.mixed_precision is
// depends on the launcher.
func (j *Job) attribute(object evaluate.Value, name string) (evaluate.Value, bool) {
	class := j.Program.Module.Resolve(object.Call.Func)
	if !strings.HasSuffix(class, "Accelerator") {
		return evaluate.Value{}, false
	}
	switch name {
	case "mixed_precision":
		return j.mixedPrecision(object.Call), true
	case "num_processes":
		return j.launcherNumber(dialect.GPUs), true
	case "is_main_process", "is_local_main_process":
		return evaluate.Value{Kind: evaluate.Bool, Bool: true}, true
	}
	return evaluate.Value{}, false
}

// mixedPrecision is accelerator.mixed_precision: the argument, else what the
// launcher passes, else "no" for a run without accelerate launch.
func (j *Job) mixedPrecision(c *python.Call) evaluate.Value {
	a := j.Program.Module.Argument(c, "mixed_precision", -1)
	switch a.Presence {
	case python.Given:
		v := j.Program.Value(a.Value)
		if v.Kind != evaluate.None {
			return v
		}
	case python.Uncertain:
		return evaluate.Value{}
	}
	words := map[string]string{"fp32": "no", "amp-fp16": "fp16", "amp-bf16": "bf16", "fp8": "fp8"}
	if v, ok := j.launcherClaim(dialect.Precision); ok {
		if v.Text == "" {
			return evaluate.Value{}
		}
		return evaluate.Value{Kind: evaluate.String, Str: words[v.Text], Place: v.Place}
	}
	return evaluate.Value{}
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

func (j *Job) launcherNumber(f dialect.Field) evaluate.Value {
	v, ok := j.launcherClaim(f)
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if !ok || err != nil {
		return evaluate.Value{}
	}
	return evaluate.Value{Kind: evaluate.Int, Int: n, Place: v.Place}
}

// readAccelerator takes Accelerator(mixed_precision=…, gradient_accumulation_steps=…).
func (j *Job) readAccelerator() {
	for _, c := range j.Program.Module.Calls("accelerate.Accelerator") {
		if runs, known := j.Program.Runs(c); known && !runs {
			continue
		}
		for _, a := range j.keywords(c) {
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
				if a.value.Kind != evaluate.None {
					j.doubt(dialect.Sharding, byScript)
				}
			}
		}
	}
}

func (j *Job) acceleratorPrecision(a argument) {
	switch text := acceleratePrecisions[strings.ToLower(a.value.Text())]; {
	case a.value.Kind == evaluate.None: // the launcher decides
	case !a.value.Known():
		j.doubt(dialect.Precision, byScript)
	case a.value.Default && j.Launch == nil:
		j.doubt(dialect.Precision, byScript) // a flag's default, and nobody says how it is run
	case text != "":
		// Whatever the place of the value: an argument of Accelerator() beats
		// the launcher, even when it is only a parser's default.
		v := a.value
		v.Default = false
		j.claim(dialect.Precision, text, byScript, "Accelerator(mixed_precision)", v)
	}
}

var acceleratePrecisions = map[string]string{"no": "fp32", "fp16": "amp-fp16", "bf16": "amp-bf16", "fp8": "fp8"}

// readLightning takes Trainer(precision=…, devices=…) of Lightning and Fabric.
func (j *Job) readLightning() {
	for _, c := range j.Program.Module.AllCalls() {
		if !isLightning(j.Program.Module.Resolve(c.Func)) {
			continue
		}
		if runs, known := j.Program.Runs(c); known && !runs {
			continue
		}
		list := j.keywords(c)
		for i := range list {
			list[i].key = "trainer." + list[i].key
		}
		j.readArguments("lightning", list, func(a argument) string { return "Trainer(" + strings.TrimPrefix(a.key, "trainer.") + ")" })
	}
}

// trainerCalls are the calls of Hugging Face style trainers that run.
func (j *Job) trainerCalls() []*python.Call {
	var list []*python.Call
	for _, c := range j.Program.Module.AllCalls() {
		if isTrainer(j.Program.Module, c) {
			if runs, known := j.Program.Runs(c); !known || runs {
				list = append(list, c)
			}
		}
	}
	return list
}

func isTrainer(m *python.Module, c *python.Call) bool {
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

// readTrainers takes TrainingArguments(…) and SFTConfig(…), and what
// HfArgumentParser and TrlParser are given.
func (j *Job) readTrainers() {
	for _, c := range j.trainerCalls() {
		if j.Program.Module.Argument(c, "args", 1).Presence == python.Absent {
			j.argumentsSeen = true // the trainer makes its own, all defaults
		}
	}
	for _, c := range j.Program.Module.AllCalls() {
		class := argumentsClass(j.Program.Module, c)
		if class == "" {
			continue
		}
		if runs, known := j.Program.Runs(c); known && !runs {
			continue
		}
		j.argumentsSeen = true
		j.argumentsOpen = j.argumentsOpen || j.opaqueSpread(c)
		j.readArguments(hfArguments, j.keywords(c), func(a argument) string { return class[strings.LastIndexByte(class, '.')+1:] + "(" + a.key + ")" })
		for _, a := range j.keywords(c) {
			switch {
			case a.key == "deepspeed":
				j.useDeepSpeed(a.value)
			case (a.key == "bf16" || a.key == "fp16") && a.value.Default && j.Launch == nil:
				j.doubt(dialect.Precision, byConvention) // a flag's default, and nobody says how it is run
			}
		}
	}
	spaces := j.Program.Dataclasses()
	for _, ns := range spaces {
		if base := j.argumentsBase(ns); base != "" {
			j.argumentsSeen = true
			list := j.given(spaces)
			if j.Launch == nil {
				j.doubt(dialect.Precision, byDefault+5)
			}
			j.readArguments(hfArguments, list, flagName)
			for _, a := range list {
				if a.key == "deepspeed" {
					j.useDeepSpeed(a.value)
				}
			}
			return
		}
	}
}

func (j *Job) argumentsBase(ns evaluate.Value) string {
	if ns.Local == nil {
		if isTrainingArguments(ns.Class) {
			return ns.Class
		}
		return ""
	}
	for _, base := range j.Program.Module.BaseNames(ns.Local) {
		if isTrainingArguments(base) {
			return base
		}
	}
	return ""
}

// hfArguments is the dialect of TrainingArguments and TRL's configs.
const hfArguments = "hf-arguments"

// trainerModels are the variables that trainers get; a TRL trainer also takes a
// model's name.
func (j *Job) trainerModels() []string {
	var owners []string
	for _, c := range j.trainerCalls() {
		a := j.Program.Module.Argument(c, "model", 0)
		if a.Presence != python.Given {
			continue
		}
		owners = append(owners, j.traced(a.Value)...)
		if v := j.Program.Value(a.Value); v.Kind == evaluate.String {
			j.claim(dialect.Model, v.Str, j.rankOf(v), "the trainer's model", v)
			j.assume(dialect.Weights, "fp32", "TRL")
			j.assume(dialect.Method, "full", "TRL")
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
func (j *Job) ArgumentsIn() (*python.Call, *python.Module) {
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
