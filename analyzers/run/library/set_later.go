package library

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// setLater lists the keys of a config that the file of a call sets itself, each as the path behind the name of the
// config: cfg.train.bs = 8. What refers to such a key says something else behind that line, and who reads it where is
// not asked.
func setLater(c *run.Call) (paths []string) {
	if c.Unit == nil || c.Unit.Module == nil {
		return nil
	}
	note := func(target python.Expr) {
		if path := pathBehind(target); path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for n := range python.AllIn(c.Unit.Module.Body) {
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				note(t)
			}
		case *python.AugAssign:
			note(n.Target)
		}
	}
	return paths
}

// pathBehind is the path of a key behind the name that it starts from, "" where it is none of a config: train.bs of
// cfg.train.bs and of cfg["train"]["bs"].
func pathBehind(target python.Expr) string {
	text := strings.NewReplacer(`["`, ".", `"]`, "").Replace(python.PathText(target))
	root, path, _ := strings.Cut(text, ".")
	if root == "self" || root == "cls" {
		return ""
	}
	return path
}
