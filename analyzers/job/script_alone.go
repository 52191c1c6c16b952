package job

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// script makes a job of a script that nothing launches, when it can be run and
// trains.
func (f *finder) script(p string) {
	file := f.w.file(p)
	if file == nil {
		return
	}
	named := knowledge.NamesTrainingScript(path.Base(p)) && bytes.Contains(file.Text, []byte("import"))
	if IsTest(p) || !bytes.Contains(file.Text, []byte("import")) || !f.w.mayRun(p) {
		return
	}
	if path.Ext(p) == ".ipynb" && bytes.HasPrefix(bytes.TrimSpace(file.Text), []byte("{")) {
		return // not the code of its cells but the file around it
	}
	m := f.w.Module(p)
	if m == nil || takesTuneConfig(m) || onHost(m) {
		return
	}
	plain := isScript(m)
	if !plain && !assignsCalls(m) {
		return
	}
	j := &Job{Name: p, Versions: f.w.Versions(p)}
	j.Program = f.program(m, j)
	if !f.trainsAlone(j, m, named, plain) {
		return
	}
	joined := f.joined(m)
	if len(joined) == 0 {
		f.runScript(j)
		joined = f.siblings(m)
	}
	f.each(joined)
}

// onHost reports whether a script imports numpy and nothing that could bring torch: a network written by hand, whose
// model.backward() is a function like any other.
func onHost(m *python.Module) bool {
	numbers := false
	for n := range python.AllIn(m.Body) {
		i, ok := n.(*python.Import)
		if !ok {
			continue
		}
		from := []string{i.Module}
		if !i.From {
			from = nil
			for _, name := range i.Names {
				from = append(from, name.Path)
			}
		}
		for _, path := range from {
			first, _, _ := strings.Cut(path, ".")
			if i.Level > 0 || !knowledge.OnlyNumbers(first) {
				return false
			}
			numbers = numbers || first == "numpy"
		}
	}
	return numbers
}

// takesTuneConfig recognises a recipe of torchtune: the decorator of its main function refuses a command line without a
// config, so that it does nothing alone, and the configs that name it are the jobs.
func takesTuneConfig(m *python.Module) bool {
	for _, s := range m.Body {
		f, ok := s.(*python.Function)
		if ok &&
			slices.ContainsFunc(
				f.Decorators,
				func(d *python.Decorator) bool { return m.Resolve(d.Value) == knowledge.ParsesTuneConfig },
			) {
			return true
		}
	}
	return false
}

// trainsAlone reports whether a script that nothing launches trains: by what stands in it, or by what it comes to in
// what it imports. One that only gives names to what its calls give, as many modules do when they are imported, has to
// come to a step.
func (f *finder) trainsAlone(j *Job, m *python.Module, named, plain bool) bool {
	exempt := named && plain && !knowledge.NamesPart(path.Base(m.File.Path)) && !f.onlyImported(m)
	if (named || knowledge.HoldsTraining(m.File.Text)) && trains(m) {
		return exempt || !idleSteps(m) && (plain && f.mayUpdate(m) || j.reaches())
	}
	if knowledge.Evaluates(m.File.Path) {
		return false
	}
	if exempt && j.enter() {
		return true
	}
	// To follow every script of a project would leave nothing for its jobs.
	if knowledge.SpeaksOfTraining(m.File.Text) && !onlyOfPackage(m) && f.w.Allowance.Roomy() &&
		(j.Entry != nil || j.enter()) && j.reaches() {
		return true
	}
	return plain && f.trainsUnseen(j, m)
}

// onlyImported reports whether a file is a part of a script that is started: that one imports it, and it has no main
// guard. What such a file calls at its own level prepares something, and what it is called by does not make it a
// script: runner.py behind scripts/run.py.
func (f *finder) onlyImported(m *python.Module) bool {
	if guardsMain(m) {
		return false
	}
	for p := range f.scripts {
		if p != m.File.Path && slices.Contains(f.w.importsOf(p), m.File.Path) {
			return true
		}
	}
	return false
}

