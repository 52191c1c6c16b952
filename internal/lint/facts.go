package lint

import (
	"bytes"
	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// facts are what the analyzers know about one file, computed once for all rules.
type facts struct {
	file   *source.File
	python *python.Module
	train  *train.Facts
	config *config.Document
	broken *problem // the first place that did not parse
}

// problem is a place that did not parse, and why if that is known.
type problem struct {
	at      source.Span
	message string
	whole   bool // all of the file is seen nevertheless
}

// analyse computes the facts of a file. Failing to read it at all is an error;
// a part of it that does not parse is a fact.
func analyse(
	kind discover.Kind,
	file *source.File,
	modules *imports.Finder,
	meter *budget.Meter,
) (f *facts, err error) {
	defer budget.Catch(&err)
	f = &facts{file: file}
	switch {
	case kind.IsPython():
		modules.Meter = meter
		module := modules.Parsed(file)
		if module == nil {
			if module, err = modules.Pool.Parse(file, meter); err != nil {
				return nil, err
			}
			modules.Keep(file.Path, module)
		}
		f.python, f.train = module, train.New(module, modules)
		if len(module.Errors) > 0 {
			f.broken = brokenPython(file, module.Errors[0])
		} else {
			f.broken = misplacedPython(file)
		}
	case kind.IsConfig():
		f.config = config.Parse(file)
		f.broken = brokenConfig(f.config)
	}
	return f, nil
}

// brokenConfig is why no program can load a config. A template is not broken:
// what is loaded is what comes out of it. Nor is a text of another kind under the name of JSON, an answer of a server
// that somebody kept.
func brokenConfig(document *config.Document) *problem {
	if document.Templated || !document.Has(config.Syntax) || ofAnotherKind(document) {
		return nil
	}
	for _, p := range document.Problems {
		if p.Kind == config.Syntax {
			if knowledge.IsPlaceholder(document.File.Text[document.File.LineSpan(document.File.LineOf(p.Span.Start)).Start:]) {
				return nil
			}
			return &problem{at: p.Span, message: p.Message}
		}
	}
	return nil
}

// ofAnotherKind reports whether a text is nothing that its file's name promises.
func ofAnotherKind(document *config.Document) bool {
	switch document.Format {
	case config.JSON:
		return !bytes.ContainsAny(document.File.Text, "{}[]")
	case config.YAML:
		return knowledge.BeginsWithSection(document.File.Text)
	}
	return false
}

// show fills in a pass with the facts its rule asks for.
func (f *facts) show(pass *rules.Pass) {
	pass.File = f.file
	pass.Python, pass.Train = f.python, f.train
	pass.Config = f.config
}
