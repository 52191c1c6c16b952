package job

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// readLauncher takes what the launcher's command line and its config file say.
func (j *Job) readLauncher(w *Workspace) {
	l := j.Launch
	if f, ok := l.Option("config_file"); ok && l.Launcher == launch.Accelerate {
		if word, ok := f.Value(); ok {
			if d := w.Config(l.Command, word); d != nil {
				j.useAccelerate(w, d)
			} else {
				j.doubtLauncher(byLauncherConfig, notRead(word.Text))
			}
		}
	}
	j.launcherFlags()
	j.count(l.Processes(), byLauncherFlag)
	if _, ok := j.launcherClaim(dialect.GPUs); !ok {
		j.count(l.Visible(), byEnvironment)
	}
	if w, ok := l.Command.Env["ACCELERATE_MIXED_PRECISION"]; ok {
		v := ofWord(w, l.Command.File, "ACCELERATE_MIXED_PRECISION")
		j.claimWord(
			dialect.Precision,
			acceleratePrecisions[strings.ToLower(w.Text)],
			byEnvironment,
			"ACCELERATE_MIXED_PRECISION",
			v,
		)
	}
}

// doubtLauncher: a config file that is not there decides these fields.
func (j *Job) doubtLauncher(r rank, why string) {
	for _, f := range []dialect.Field{dialect.Precision, dialect.GPUs, dialect.Sharding} {
		j.doubtBecause(f, r, why)
	}
}

// notRead says of a file that decides something that it is not there, or lies where it may not be read.
func notRead(name string) string { return name + " decides it and was not read" }

// useAccelerate reads an accelerate config and the DeepSpeed file it names.
func (j *Job) useAccelerate(w *Workspace, d *config.Document) {
	j.addFile(d.File.Path)
	j.Accelerate = dialect.ReadAs(dialect.Named("accelerate"), dialect.Certain, d)
	j.read(j.Accelerate, byLauncherConfig, "accelerate config")
	if v, ok := j.Accelerate.Get(dialect.DeepSpeedFile); ok && v.Known {
		if ds := w.ConfigAt(v.Text, d.File.Path); ds != nil {
			j.addDeepSpeed(ds)
		} else {
			j.doubtBecause(dialect.Sharding, byLauncherConfig, notRead(v.Text))
		}
	}
}

func (j *Job) addDeepSpeed(d *config.Document) {
	j.addEngine(d, dialect.ReadAs(dialect.Named("deepspeed"), dialect.Certain, d))
}

func (j *Job) addEngine(d *config.Document, r *dialect.Reading) {
	j.addFile(d.File.Path)
	j.DeepSpeed = r
	j.read(r, byEngineConfig, "DeepSpeed config")
}