// guardsMain reports whether a file asks whether it is the script that was started.
func guardsMain(m *python.Module) bool {
	return slices.ContainsFunc(m.Body, func(s python.Stmt) bool {
		guard, ok := s.(*python.If)
		return ok && mentionsMain(guard.Test)
	})
}

// onlyOfPackage reports whether a file cannot be started as it stands: it imports relative to the package that it is a
// part of, and asks nowhere whether it is the script. To follow what it imports, as if it came to a training step
// there, takes in whole libraries: src/diffusers/pipelines/pipeline_utils.py, which fills a list in a loop of its own.
func onlyOfPackage(m *python.Module) bool {
	return !guardsMain(m) && slices.ContainsFunc(m.Body, func(s python.Stmt) bool {
		i, ok := s.(*python.Import)
		return ok && i.Level > 0
	})
}

// mayRun reports whether a file may be a script, by a glance at its lines: most files of a project only define things,
// and are not parsed to find that out.
func (w *Workspace) mayRun(p string) bool {
	s := w.skim(p)
	return s != nil &&
		(s.Runs || bytes.Contains(w.file(p).Text, []byte("LightningCLI")) ||
			slices.ContainsFunc(s.Gives, func(call string) bool {
				return knowledge.MayTrain(call) || strings.Contains(call, "autocast")
			}))
}

// assignsCalls reports whether a script does something by a call whose result it gives a name: history = train(model).
func assignsCalls(m *python.Module) bool {
	return slices.ContainsFunc(m.Body, func(s python.Stmt) bool {
		a, ok := s.(*python.Assign)
		if !ok {
			return false
		}
		c, calls := a.Value.(*python.Call)
		return calls && knowledge.OfJobStep(c.MethodName()) || calls && knowledge.MayTrain(python.PathText(c.Func))
	})
}

// reaches reports whether a script that is started with arguments that nobody knows comes for certain to a training
// step of what it imports: to a backward pass and what uses its gradients, or to a trainer.
func (j *Job) reaches() bool {
	m := j.Program.run.ran()
	backward, steps := false, false
	for _, c := range m.Trace.Calls[:j.Program.run.followed] {
		if c.Node == nil {
			continue
		}
		switch name := c.Node.MethodName(); name {
		case "backward", "manual_backward":
			backward = true
			steps = steps || knowledge.UpdatesByHand(c.Unit.Module.File.Text)
		case "step":
			steps = true
		default:
			if knowledge.Trains(name) && tellsTrainer(c) || trainsInLibrary(c.Unit.Module, c.Node) {
				return true
			}
		}
	}
	return backward && steps
}

// mayUpdate reports whether a script with a backward pass, or what it imports, may change weights by it: a loss that is
// tried out has gradients, and nobody takes a step.
func (f *finder) mayUpdate(m *python.Module) bool {
	if slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		return isStep(m, c) && (c.MethodName() != "backward" || len(c.Args) > 0 && c.Args[0].Name == "")
	}) {
		return true
	}
	return slices.ContainsFunc(append(f.w.importsOf(m.File.Path), m.File.Path), func(p string) bool {
		file := f.w.file(p)
		return file == nil || knowledge.TakesSteps(file.Text)
	})
}

// tellsTrainer reports whether the object whose method is called is a trainer for certain.
func tellsTrainer(c *run.Call) bool {
	method, ok := c.Callee.(*run.Member)
	if !ok {
		return false
	}
	o, ok := run.Bare(method.Object).(*run.Object)
	if !ok {
		return false
	}
	if class, ok := o.Class.(run.Symbol); ok && isLightning(string(class)) {
		return true // even of what a config names: instantiate(cfg.trainer)
	}
	if o.Made == nil || o.Made.Node == nil {
		return false
	}
	made := o.Made.Unit.Module
	return isTrainer(made, o.Made.Node) || isLightning(made.Resolve(o.Made.Node.Func))
}

