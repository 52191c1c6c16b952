package model

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// hubOfTorchvision is the repository that torch.hub takes torchvision's models from; a tag may stand behind it.
const hubOfTorchvision = "pytorch/vision"

// forHub are the arguments of torch.hub.load that its models are not given.
var forHub = map[string]bool{
	"repo_or_dir": true, "model": true, "source": true, "trust_repo": true, "force_reload": true, "verbose": true,
	"skip_validation": true,
}

// loadFromHub is torch.hub.load(repository, model, …): of torchvision's repository, the function of that name in
// torchvision.models, with what stands behind the name.
func (l *library) loadFromHub(m *exact.Machine, a exact.Args) exact.Value {
	at, _ := a.Get(0, "repo_or_dir").(string)
	name, _ := a.Get(1, "model").(string)
	if repository, _, _ := strings.Cut(at, ":"); repository != hubOfTorchvision || name == "" ||
		a.Or(-1, "source", "github") != exact.Value("github") {
		return m.Unknown("torch.hub.load: what lies elsewhere")
	}
	given := exact.Args{Pos: a.Rest(2).Pos}
	for _, k := range a.Kw {
		if !forHub[k.Name] {
			given.Kw = append(given.Kw, k)
		}
	}
	for _, home := range []string{"torchvision.models.", "torchvision.models.segmentation."} {
		made := l.Lookup(m, home+name)
		if _, unknown := made.(*exact.Unknown); made != nil && !unknown {
			return m.Call(made, given)
		}
	}
	return m.Unknown("torch.hub.load: what lies elsewhere")
}
