package job

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// libraryTraining is the library whose object a call tells to train, and the call that made the object where the file
// shows it; "" for any other call.
func libraryTraining(m *python.Module, c *python.Call) (library string, made *python.Call) {
	method := c.MethodName()
	if !knowledge.MayTrainInLibrary(method) {
		return "", nil
	}
	class := m.TypeOf(c.Receiver())
	if own := m.ClassOf(c.Receiver()); own != nil {
		i := slices.IndexFunc(m.BaseNames(own), func(base string) bool { return knowledge.LibraryTrainer(base, method) })
		if i < 0 {
			return likelyTraining(m, c), nil
		}
		class = m.BaseNames(own)[i]
	}
	if made, _ = m.OnlyValue(c.Receiver()).(*python.Call); class == "" && made != nil {
		class = m.Resolve(made.Func)
	}
	if !knowledge.LibraryTrainer(class, method) {
		if library = likelyTraining(m, c); library != "" {
			return library, made
		}
		if class != "" || !knowledge.StarTrainer(method) || !bytes.Contains(m.File.Text, []byte("fastai")) {
			return "", nil
		}
		class = "fastai."
	}
	library, _, _ = strings.Cut(class, ".")
	return library, made
}

func trainsInLibrary(m *python.Module, c *python.Call) bool {
	library, _ := libraryTraining(m, c)
	return library != ""
}

// likelyTraining is the library that a call seems to have train one of its objects, "" for none.
func likelyTraining(m *python.Module, c *python.Call) string {
	var named []string
	for _, a := range c.Args {
		if named = append(named, a.Name); a.Star == 2 {
			named = append(named, "**")
		}
	}
	on := python.PathText(c.Receiver())
	return knowledge.LikelyTraining(c.MethodName(), on, named, len(c.Args), func(pkg string) bool {
		return m.ImportsFrom(func(module string) bool { root, _, _ := strings.Cut(module, "."); return root == pkg })
	})
}

// readLibraryTraining takes what the call that starts a library's training says, and the constructor of its object.
// What is not said there is the library's to decide.
func (j *Job) readLibraryTraining(p *Program) {
	before := map[dialect.Field]string{}
	for _, c := range p.Module().AllCalls() {
		library, made := libraryTraining(p.Module(), c)
		if library == "" {
			continue
		}
		if p.NeverRuns(c) {
			continue
		}
		if name := knowledge.LibraryDialect(library); name != "" {
			j.readInDialect(p, c, name)
			continue
		}
		here := map[dialect.Field]string{}
		if made != nil {
			j.assumePlain(p, made, library)
		}
		for _, call := range []*python.Call{made, c} {
			if call == nil {
				continue
			}
			list, _ := p.keywords(call)
			for _, a := range list {
				field := dialect.Field(knowledge.LibraryField(library, a.key))
				if knowledge.CutsBatch(a.key) && !a.value.IsNone() { // what a batch is said to hold is more than one pass takes
					j.doubt(dialect.MicroBatch, byScript+1)
					j.doubt(dialect.Accumulation, byScript+1)
				}
				if n, _ := a.value.Number(); field != "" && n > 0 {
					j.claim(field, a.value.Text(), j.rankOf(a.value), library, a.value)
					here[field] = a.value.Text()
				}
			}
		}
		for field, text := range here {
			if other, said := before[field]; said && other != text { // it trains twice, and not alike
				j.doubt(field, byScript+1)
			}
			before[field] = text
		}
	}
}

// assumePlain takes the trainer of a library that nothing tells to cast as one that computes in fp32.
func (j *Job) assumePlain(p *Program, made *python.Call, library string) {
	keyword := knowledge.CastsBy(p.Module().Resolve(made.Func))
	if keyword == "" {
		return
	}
	if v, presence := p.Argument(made, keyword, -1); presence == python.Absent || presence == python.Given && v.IsNone() {
		j.assume(dialect.Precision, "fp32", library)
	}
}