// opened makes the jobs of a script of which a page says that it is given a config, and not which: of the configs whose
// keys it reads, or else what the page says.
func (f *finder) opened(p string) {
	before := len(f.jobs)
	if !f.byLauncher[p] {
		f.each(f.joined(f.w.Module(p)))
	}
	if len(f.jobs) > before {
		return
	}
	f.lastly = true
	for _, l := range f.open[p] {
		f.launched(l)
	}
	f.lastly = false
}

// each reads jobs that were put together of a script and its configs.
func (f *finder) each(joined []*Job) {
	unopened := map[string]int{} // configs that the run did not open, by how their names end
	for _, one := range joined {
		words := one.Launch.Command.Words
		ends := path.Ext(words[len(words)-1].Text)
		if f.w.Launches > 0 && unopened[ends] >= mostUnopened {
			f.leaveOut(one.Launch, one.Program.File().Path)
			continue
		}
		if !trains(one.Program.Module()) {
			one.enter()
		}
		one.readLauncher(f.w)
		f.runScript(one)
		if len(one.Program.run.read) == 0 && one.Accelerate == nil && one.DeepSpeed == nil && one.Config == nil {
			unopened[ends]++
		}
	}
}

// mostUnopened is how many configs of a script are tried that its run does not open: of the others nothing would be
// known but their names, either.
const mostUnopened = 2

// leavesConfig reports whether a command names a config that is not there, as --config path/to/config does. One that is
// called as the only such file of the project is that: the program knows where its configs lie.
func (w *Workspace) leavesConfig(l *launch.Launch, script string) bool {
	flag, ok := l.Arguments.Flag("config")
	if !ok {
		return false
	}
	name, given := flag.Value()
	return given && w.opened(name.Text, l, script) == nil &&
		(path.Ext(name.Text) == "" || w.only(path.Base(name.Text)) == "")
}

// enter looks for the training step in what the script imports from the project.
// Program is then the module that holds it, Entry the script.
func (j *Job) enter() bool {
	w := j.Program.run.w
	level := []string{j.Program.File().Path}
	seen := map[string]bool{level[0]: true}
	var found []string
	for range 3 {
		var next []string
		for _, from := range level {
			for _, p := range w.importsOf(from) {
				if seen[p] {
					continue
				}
				seen[p] = true
				if w.trainsIn(p, func() *python.Module { return w.Module(p) }) {
					found = append(found, p)
				}
				next = append(next, p)
			}
		}
		if level = next[:min(len(next), maxModules)]; len(found) > 0 {
			break
		}
	}
	if len(found) == 0 {
		return j.enterNamed(seen)
	}
	q := j.Program.peer(w.Module(j.cameTo(found)))
	q.imported = false
	j.Entry, j.Program = j.Program, q
	return true
}

// cameTo is the file that a run trains in, of those that its script imports and that train: of a script that starts one
// of several trainings by a word of its command line, the one that it came to. The first, where the run does not say.
func (j *Job) cameTo(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	came := map[string]bool{}
	m := j.Program.run.ran()
	for _, c := range m.Trace.Calls {
		if c.Node != nil && c.Unit != nil && isStep(c.Unit.Module, c.Node) {
			came[c.Unit.Module.File.Path] = true
		}
	}
	if came[files[0]] {
		return files[0]
	}
	var other string
	for _, p := range files {
		switch {
		case !came[p]:
		case other != "":
			return files[0]
		default:
			other = p
		}
	}
	return cmp.Or(other, files[0])
}

