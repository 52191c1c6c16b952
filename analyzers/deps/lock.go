package deps

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// readTOMLLock reads the [[package]] tables of uv, poetry and pdm.
func readTOMLLock(c *collector) {
	packages := config.ParseAs(c.file, config.TOML).Get("package").Resolve()
	if packages == nil {
		return
	}
	for _, p := range packages.Items {
		name, version := p.Get("name"), p.Get("version")
		if name == nil || version == nil {
			continue
		}
		c.addText(name.Text+"=="+version.Text, Locked, version.Span)
	}
}

// readPipfileLock reads the default section, where "torch": {"version": "==2.1"}.
func readPipfileLock(c *collector) {
	for _, e := range entries(config.ParseAs(c.file, config.JSON).Get("default")) {
		if v := e.Value.Get("version"); v != nil {
			c.addText(e.Key+v.Text, Locked, v.Span)
		}
	}
}

// readPipfile reads [packages] and [dev-packages], where "*" is any version.
func readPipfile(c *collector) {
	root := config.ParseAs(c.file, config.TOML).Root()
	for key, rank := range map[string]Rank{"packages": Declared, "dev-packages": Optional} {
		for _, e := range entries(root.Get(key)) {
			v := e.Value.Resolve()
			if v != nil && v.Kind == config.Mapping {
				v = v.Get("version")
			}
			if v == nil {
				continue
			}
			c.addText(e.Key+strings.TrimPrefix(v.Text, "*"), rank, v.Span)
		}
	}
}

// readConda reads dependencies, with the pip list inside. What is no mapping and has requirements in its name is pip's
// own list, whatever its ending.
func readConda(c *collector) {
	parsed := config.ParseAs(c.file, config.YAML)
	if root := parsed.Root(); root != nil && root.Kind == config.Scalar &&
		strings.Contains(strings.ToLower(path.Base(c.file.Path)), "requirements") {
		readRequirements(c)
		return
	}
	list := parsed.Get("dependencies").Resolve()
	if list == nil {
		return
	}
	for _, item := range list.Items {
		item = item.Resolve()
		switch {
		case item == nil:
		case item.Kind == config.Mapping:
			c.list(item.Get("pip"), Declared)
		default:
			c.conda(item)
		}
	}
}

// conda declares one dependency of conda's.
func (c *collector) conda(n *config.Node) { c.addText(condaRequirement(n.Text), Declared, n.Span) }

// condaRequirement writes "pytorch::pytorch=2.1.0=py3.10_cuda", where = takes any 2.1.0.*, as a requirement.
func condaRequirement(text string) string {
	if i := strings.LastIndex(text, "::"); i >= 0 {
		text = text[i+2:]
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, " ", ""))
	i := strings.IndexAny(text, "=<>!~")
	if i < 0 {
		return text
	}
	name, version := text[:i], text[i:]
	if version[0] == '=' && !strings.HasPrefix(version, "==") {
		number, _, _ := strings.Cut(version[1:], "=")
		number = strings.TrimSuffix(strings.TrimSuffix(number, "*"), ".")
		version = "==" + number + ".*"
	}
	return name + version
}
