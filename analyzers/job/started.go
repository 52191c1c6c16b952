package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// started is how a command starts a script. A script that nothing launches is started without arguments.
func started(l *launch.Launch, script string, launcher func(variable string) (*run.Located, bool)) *library.Launch {
	if l == nil {
		return &library.Launch{Script: script}
	}
	file := l.Command.File
	out := &library.Launch{Script: l.Target.Text, Open: l.Arguments.Open && launch.IsNotebook(file.Path), Environment: func(name string) (*run.Located, bool) {
		w, set := l.Command.Env[name]
		switch {
		case !set:
			return launcher(name)
		case !w.Known:
			return nil, true
		}
		return &run.Located{Value: run.Str(w.Text), Origin: Place{File: file, Span: w.Origin, Key: name}}, true
	}}
	for _, w := range l.Arguments.All {
		word := wordOf(w, file)
		if i := strings.IndexByte(w.Text, '='); i >= 0 {
			behind := wordOf(w.Part(i+1, len(w.Text)), file)
			word.Behind = &behind
		}
		out.Words = append(out.Words, word)
	}
	return out
}

func wordOf(w launch.Word, file *source.File) library.Word {
	return library.Word{Text: w.Text, Known: w.Known, Origin: Place{File: file, Span: w.Origin}}
}

// launchedLibrary answers for what the launcher decides of library objects: accelerator.mixed_precision.
type launchedLibrary struct {
	library.Library
	decided func(m *run.Machine, o *run.Object, name string) run.Value
}

func (l launchedLibrary) Attribute(m *run.Machine, object run.Value, name string) run.Value {
	if o, ok := object.(*run.Object); ok {
		if v := l.decided(m, o, name); v != nil {
			return v
		}
	}
	return l.Library.Attribute(m, object, name)
}