// enterNamed looks for the training step in the modules that a script, or a file that it imports, imports by names that
// it puts together: importlib.import_module(f"app.{name}.train"). Only running it shows which these are. seen are the
// files that were looked at.
func (j *Job) enterNamed(seen map[string]bool) bool {
	w, script := j.Program.run.w, j.Program.File().Path
	if w.nothingNamed[script] || !slices.ContainsFunc(append(w.importsOf(script), script), func(p string) bool {
		f := w.file(p)
		return f != nil && knowledge.ImportsByParts(f.Text)
	}) {
		return false
	}
	var found []*python.Module
	j.Program.run.ran().EachModule(func(m *python.Module) {
		if !seen[m.File.Path] && w.trainsIn(m.File.Path, func() *python.Module { return m }) {
			found = append(found, m)
		}
	})
	if len(found) != 1 {
		if w.nothingNamed == nil {
			w.nothingNamed = map[string]bool{}
		}
		w.nothingNamed[script] = true
		return false
	}
	q := j.Program.peer(found[0])
	q.imported = false
	j.Entry, j.Program = j.Program, q
	return true
}

// IsTest reports whether a file is a test by its name: no job is looked for in it.
func IsTest(p string) bool {
	base := path.Base(p)
	return strings.HasPrefix(base, "test_") ||
		strings.HasSuffix(base, "_test.py") && !strings.Contains(base, "train_and_test") &&
			!strings.Contains(base, "train_test") ||
		strings.Contains("/"+p, "/tests/") ||
		base == "conftest.py" ||
		base == "setup.py"
}

// trains reports whether a script holds a training step or hands one to a
// trainer.
func trains(m *python.Module) bool {
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool { return isStep(m, c) })
}

// trainsIn is trains of the file at a path, worked out once; tree gives the file's.
func (w *Workspace) trainsIn(p string, tree func() *python.Module) bool {
	does, known := w.training[p]
	if !known {
		if f := w.file(p); f != nil && knowledge.HoldsTraining(f.Text) {
			m := tree()
			does = m != nil && trains(m)
		}
		w.training[p] = does
	}
	return does
}

// isStep recognises a training step, or what is handed one.
func isStep(m *python.Module, c *python.Call) bool {
	return c.MethodName() == "backward" || isTrainer(m, c) || isLightning(m.Resolve(c.Func)) || startsNamed(m, c) ||
		isCommandLine(m, c) ||
		handsOver(m, c) ||
		trainsInLibrary(m, c)
}

// otherCommand recognises main.py test: the first word after a script that is Lightning's command line, or that has a
// command to train beside it, says what it does.
func otherCommand(m *python.Module, l *launch.Launch) bool {
	words := l.Arguments.Positional
	if len(words) == 0 || !words[0].Known {
		return false
	}
	if besideTraining(m, words[0].Text) {
		return true
	}
	if !knowledge.AsksOtherwise(words[0].Text) {
		return false
	}
	if slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool { return isCommandLine(m, c) }) {
		return true
	}
	named := func(word string) bool {
		return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return len(c.Args) > 0 && knowledge.NamesCommand(m.Resolve(c.Func), c.MethodName()) && isText(c.Args[0].Value, word)
		})
	}
	return named(words[0].Text) && named("train")
}

// besideTraining reports whether a word names a command of a script, by the name of the function that does it, which
// says nothing of training, where that of another one does: download-data beside train of one typer or click
// application.
func besideTraining(m *python.Module, word string) bool {
	if knowledge.SaysTraining(word) {
		return false
	}
	trains, found := false, false
	for _, s := range m.Body {
		f, ok := s.(*python.Function)
		if !ok {
			continue
		}
		for _, d := range f.Decorators {
			name, ok := commandOf(f, d.Value)
			if !ok {
				continue
			}
			trains = trains || knowledge.SaysTraining(name)
			found = found || strings.ReplaceAll(name, "_", "-") == strings.ReplaceAll(word, "_", "-")
		}
	}
	return trains && found
}

// commandOf is the name of the command that a decorator makes of a function: @app.command(), @cli.command("name").
func commandOf(f *python.Function, decorator python.Expr) (name string, ok bool) {
	called, isCall := decorator.(*python.Call)
	if isCall {
		decorator = called.Func
	}
	at, isAttribute := decorator.(*python.Attribute)
	if !isAttribute || at.Attr != "command" {
		return "", false
	}
	if isCall {
		for _, a := range called.Args {
			if s, isString := a.Value.(*python.String); isString && s.Known && (a.Name == "" || a.Name == "name") {
				return s.Text, true
			}
		}
	}
	return f.Name, true
}