// readInDialect takes what a library's method of training is given in the library's words, what its model is made of,
// and what stands in files and nodes beside it.
func (j *Job) readInDialect(p *Program, c *python.Call, name string) {
	list, whole := p.keywords(c)
	for _, a := range list {
		whole = whole && a.key != "cfg"
	}
	if made := p.Value(c.Receiver()).made(); made != nil {
		list = append(modelOf(p, made), list...)
	}
	j.readArguments(name, list, whole, func(a argument) string { return name + "'s " + a.key })
	if !whole {
		j.doubt(dialect.GPUs, byUnread)
	}
	switch Framework(name) {
	case Detectron2:
		j.readNodes(p, c)
	case SpeechBrain:
		j.readHyperpyyaml()
	}
}

// libraryFramework is the library that trains for the script, "" where none does.
func libraryFramework(m *python.Module) Framework {
	for _, c := range m.AllCalls() {
		if library, _ := libraryTraining(m, c); library != "" {
			return Framework(library)
		}
	}
	return ""
}

// onlyImports reports whether a script that imports the module in which a library trains never comes there: a service
// that could train starts no training, and a tool of the same package does something else.
func (j *Job) onlyImports() bool {
	if j.Entry == nil || libraryFramework(j.Program.Module()) == "" ||
		slices.ContainsFunc(
			j.Program.Module().AllCalls(),
			func(c *python.Call) bool { return c.MethodName() == "backward" },
		) {
		return false
	}
	e := j.Program.run
	e.ran()
	return !e.cut && !e.trainsLibrary
}

// reachesLibrary reports whether a run came to a call by which a library trains.
func reachesLibrary(m *run.Machine) bool {
	return slices.ContainsFunc(m.Trace.Calls, func(c *run.Call) bool {
		return c.Node != nil && c.Unit != nil && trainsInLibrary(c.Unit.Module, c.Node)
	})
}

// modelOf is the model that the object of a library is made of, as an argument; none where that is not known.
func modelOf(p *Program, made *run.Call) []argument {
	if !slices.ContainsFunc(
		run.Alternatives(made.Callee),
		func(v run.Value) bool { return knowledge.ModelOf(symbolOf(run.Bare(v))) },
	) {
		return nil
	}
	v, _ := made.Argument("model", 0)
	if v == nil {
		v, _ = made.Argument("model_name_or_path", 0)
	}
	if v == nil {
		v, _ = made.Argument("model_name", 0)
	}
	model := p.run.found(v)
	if v == nil {
		model = p.encoderOf(made)
	}
	if _, ok := model.Str(); !ok {
		return nil
	}
	return []argument{{"model", model, model.Place.File, model.Place.Span, model.Place.Span}}
}

// encoderOf is the name that the first module of a sentence encoder is made of:
// SentenceTransformer(modules=[models.Transformer(name), …]).
func (p *Program) encoderOf(made *run.Call) Found {
	v, _ := made.Argument("modules", 1)
	if v == nil {
		return Found{}
	}
	items := p.run.found(v).Items
	if len(items) == 0 {
		return Found{}
	}
	first, ok := run.Bare(items[0].Value).(*run.Object)
	if !ok || first.Made == nil || !knowledge.IsSentenceEncoder(symbolOf(first.Made.Callee)) {
		return Found{}
	}
	name, _ := first.Made.Argument("model_name_or_path", 0)
	if name == nil {
		return Found{}
	}
	return p.run.found(name)
}

