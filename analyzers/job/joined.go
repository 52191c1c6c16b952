package job

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// What a config must hold to be one that a script reads: so many keys of its own, of which so many of a hundred stand
// as words in the script and in what it imports. Most scripts that are found so have a handful of configs.
const (
	fewestKeys = 3
	knownKeys  = 70
	mostJoined = 48
	mostConfig = 64 << 10 // bytes
)

// joined are the jobs of a script that nothing launches and that takes a config, or runs under an accelerate config
// that lies in the project: one for each of them, of configs those whose keys it reads. Nobody says that it is started
// so; each job says by its name what it was put together of.
func (f *finder) joined(script *python.Module) (jobs []*Job) {
	at := script.File.Path
	files := f.readsOf(at)
	words := f.wordsOf(files)
	var engines, configs []string
	flag, preset := f.configFlag(files)
	if preset != nil {
		flag = "" // it is not without a config
	}
	commanded := commandLineOf(script)
	recipes := takesRecipe(script)
	// without a parser: a config lies beside such a script
	placed := recipes || flag == "" && commanded == "" && readsFirstWord(script)
	if placed {
		flag = " "
	}
	for _, p := range f.w.Paths {
		switch d := f.readable(p); {
		case d == nil || !near(p, at) || placed && !beside(p, at):
		case isAccelerate(d):
			if words["Accelerator"] {
				engines = append(engines, p)
			}
		case commanded != "":
			if r := dialect.Read(d); r != nil && r.Dialect.Name == "lightning" && !knowledge.IsLogged(p) {
				configs = append(configs, p)
			}
		case recipes:
			if r := dialect.Read(d); r != nil && r.Dialect.Name == "speechbrain" {
				configs = append(configs, p)
			}
		case flag != "" && readBy(d, words, words[handsOnWord]):
			configs = append(configs, p)
		}
	}
	if len(engines)+len(configs) == 0 {
		return nil
	}
	for _, engine := range orNone(engines) {
		for _, p := range orNone(configs) {
			if len(jobs) == mostJoined {
				return jobs
			}
			f.w.meter.Spend(launchCost)
			command, name := "python "+at, at
			if engine != "" {
				command, name = "accelerate launch --config_file "+engine+" "+at, name+" with "+engine
			}
			if p != "" {
				command, name = command+" "+cmp.Or(commanded, flag)+" "+p, name+" with "+p
			}
			if j := f.startedAs(script, command, name); j != nil && f.wants(j.Launch, at) && !f.enough(j.Launch, at) {
				jobs = append(jobs, j)
			}
		}
	}
	return jobs
}

// readsOf are a script, what it imports, and what the packages among these are put together of.
func (f *finder) readsOf(script string) []string {
	files := append([]string{script}, f.w.importsOf(script)...)
	for _, p := range files[1:] {
		if path.Base(p) != "__init__.py" {
			continue
		}
		for _, part := range f.w.importsOf(p) {
			if !slices.Contains(files, part) {
				files = append(files, part)
			}
		}
	}
	return files
}

// commandLineOf is how Lightning's command line, if a script is one, is given its config; "" for any other script.
func commandLineOf(script *python.Module) string {
	for _, c := range script.AllCalls() {
		if !isCommandLine(script, c) {
			continue
		}
		if run := c.Keyword("run"); run != nil {
			return "--config" // without a word for what is to be done
		}
		return "fit --config"
	}
	return ""
}

// near reports whether a config may belong to a script: one deep in a project of several parts has those of its own
// part.
func near(p, script string) bool {
	part, rest, _ := strings.Cut(script, "/")
	return !strings.Contains(rest, "/") || strings.HasPrefix(p, part+"/")
}

// takesRecipe recognises a script of SpeechBrain's that reads its command line as they all do: the recipe first.
func takesRecipe(script *python.Module) bool {
	return len(script.Calls("speechbrain.parse_arguments", "speechbrain.core.parse_arguments")) > 0
}

// readsFirstWord recognises open(sys.argv[1]) of a script that loads a config: the first word of its command is all
// that it takes.
func readsFirstWord(script *python.Module) bool {
	loads, first := false, false
	for n := range python.AllIn(script.Body) {
		switch n := n.(type) {
		case *python.Call:
			if knowledge.LoadsConfig(script.Resolve(n.Func)) {
				loads = true
			}
		case *python.Subscript:
			if script.Resolve(n.Value) != "sys.argv" {
				continue
			}
			at, ok := n.Index[0].(*python.Number)
			if !ok || at.Text != "1" {
				return false // it takes more, or a list of files
			}
			first = true
		}
	}
	return loads && first
}

// beside reports whether a config lies where a script's own do: in its folder, in one of configs below that, or in the
// one of the project.
func beside(p, script string) bool {
	ofScript, ok := strings.CutPrefix(path.Dir(p)+"/", path.Dir(script)+"/")
	if path.Dir(script) == "." {
		ofScript, ok = path.Dir(p)+"/", true
	}
	if ok && (ofScript == "" || ofScript == "./" || knowledge.HoldsConfigs(strings.Trim(ofScript, "/"))) {
		return true
	}
	return !strings.Contains(path.Dir(script), "/") && knowledge.HoldsConfigs(path.Dir(p))
}