func isText(e python.Expr, text string) bool {
	s, ok := e.(*python.String)
	return ok && s.Known && s.Text == text
}

// isCommandLine recognises Lightning's command line, or a class of the script that inherits from it.
func isCommandLine(m *python.Module, c *python.Call) bool {
	if !mentionsCommandLine(m) {
		return false
	}
	if class, ok := m.Definition(c.Func).(*python.Class); ok {
		return slices.ContainsFunc(m.BaseNames(class), knowledge.IsLightningCLI)
	}
	return knowledge.IsLightningCLI(m.Resolve(c.Func))
}

type commandLineKey struct{}

// mentionsCommandLine reports whether Lightning's command line stands in a file at all: of most calls nothing more is
// asked.
func mentionsCommandLine(m *python.Module) bool {
	return m.Keep(commandLineKey{}, func() any { return knowledge.SaysLightningCLI(m.File.Text) }).(bool)
}

// handsOver recognises accelerator.prepare(model, optimizer, …) of a script that makes the optimizer: it trains,
// wherever its step stands.
func handsOver(m *python.Module, c *python.Call) bool {
	if c.MethodName() != "prepare" || len(c.Args) < 2 || len(m.Calls("accelerate.Accelerator")) == 0 {
		return false
	}
	return slices.ContainsFunc(
		m.AllCalls(),
		func(one *python.Call) bool { return optimizerClasses[m.Resolve(one.Func)][0] != "" },
	)
}

// startsNamed recognises trainer.fit(…) of a script that Hydra starts: the Trainer is made of what its config names.
func startsNamed(m *python.Module, c *python.Call) bool {
	if c.MethodName() != "fit" || !bytes.Contains(m.File.Text, []byte("hydra.main")) {
		return false
	}
	return strings.Contains(strings.ToLower(python.PathText(c.Receiver())), "trainer")
}

// isLightning recognises Lightning's Trainer and Fabric.
func isLightning(path string) bool { return knowledge.IsLightning(path) }

// isScript reports whether a file does something when it is run: a main guard,
// or a call at the top level.
func isScript(m *python.Module) bool {
	return slices.ContainsFunc(m.Body, func(s python.Stmt) bool {
		switch s := s.(type) {
		case *python.ExprStmt:
			_, calls := s.Value.(*python.Call)
			return calls
		case *python.Assign: // cli = LightningCLI(…)
			c, calls := s.Value.(*python.Call)
			return calls && isCommandLine(m, c)
		case *python.Try:
			if slices.ContainsFunc(s.Body, func(one python.Stmt) bool { return callsOwn(m, one) }) {
				return true
			}
		}
		return loopsWhenRun(s)
	})
}

// callsOwn recognises main() of a function of the file, which people put into a try statement at the top of a script.
// Other calls stand there in modules as well: try: set_start_method("spawn").
func callsOwn(m *python.Module, s python.Stmt) bool {
	e, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*python.Call)
	if !ok {
		return false
	}
	_, own := m.Definition(c.Func).(*python.Function)
	return own
}

// loopsWhenRun reports whether a statement of a script is its main guard or a loop, or holds one: if args.train:
func loopsWhenRun(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.If:
		return mentionsMain(s.Test) || slices.ContainsFunc(s.Body, loopsWhenRun) || slices.ContainsFunc(s.Else, loopsWhenRun)
	case *python.With:
		return slices.ContainsFunc(s.Body, loopsWhenRun)
	case *python.Try:
		return slices.ContainsFunc(s.Body, loopsWhenRun)
	case *python.For, *python.While:
		return true
	}
	return false
}

func mentionsMain(e python.Expr) bool {
	for n := range python.All(e) {
		if s, ok := n.(*python.String); ok && s.Text == "__main__" {
			return true
		}
	}
	return false
}
