package config

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// UseCacheTraining is use-cache-training.
var UseCacheTraining = &rules.Rule{
	Name:     "use-cache-training",
	Group:    rules.Config,
	Severity: rules.Warning,
	Page:     page("use-cache-training"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words:    []string{"use_cache"},
	Check:    checkUseCacheTraining,
}

func checkUseCacheTraining(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		checkpointing, on := a.on("gradient_checkpointing")
		if !on {
			continue
		}
		if a.call == nil {
			if cache, ok := a.on("use_cache"); ok {
				d := rules.Diagnostic{Severity: rules.Warning, File: cache.File.Path, Span: span(cache), Message: cacheMessage,
					Notes: []rules.NotePlace{note(checkpointing, "checkpointing is switched on here")}}
				if cache.Entry != nil && cache.Entry.Value.Kind == config.Scalar {
					d.Fixes = configedit.Set(cache.Entry.Value, "false").Fixes("set use_cache to false", fixes.Safe)
				}
				p.Report(d)
			}
			continue
		}
		loadedWithCache(p, checkpointing.Span.Start)
		return
	}
}

const cacheMessage = "use_cache is true while the model trains with gradient checkpointing: the cache is never read, most models drop it with a warning and some raise a shape error"

func loadedWithCache(p *rules.Pass, checkpointing int) {
	for _, c := range p.Python.AllCalls() {
		if c.MethodName() != "from_pretrained" || !knowledge.GeneratesText(p.Python.Resolve(c.Receiver())) {
			continue
		}
		cache := p.Python.Argument(c, "use_cache", -1)
		if cache.Direct == nil || !p.Python.IsTrue(cache.Value) {
			continue
		}
		var list []fixes.Fix
		if _, literal := cache.Value.(*python.Constant); literal {
			list = pyedit.New(p.Python).SetArgument(cache.Direct, "False").Fixes("set use_cache to False", fixes.Safe)
		}
		p.At(cache.Direct, cacheMessage, []rules.NotePlace{{File: p.File.Path,
			Span: p.File.LineSpan(p.File.LineOf(checkpointing)), Message: "checkpointing is switched on here"}}, list...)
	}
}