func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// startedAs is the job of a command that stands nowhere.
func (f *finder) startedAs(script *python.Module, command, name string) *Job {
	s := launch.ReadCommand(script.File, command, -1)
	if len(s.Commands) != 1 {
		return nil
	}
	l, ok := launch.Training(&s.Commands[0])
	if !ok {
		return nil
	}
	j := &Job{Launch: &l, Name: name, Joined: true, Versions: f.w.Versions(script.File.Path)}
	j.addFile(script.File.Path)
	j.Program = f.program(script, j)
	return j
}

// siblings are the jobs of a script whose config is one of several of a kind: it has a default that is there, and
// beside that lie others with the same keys (config_000.json, config_001_A6000.json, config_002_4bit.json). The job of
// the script alone is that of the default.
func (f *finder) siblings(script *python.Module) (jobs []*Job) {
	flag, preset := f.configFlag(f.readsOf(script.File.Path))
	if preset == nil {
		return nil
	}
	at, of := script.File.Path, preset.File.Path
	keys := map[string]bool{}
	for place := range preset.Root().All() {
		keys[place.Key] = true
	}
	for _, p := range f.w.Paths {
		if p == of || path.Dir(p) != path.Dir(of) || path.Ext(p) != path.Ext(of) || len(jobs) == mostJoined {
			continue
		}
		if d := f.readable(p); d == nil || !readBy(d, keys, false) {
			continue
		}
		f.w.meter.Spend(launchCost)
		j := f.startedAs(script, "python "+at+" "+flag+" "+p, at+" with "+p)
		if j != nil && f.wants(j.Launch, at) && !f.enough(j.Launch, at) {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// configFlag is how a script is given its config: "--config", "" for none; and the config that is its default, where
// that is there.
func (f *finder) configFlag(files []string) (flag string, preset *config.Document) {
	for _, p := range files {
		file := f.w.file(p)
		if file == nil || !strings.Contains(string(file.Text), "add_argument") {
			continue
		}
		m := f.w.Module(p)
		if m == nil {
			continue
		}
		options := m.Options()
		for _, name := range slices.Sorted(maps.Keys(options)) {
			o := options[name]
			if !knowledge.GivesConfig(name) {
				continue
			}
			var lies *config.Document
			if o.Known && o.Default.Kind == python.StringValue {
				lies = f.w.opened(o.Default.Str, nil, p)
			}
			if lies != nil && preset != nil {
				continue
			}
			for _, a := range o.Node.Args {
				if s, ok := a.Value.(*python.String); ok && a.Name == "" && s.Known {
					given := " " // by position
					if strings.HasPrefix(s.Text, "-") {
						given = s.Text
					}
					if lies == nil {
						return given, nil
					}
					flag, preset = given, lies
					break
				}
			}
		}
	}
	return flag, preset
}

// wordsOf are the words of some files.
func (f *finder) wordsOf(files []string) map[string]bool {
	words := map[string]bool{}
	for _, p := range files {
		if file := f.w.file(p); file != nil {
			words[handsOnWord] = words[handsOnWord] || bytes.Contains(file.Text, []byte("(**"))
			for _, w := range bytes.FieldsFunc(file.Text, func(r rune) bool {
				return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
			}) {
				words[string(w)] = true
			}
		}
	}
	return words
}

// readable is a config that a script may be given, nil for any other file.
func (f *finder) readable(p string) *config.Document {
	if _, ok := config.FormatOf(p); !ok || f.configs[p] || launch.IsWorkflow(p) || IsTest(p) ||
		strings.HasPrefix(path.Base(p), ".") ||
		strings.Contains(path.Base(p), "test") ||
		strings.ContainsAny(p, " '\"$") {
		return nil
	}
	file := f.w.file(p)
	if file == nil || len(file.Text) > mostConfig {
		return nil
	}
	d := f.w.config(p)
	if d == nil || d.Broken() || len(d.Roots) != 1 || d.Root().Kind != config.Mapping {
		return nil
	}
	return d
}

func isAccelerate(d *config.Document) bool {
	r := dialect.Read(d)
	return r != nil && r.Dialect.Name == "accelerate" && r.Confidence >= dialect.Certain
}

// handsOnWord stands among the words of files in which a dictionary is handed on as the arguments of a call.
const handsOnWord = "**"

// readBy reports whether the keys of a config are among a script's words, and those of a training among them. What
// stands in a section that the script names is read with it where dictionaries are handed on as arguments:
// SFTConfig(**config["trainer"]).
func readBy(d *config.Document, words map[string]bool, handsOn bool) bool {
	if r := dialect.Read(d); r != nil &&
		(standsAlone[r.Dialect.Name] || r.Dialect.Name == "accelerate" || r.Dialect.Name == "deepspeed") {
		return false
	}
	keys, known, trains := 0, 0, false
	for place := range d.Root().All() {
		if place.Entry == nil || place.Value.Kind != config.Scalar {
			continue
		}
		keys++
		// one word, such as training, may mean anything
		section := path.Ext(strings.TrimSuffix("."+place.Path, "."+place.Key))
		if words[place.Key] || handsOn && strings.Contains(section, "_") && words[section[1:]] {
			known++
			trains = trains || knowledge.KeyOfTraining(place.Key)
		}
	}
	return trains && keys >= fewestKeys && 100*known >= knownKeys*keys
}
