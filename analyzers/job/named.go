package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// copiesOfOne is the hub id where a script takes a copy of a model that somebody may have put on the disk, and the
// hub's otherwise: both are called alike, so it is the same model whichever it finds. So it is where the name is looked
// for on the disk and given on as a path: (str(Path(name).expanduser()) if local else name). Any other name is left as
// it is.
func (p *Program) copiesOfOne(f Found) Found {
	choice, ok := f.Value.(*run.Choice)
	if !ok {
		return f
	}
	id, called := f, ""
	for _, a := range choice.Alternatives {
		one := p.run.found(a.Value)
		name, ok := one.Str()
		if !ok {
			name, ok = library.PathOf(a.Value)
			one.Value = run.Str(name)
		}
		if !ok || called != "" && modelCalled(name) != called {
			return f
		}
		called = modelCalled(name)
		if isHubID(name) {
			id = one
		}
	}
	return id
}

// modelCalled is what a model is called without whose it is and where it lies: the last folder or, in a cache of the
// hub, the name in models--OWNER--NAME/snapshots/HASH.
func modelCalled(name string) string {
	folders := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '/' || r == '\\' })
	for _, folder := range folders {
		if cached, ok := strings.CutPrefix(folder, "models--"); ok {
			parts := strings.Split(cached, "--")
			return parts[len(parts)-1]
		}
	}
	if len(folders) == 0 {
		return ""
	}
	return folders[len(folders)-1]
}

// foldersOfModels are what people call folders, and nobody an owner on the hub.
var foldersOfModels = []string{
	"model",
	"models",
	"checkpoint",
	"checkpoints",
	"pretrained",
	"weights",
	"cache",
	"data",
	"output",
	"outputs",
}

// isHubID recognises OWNER/NAME.
func isHubID(name string) bool {
	owner, model, ok := strings.Cut(name, "/")
	return ok && owner != "" && model != "" && !strings.ContainsAny(model, "/\\") &&
		!strings.ContainsAny(owner, ".~$\\") &&
		!slices.Contains(foldersOfModels, strings.ToLower(owner))
}
