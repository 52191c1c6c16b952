package job

import (
	"bytes"
	"path"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
)

// forwarded is the file that a script runs in its own stead, with the words of its command line: a file that was moved
// often leaves `runpy.run_module("pipeline.train", run_name="__main__")` behind. It is the script itself where nothing
// says so for sure.
func (w *Workspace) forwarded(l *launch.Launch, script string) string {
	f := w.file(script)
	if f == nil || !bytes.Contains(f.Text, []byte(knowledge.RunsFilesOf)) {
		return script
	}
	m := w.Module(script)
	if m == nil {
		return script
	}
	calls := m.Calls(knowledge.RunsModule, knowledge.RunsPath)
	if len(calls) != 1 || python.EnclosingFunction(calls[0]) != nil {
		return script
	}
	c := calls[0]
	first, as := m.Argument(c, "mod_name", 0), m.Argument(c, "run_name", 2)
	if as.Presence != python.Given || first.Presence != python.Given {
		return script
	}
	name, isText := m.Const(first.Value)
	if role, known := m.Const(as.Value); !known || role.Str != "__main__" || !isText || name.Str == "" {
		return script
	}
	to := ""
	if m.Resolve(c.Func) == knowledge.RunsModule {
		to = w.moduleFile(l.Command, name.Str)
	} else if next := path.Join(path.Dir(script), name.Str); w.exists(next) {
		to = next
	}
	if to == "" {
		return script
	}
	return to
}
