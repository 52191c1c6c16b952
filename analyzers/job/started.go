package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// started is how a command starts a script. A script that nothing launches is started without arguments.
func started(l *launch.Launch, script string, launcher func(variable string) (*run.Located, bool)) *library.Launch {
	if l == nil {
		return &library.Launch{Script: script, Alone: true}
	}
	file := l.Command.File
	open := l.Arguments.Open &&
		(launch.IsNotebook(file.Path) || slices.ContainsFunc(l.Arguments.Variables(), knowledge.NamesOptions))
	out := &library.Launch{Script: l.Target.Text, Open: open, Commanded: true}
	out.Environment = func(name string) (*run.Located, bool) {
		w, set := l.Command.Env[name]
		switch {
		case !set:
			return launcher(name)
		case !w.Known:
			return nil, true
		}
		return &run.Located{Value: run.Str(w.Text), Origin: Place{File: file, Span: w.Origin, Key: name}}, true
	}
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

// withFiles puts the words of the files that a command line names for more of them in their places, as absl's
// --flagfile and an argparse parser with fromfile_prefix_chars="@" do. What a file says that is not there is not known.
func withFiles(out *library.Launch, l *launch.Launch, w *Workspace, script *source.File) *library.Launch {
	flags, prefixed := knowledge.ReadsFlagFiles(script.Text), knowledge.ReadsWordFiles(script.Text)
	var words []library.Word
	for i := 0; i < len(out.Words); i++ {
		word := out.Words[i]
		name, ok := strings.CutPrefix(word.Text, "@")
		ok = ok && prefixed
		if rest, is := strings.CutPrefix(strings.TrimLeft(word.Text, "-"), "flagfile"); flags && is && word.Text[0] == '-' {
			name, ok = strings.TrimPrefix(rest, "="), true
			if rest == "" && i+1 < len(out.Words) {
				i++
				name = out.Words[i].Text
			}
		}
		if !ok {
			words = append(words, word)
			continue
		}
		file := w.named(l.Command, name)
		if file == nil {
			out.Open = true
			continue
		}
		words = append(words, wordsIn(file)...)
	}
	out.Words = words
	return out
}

// wordsIn are the lines of a file, each a word.
func wordsIn(file *source.File) (words []library.Word) {
	for n := 1; n <= file.LineCount(); n++ {
		span := file.LineSpan(n)
		line := file.Slice(span)
		span.Start += len(line) - len(strings.TrimLeft(line, " \t"))
		line = strings.TrimSpace(line)
		if span.End = span.Start + len(line); line == "" || line[0] == '#' {
			continue
		}
		word := library.Word{Text: line, Known: true, Origin: Place{File: file, Span: span}}
		if i := strings.IndexByte(line, '='); i >= 0 {
			behind := source.Span{Start: span.Start + i + 1, End: span.End}
			word.Behind = &library.Word{Text: line[i+1:], Known: true, Origin: Place{File: file, Span: behind}}
		}
		words = append(words, word)
	}
	return words
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