// readNodes takes what a script sets in the nodes of detectron2's config: cfg.SOLVER.IMS_PER_BATCH = 2. A file that is
// merged later may change it, cfg.merge_from_file(args.config_file), and so may words of the command,
// cfg.merge_from_list(args.opts).
func (j *Job) readNodes(p *Program, starts *python.Call) {
	m := p.run.ran()
	begins := 0 // what is set later is for what comes after the training
	var way []run.Literal
	for _, c := range p.calls(starts) {
		if c.Seq >= begins {
			begins, way = c.Seq, c.Gates
		}
	}
	merged := func(after int, by func(method string) bool) bool {
		return slices.ContainsFunc(m.Trace.Calls, func(c *run.Call) bool {
			method, ok := run.Bare(c.Callee).(*run.Member)
			return ok && c.Seq > after && (begins == 0 || c.Seq < begins) && by(method.Name)
		})
	}
	merges := j.nodeFiles(p, begins, way)
	var list []argument
	for _, s := range m.Trace.Stores {
		target, ok := s.Node.(*python.Attribute)
		if !ok || s.Name != target.Attr || begins > 0 && s.Seq > begins {
			continue
		}
		parts := strings.Split(python.PathText(target), ".")
		if len(parts) < 3 {
			continue
		}
		key := strings.Join(parts[len(parts)-2:], ".")
		if len(parts) > 3 && knowledge.IsNodePath(strings.Join(parts[len(parts)-3:], ".")) {
			key = strings.Join(parts[len(parts)-3:], ".")
		}
		if !knowledge.IsNodePath(key) {
			continue
		}
		v := p.run.found(s.New)
		if offTheWay(s.Gates, way) || guessed(s.Caller) {
			v = Found{}
		}
		switch words := merged(s.Seq, knowledge.MergesWords); {
		case slices.ContainsFunc(merges, func(f nodeFile) bool { return f.seq > s.Seq && !f.perhaps && f.says(key) }):
			continue // the file that is merged later decides it
		case slices.ContainsFunc(merges, func(f nodeFile) bool { return f.seq > s.Seq && !f.whole() }),
			words && j.Launch == nil:
			v = Found{Default: true}
		case words:
			v.Default = true
		}
		list = append(list, argument{key, v, s.Unit.Module.File, target.Span(), target.Span()})
	}
	j.readNodeFiles(merges)
	j.readWords("detectron2", list, func(a argument) string { return "cfg." + a.key })
	if j.Launch != nil {
		j.readWords(
			"detectron2",
			append(flagArguments(j.Launch.Arguments, j.Launch.Command.File), pairArguments(j.Launch)...),
			flagName,
		)
	}
	if len(p.Module().Calls("detectron2.engine.launch")) > 0 {
		if _, said := j.flag("num_gpus"); !said {
			j.doubt(dialect.GPUs, byUnread)
		}
	}
}

// flag is an option of the job's command.
func (j *Job) flag(name string) (Found, bool) {
	if j.Launch == nil {
		return Found{}, false
	}
	f, ok := j.Launch.Arguments.Flag(name)
	if !ok {
		return Found{}, false
	}
	w, _ := f.Value()
	return ofWord(w, j.Launch.Command.File, "--"+name), true
}

// readHyperpyyaml takes what SpeechBrain's recipe says, the file that its script is given, and the options that change
// keys of it.
func (j *Job) readHyperpyyaml() {
	d := j.recipe()
	if d == nil {
		return
	}
	j.addFile(d.File.Path)
	r := dialect.ReadAs(dialect.Named("speechbrain"), dialect.Certain, d)
	j.Config = r
	j.read(r, byConfig, d.File.Path)
	if j.Launch == nil {
		return
	}
	var list []argument
	for _, flag := range flagArguments(j.Launch.Arguments, j.Launch.Command.File) {
		list = append(list, flag)
		for _, pair := range r.Pairs { // !ref <batch_size> is what the option says
			if e := pair.Entry; e != nil && e.Value != nil && e.Value.Kind == config.Scalar &&
				strings.TrimSpace(e.Value.Text) == "<"+flag.key+">" {
				of := flag
				of.key = pair.Key
				list = append(list, of)
			}
		}
	}
	j.readWords("speechbrain", list, flagName)
}

// recipe is the file that a script of SpeechBrain is given, or the only one that it opens and that is a recipe.
func (j *Job) recipe() (d *config.Document) {
	w := j.Program.run.w
	if j.Launch != nil && len(j.Launch.Arguments.Positional) > 0 {
		return w.Config(j.Launch.Command, j.Launch.Arguments.Positional[0])
	}
	for _, c := range j.Program.run.ran().Trace.Calls {
		if callee, ok := run.Bare(c.Callee).(run.Symbol); !ok || callee != "open" {
			continue
		}
		v, _ := c.Argument("file", 0)
		name, ok := j.Program.run.found(v).Str()
		if !ok {
			continue
		}
		one := w.opened(name, j.Launch, j.Program.run.entry.File().Path)
		if one == nil {
			continue
		}
		if r := dialect.Read(one); r == nil || r.Dialect.Name != "speechbrain" {
			continue
		}
		if d != nil && d != one {
			return nil
		}
		d = one
	}
	return d
}
