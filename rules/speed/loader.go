// Package speed holds the rules about what makes training slower than it has to
// be: data loading, synchronisation with the GPU, debugging aids left on.
package speed

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// loaderNames are the classes that take DataLoader's parameters in its order.
var loaderNames = []string{
	"torch.utils.data.DataLoader",
	"torchdata.stateful_dataloader.StatefulDataLoader",
}

// Positions of DataLoader's parameters, as in torch 1.7 to 2.9. Those behind
// multiprocessing_context and generator are keyword-only.
const (
	datasetPosition      = 0
	batchSizePosition    = 1
	samplerPosition      = 3
	batchSamplerPosition = 4
	workersPosition      = 5
	collatePosition      = 6
	pinMemoryPosition    = 7
	contextPosition      = 11
	keywordOnly          = -1
)

// loading is one call that decides how batches are loaded, in the parameter
// names of DataLoader; those of HF's arguments carry the prefix dataloader_.
type loading struct {
	m      *python.Module
	call   *python.Call
	prefix string
}

// loadings lists the calls that decide how batches are loaded.
func loadings(p *rules.Pass) []loading {
	var list []loading
	for _, c := range p.Python.Calls(loaderNames...) {
		list = append(list, loading{m: p.Python, call: c})
	}
	for _, c := range p.Python.AllCalls() {
		if knowledge.IsTrainingArguments(p.Python.Resolve(c.Func)) {
			list = append(list, loading{m: p.Python, call: c, prefix: "dataloader_"})
		}
	}
	return list
}

// argument is what the call passes for a parameter of DataLoader.
func (l loading) argument(name string, position int) python.Argument {
	if l.prefix != "" {
		position = keywordOnly
	}
	return l.m.Argument(l.call, l.prefix+name, position)
}

// what is how the call names itself in messages.
func (l loading) what() string {
	if l.prefix != "" {
		path := l.m.Resolve(l.call.Func)
		return path[strings.LastIndexByte(path, '.')+1:]
	}
	return "the DataLoader"
}

func (l loading) text(n python.Node) string { return l.m.File.Slice(n.Span()) }
