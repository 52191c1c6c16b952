package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// pythonConfig makes the job of a script of OpenMMLab's that is given a config in Python: its library runs the training
// that the config describes. ok is false for any other script.
func (f *finder) pythonConfig(j *Job, m *python.Module) (ok bool) {
	loads, engine := configLoads(m)
	if len(loads) == 0 || knowledge.Evaluates(m.File.Path) {
		return false
	}
	given := f.configModules(j.Launch)
	if len(given) == 0 {
		return false
	}
	p := f.program(m, j)
	at, loads := f.configOf(p, j.Launch, loads, given)
	s := &layers{}
	if at == "" {
		s.open("", Place{File: m.File, Span: loads[0].Span()})
	} else {
		s = f.settingsIn(at, nil)
	}
	given = slices.Compact([]string{at, m.File.Path})
	options := commandLayers(j.Launch)
	s.lay(options)
	changes := &scriptChanges{f: f, over: &layers{}, flags: j.Launch.Arguments, seen: map[*python.Module]bool{}}
	changes.in(p, loads)
	for _, one := range options.pairs { // which of the two comes last is not asked
		for _, other := range changes.over.pairs {
			if one.Key == other.Key && one.Value != other.Value {
				changes.over.open(one.Key, Place{File: other.File, Span: other.Span})
				break
			}
		}
	}
	s.lay(changes.over)
	// the script writes it into the config
	if flag, on := j.Launch.Arguments.Flag("amp"); on && len(flag.Values) == 0 && changes.amp {
		for _, over := range []*layers{s, options} { // the model's step is told of what options say
			over.set(
				"optim_wrapper.type",
				config.Value{Kind: config.String, Text: "AmpOptimWrapper"},
				Place{File: j.Launch.Command.File, Span: flag.Key},
			)
		}
	}
	r := dialect.FromPairs("mmengine", s.of(engine))
	if r == nil || len(r.Values) == 0 {
		return false
	}
	j.Versions = f.w.Versions(m.File.Path)
	j.readLauncher(f.w)
	j.Framework = MMEngine
	for _, file := range given {
		j.addFile(file)
	}
	j.read(r, byConfig, at)
	if !slices.ContainsFunc(s.pairs, decidesPrecision) {
		j.assume(dialect.Precision, "fp32", "the runner")
	}
	j.configured(p, at, s, options, changes.over, engine)
	if j.Launch.Launcher == launch.Python && !j.Launch.Processes().Stated {
		j.assume(dialect.GPUs, "1", "one process")
	}
	f.add(j)
	return true
}

// decidesPrecision reports whether a setting says, or leaves open, in which precision a run goes. Without any it is
// fp32.
func decidesPrecision(p dialect.Pair) bool {
	return below(p.Key, "fp16") || p.Key == "optim_wrapper" || p.Key == "optim_wrapper.type"
}

// configLoads are the calls of a script that read a config in Python, where it also calls what trains by one; engine:
// that is MMEngine.
func configLoads(m *python.Module) (loads []*python.Call, engine bool) {
	trains := false
	for _, c := range m.AllCalls() {
		function := m.Resolve(c.Func)
		if knowledge.LoadsPythonConfig(function) {
			loads = append(loads, c)
			continue
		}
		runs, byEngine := knowledge.RunsConfigs(function)
		trains, engine = trains || runs, engine || byEngine
	}
	if !trains {
		return nil, false
	}
	return loads, engine
}

// configModules are the Python configs among a command's words.
func (f *finder) configModules(l *launch.Launch) (list []string) {
	for _, w := range l.Arguments.Words() {
		if at := f.configModule(l, w.Text); w.Known && at != "" && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// configModule is the Python config of the project that a word names, "" for none.
func (f *finder) configModule(l *launch.Launch, word string) string {
	if path.Ext(word) != ".py" {
		return ""
	}
	for _, at := range f.w.candidates(l.Command, word) {
		if f.w.Module(at) != nil {
			return at
		}
	}
	return ""
}

// configOf is the config that a script trains by, with the calls that read it: what it reads as far as the run tells,
// else the only one that it is given. at is "" where it may be one of several.
func (f *finder) configOf(
	p *Program,
	l *launch.Launch,
	loads []*python.Call,
	given []string,
) (at string, by []*python.Call) {
	for _, c := range loads {
		if p.NeverRuns(c) {
			continue
		}
		v, _ := p.Argument(c, "filename", 0)
		word, _ := v.Str()
		file := f.configModule(l, word)
		if file == "" || at != "" && at != file {
			at, by = "", nil
			break
		}
		at, by = file, append(by, c)
	}
	switch {
	case at != "":
		return at, by
	case len(given) == 1 && len(loads) == 1:
		return given[0], loads
	}
	return "", loads
}

// commandLayers are the settings that a command line lays over a config: --cfg-options optimizer.lr=0.1 total_epochs=3.
func commandLayers(l *launch.Launch) *layers {
	s := &layers{}
	add := func(key string, w launch.Word) {
		at := Place{File: l.Command.File, Span: w.Origin}
		v := ofWord(w, l.Command.File, key).config()
		if strings.ContainsAny(w.Text, "[{(") {
			v = config.Value{}
		}
		s.assign(key, v, at)
	}
	for _, flag := range l.Arguments.Flags {
		for _, w := range flag.Values {
			if key, _, ok := strings.Cut(w.Text, "="); ok && key != "" {
				add(key, w.Part(len(key)+1, len(w.Text)))
			}
		}
	}
	for _, o := range l.Arguments.Overrides {
		add(o.Key, o.Value)
	}
	return s
}
