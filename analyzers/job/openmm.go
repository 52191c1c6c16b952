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
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxBases bounds how deep Python configs stand on others.
const maxBases = 6

// pythonConfig makes the job of a script of OpenMMLab's that is given a config in Python: its library runs the training that the
// config describes. ok is false for any other script.
func (f *finder) pythonConfig(j *Job, m *python.Module) (ok bool) {
	if !knowledge.RunsConfigs(m.File.Text) || knowledge.Evaluates(m.File.Path) {
		return false
	}
	at := f.configModule(j.Launch)
	if at == "" {
		return false
	}
	pairs := f.settingsIn(at, 0)
	for _, w := range j.Launch.Arguments.Words() { // --cfg-options optimizer.lr=0.1
		if key, value, given := strings.Cut(w.Text, "="); given && w.Known && strings.Contains(key, ".") && !strings.HasPrefix(key, "-") {
			v := w
			v.Text = value
			file := j.Launch.Command.File
			pairs = laidOver(pairs, []dialect.Pair{{Key: key, Value: ofWord(v, file, key).config(), File: file, Span: w.Origin, KeySpan: w.Origin}})
		}
	}
	if flag, on := j.Launch.Arguments.Flag("amp"); on && len(flag.Values) == 0 { // the script writes it into the config
		amp := config.Value{Kind: config.String, Text: "AmpOptimWrapper"}
		pairs = laidOver(pairs, []dialect.Pair{{Key: "optim_wrapper.type", Value: amp, File: j.Launch.Command.File, Span: flag.Key, KeySpan: flag.Key}})
	}
	if slices.ContainsFunc(pairs, func(p dialect.Pair) bool { return strings.HasPrefix(p.Key, "optim_wrapper.") }) {
		pairs = slices.DeleteFunc(pairs, func(p dialect.Pair) bool { return strings.HasPrefix(p.Key, "optimizer") }) // names of the file's own
	}
	r := dialect.FromPairs("mmengine", pairs)
	if r == nil || len(r.Values) == 0 {
		return false
	}
	j.Versions = f.w.Versions(m.File.Path)
	j.readLauncher(f.w)
	j.Framework = MMEngine
	j.addFile(at)
	j.addFile(m.File.Path)
	j.read(r, byConfig, at)
	if j.Launch.Launcher == launch.Python && !j.Launch.Processes().Stated {
		j.assume(dialect.GPUs, "1", "one process")
	}
	f.add(j)
	return true
}

// configModule is the Python config among a command's words, "" when there is none in the project.
func (f *finder) configModule(l *launch.Launch) string {
	for _, w := range l.Arguments.Words() {
		if !w.Known || path.Ext(w.Text) != ".py" {
			continue
		}
		for _, at := range f.w.candidates(l.Command, w.Text) {
			if f.w.Module(at) != nil {
				return at
			}
		}
	}
	return ""
}

// settingsIn are the settings of a Python config, by dotted keys: those of its bases, and its own over them.
func (f *finder) settingsIn(at string, depth int) (pairs []dialect.Pair) {
	m := f.w.Module(at)
	if m == nil || depth > maxBases {
		return nil
	}
	p := f.program(m, &Job{})
	var own []dialect.Pair
	for _, s := range m.Body {
		assign, ok := s.(*python.Assign)
		if !ok || len(assign.Targets) != 1 {
			continue
		}
		name, ok := assign.Targets[0].(*python.Name)
		if !ok {
			continue
		}
		v := p.Value(assign.Value)
		if name.ID == "_base_" {
			for _, base := range basesOf(v) {
				pairs = laidOver(pairs, f.settingsIn(path.Join(path.Dir(at), base), depth+1))
			}
			continue
		}
		if o, ok := v.Value.(*run.Object); ok && o.Kind == run.Dict {
			own = append(own, p.flattened(name.ID+".", v)...)
			continue
		}
		own = append(own, dialect.Pair{Key: name.ID, Value: v.config(), File: m.File, Span: assign.Value.Span(), KeySpan: name.Span()})
	}
	return laidOver(pairs, own)
}

// basesOf are the configs that a config stands on: one, or a list of them.
func basesOf(v Found) (list []string) {
	if one, ok := v.Str(); ok {
		return []string{one}
	}
	for _, item := range v.Items {
		if one, ok := item.Str(); ok {
			list = append(list, one)
		}
	}
	return list
}

// laidOver are settings with others over them; _delete_ in a dictionary takes away what was below it.
func laidOver(pairs, over []dialect.Pair) []dialect.Pair {
	for _, one := range over {
		gone, deletes := strings.CutSuffix(one.Key, "_delete_")
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p dialect.Pair) bool {
			return p.Key == one.Key || deletes && strings.HasPrefix(p.Key, gone)
		})
	}
	return append(pairs, over...)
}