// changed is a DeepSpeed file as the program hands it on: what it sets in the dictionary that it read counts, and the
// file no longer does.
func (j *Job) changed(d *config.Document, read Found) *dialect.Reading {
	r := dialect.ReadAs(dialect.Named("deepspeed"), dialect.Certain, d)
	if r == nil {
		return nil
	}
	set := map[string]dialect.Pair{}
	for _, pair := range j.Program.flattened("", read) {
		if pair.File != d.File {
			set[pair.Key] = pair
		}
	}
	if len(set) == 0 {
		return r
	}
	pairs := slices.Clone(r.Pairs)
	for i, pair := range pairs {
		if by, ok := set[pair.Key]; ok {
			pairs[i] = by
			delete(set, pair.Key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		pairs = append(pairs, set[key])
	}
	out := dialect.FromPairs("deepspeed", pairs)
	out.Document = d
	return out
}

// useDeepSpeed reads the DeepSpeed config that training arguments name: a path
// or a dictionary.
func (j *Job) useDeepSpeed(v Found) {
	if v.IsNone() {
		return
	}
	if name, ok := library.PathOf(v.Value); ok { // a text, or str(Path(__file__).parent / "ds.json")
		w := j.Program.run.w
		d := w.opened(name, j.Launch, j.Program.run.entry.File().Path)
		if d == nil {
			d = w.byTail(name)
		}
		if d != nil {
			j.addDeepSpeed(d)
			j.engineWins()
			return
		}
		j.doubtBecause(dialect.Sharding, byScript, notRead(name))
		return
	}
	dict, ok := v.Value.(*run.Object)
	switch {
	case !ok || dict.Kind != run.Dict:
		j.doubt(dialect.Sharding, byScript)
	case dict.Written == nil:
		j.DeepSpeed = dialect.FromPairs("deepspeed", j.Program.flattened("", v))
		j.read(j.DeepSpeed, byEngineConfig, "DeepSpeed config")
		j.engineWins()
	default:
		for _, d := range j.Program.Configs() {
			if d.File == dict.Written.File && dict.Written.Key == "" {
				j.addEngine(d, j.changed(d, v))
				j.engineWins()
				return
			}
		}
		j.doubt(dialect.Sharding, byScript)
	}
}

// flattened are the entries of a dictionary in a script by their dotted keys.
func (p *Program) flattened(prefix string, v Found) []dialect.Pair {
	var pairs []dialect.Pair
	keys, values := p.entries(v)
	for i, key := range keys {
		child := values[i]
		if o, ok := child.Value.(*run.Object); ok && o.Kind == run.Dict {
			pairs = append(pairs, p.flattened(prefix+key+".", child)...)
			continue
		}
		pairs = append(
			pairs,
			dialect.Pair{
				Key:     prefix + key,
				Value:   child.config(),
				File:    child.Place.File,
				Span:    child.Place.Span,
				KeySpan: child.Place.Span,
			},
		)
	}
	slices.SortFunc(pairs, func(a, b dialect.Pair) int { return strings.Compare(a.Key, b.Key) })
	return pairs
}

// readEngineArguments finds the DeepSpeed config that a script is given: through
// deepspeed.initialize(config=…), or --deepspeed_config and other arguments that
// name a file in DeepSpeed's own keys.
func (j *Job) readEngineArguments(w *Workspace) {
	for _, c := range j.Program.Module().Calls(knowledge.MakesEngine) {
		list, whole := j.Program.keywords(c)
		for _, a := range list {
			if a.key == "config" || a.key == "config_params" {
				j.useDeepSpeed(a.value)
				whole = true
			}
		}
		if !whole {
			j.useDeepSpeed(Found{})
		}
	}
	if j.DeepSpeed != nil || j.Launch == nil {
		return
	}
	for _, word := range j.Launch.Arguments.Words() {
		d := w.Config(j.Launch.Command, word)
		if d == nil {
			continue
		}
		if which, _ := dialect.Recognise(d); which != nil && which.Name == "deepspeed" {
			j.addDeepSpeed(d)
			return
		}
	}
}

// launcherFlags takes accelerate launch's own flags; they beat its config file.
func (j *Job) launcherFlags() {
	l := j.Launch
	if l.Launcher != launch.Accelerate {
		return
	}
	for _, f := range l.Options {
		w, has := f.Value()
		v := ofWord(w, l.Command.File, "--"+f.Name)
		switch {
		case f.Name == "mixed_precision" && has:
			j.claimWord(dialect.Precision, acceleratePrecisions[strings.ToLower(w.Text)], byLauncherFlag, "--mixed_precision", v)
		case f.Name == "zero_stage" && has:
			j.claimWord(
				dialect.Sharding,
				map[string]string{"0": "none", "1": "zero1", "2": "zero2", "3": "zero3"}[w.Text],
				byLauncherFlag,
				"--zero_stage",
				v,
			)
		case f.Name == "gradient_accumulation_steps" && has:
			j.claimWord(dialect.Accumulation, digits(w), byLauncherFlag, "--gradient_accumulation_steps", v)
		case f.Name == "use_fsdp" && j.Accelerate == nil:
			j.claim(dialect.Sharding, "fsdp-full", byLauncherFlag-1, "--use_fsdp", switchedOn(l, f))
		case f.Name == "use_deepspeed" && j.Accelerate == nil:
			if _, staged := l.Option("zero_stage"); !staged {
				j.claim(dialect.Sharding, "zero2", byLauncherFlag-1, "--use_deepspeed", switchedOn(l, f))
			}
		}
	}
}

// switchedOn is an option that turns something on whose own default says how: what the script says of it is no
// conflict.
func switchedOn(l *launch.Launch, f launch.Flag) Found {
	v := foundAt(run.Bool(true), Place{File: l.Command.File, Span: f.Key, Key: "--" + f.Name})
	v.Default = true
	return v
}

func digits(w launch.Word) string {
	if n, err := strconv.Atoi(w.Text); err == nil && n > 0 && w.Known {
		return strconv.Itoa(n)
	}
	return ""
}

// count claims the number of GPUs; a count that only the run knows is a doubt.
func (j *Job) count(n launch.Number, r rank) {
	switch {
	case n.Known && n.Value > 0 && n.From != "":
		v := foundAt(run.Int(n.Value), Place{File: j.Launch.Command.File, Span: n.Span, Key: n.From})
		j.claim(dialect.GPUs, strconv.Itoa(n.Value), r, n.From, v)
	case n.Known && n.Value > 0:
		j.assume(dialect.GPUs, strconv.Itoa(n.Value), string(j.Launch.Launcher))
	case n.Stated:
		j.doubt(dialect.GPUs, r)
	}
}

// readTool takes a training tool's configs and flags: axolotl train a.yml.
func (j *Job) readTool(w *Workspace) {
	tool := tools[j.Launch.Program]
	j.Framework = tool.framework
	configs, all := j.toolConfigs(w)
	for _, d := range configs {
		j.addFile(d.File.Path)
		if r := dialect.ReadAs(dialect.Named(tool.dialect), dialect.Certain, d); r != nil {
			j.Config = r
			j.toldBy(r)
			j.read(r, byConfig, d.File.Path)
			j.followDeepSpeed(w, r, d.File)
		}
	}
	list := flagArguments(j.Launch.Arguments, j.Launch.Command.File)
	j.toolFlags(w, tool.dialect, list)
	if j.told != nil && !all {
		j.told.Open = true
	}
	if j.Framework == TRL {
		j.assumeTrainer()
		j.assume(dialect.Method, "full", "TRL")
		j.assume(dialect.Weights, "fp32", "TRL")
	}
	if j.Framework == Ultralytics || j.Framework == NNUNet {
		j.assume(dialect.GPUs, "1", "one process")
	}
}

func (j *Job) toolFlags(w *Workspace, name string, list []argument) {
	d := j.readFlags(w, name, list)
	_, named := j.Launch.Arguments.Flag("config")
	named = named ||
		slices.ContainsFunc(j.Launch.Arguments.Overrides, func(o launch.Override) bool { return o.Key == "cfg" })
	if d != nil && !named && len(j.Launch.Arguments.Positional) == 0 { // no other file decides
		for _, one := range d.Defaults {
			j.assume(one.Field, one.Text, d.Name)
		}
	}
}

// readFlags takes a command's options in the words of a dialect, which it gives back; nil where there is none of that
// name.
func (j *Job) readFlags(w *Workspace, name string, list []argument) *dialect.Dialect {
	r := readingOf(name, list)
	if r == nil {
		return nil
	}
	j.toldBy(r)
	for _, v := range r.Values {
		c := fromDialect(v, byFlag, "--"+v.Pair.Key)
		c.Place.Key = "--" + v.Pair.Key
		j.claims = append(j.claims, claim{v.Field, c})
		if v.Field == dialect.DeepSpeedFile && c.Text != "" {
			j.toolEngine(w, c.Text)
		}
	}
	return r.Dialect
}

// toolEngine reads the DeepSpeed file that a tool's flag names; zero3 and its like name one that the tool brings.
func (j *Job) toolEngine(w *Workspace, name string) {
	if path.Ext(name) != ".json" {
		return
	}
	for _, at := range w.candidates(j.Launch.Command, name) {
		if d := w.config(at); d != nil {
			j.addDeepSpeed(d)
			return
		}
	}
	if d := w.byTail(name); d != nil {
		j.addDeepSpeed(d)
		return
	}
	j.doubtBecause(dialect.Sharding, byFlag, notRead(name))
}

// toolConfigs are the config files among a tool's arguments: --config or an
// operand; torchtune's recipe configs are named without a path. all is false when one that is named was not read.
func (j *Job) toolConfigs(w *Workspace) (list []*config.Document, all bool) {
	all = true
	words := j.Launch.Arguments.Positional
	if f, ok := j.Launch.Arguments.Flag("config"); ok {
		words = append(words[:len(words):len(words)], f.Values...)
	}
	for _, o := range j.Launch.Arguments.Overrides {
		if o.Key == "cfg" {
			words = append(words[:len(words):len(words)], o.Value)
		}
	}
	for _, word := range words {
		if d := w.Config(j.Launch.Command, word); d != nil {
			list = append(list, d)
		} else if j.Launch.Program == launch.Torchtune {
			if d := w.ConfigAt("recipes/configs/"+strings.TrimSuffix(word.Text, ".yaml")+".yaml", ""); d != nil {
				list = append(list, d)
			} else {
				all = false
			}
		} else if isFileOfConfig(word.Text) || !word.Known {
			all = false
		}
	}
	return list, all
}

// followDeepSpeed reads the DeepSpeed file that a config names.
func (j *Job) followDeepSpeed(w *Workspace, r *dialect.Reading, from *source.File) {
	if v, ok := r.Get(dialect.DeepSpeedFile); ok && v.Known {
		if d := w.ConfigAt(v.Text, from.Path); d != nil {
			j.addDeepSpeed(d)
		} else if !j.shippedDeepSpeed(v) {
			j.doubt(dialect.Sharding, byConfig)
		}
	}
}

// shippedDeepSpeed takes what a DeepSpeed file says that comes with the tool, and need not be in the project.
func (j *Job) shippedDeepSpeed(v dialect.Value) bool {
	shipped, ok := knowledge.ShippedDeepSpeed(v.Text)
	if !ok {
		return false
	}
	at := fromDialect(v, byEngineConfig, "a file that comes with the tool")
	for f, text := range map[dialect.Field]string{
		dialect.Sharding: shipped.Sharding, dialect.OffloadOptimizer: shipped.OptimizerOn,
		dialect.OffloadParams: shipped.ParametersOn,
	} {
		if text != "" {
			said := at
			said.Text = text
			j.claims = append(j.claims, claim{f, said})
		}
	}
	return true
}

func isFileOfConfig(word string) bool {
	_, ok := config.FormatOf(word)
	return ok
}
