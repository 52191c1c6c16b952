package launch

import (
	"bytes"
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

var (
	manifestKind = pattern.New(`(?m)^apiVersion:\s*\S`)
	composeName  = pattern.New(`^(docker-)?compose([-.]\w+)*\.ya?ml$`)
	composed     = pattern.New(`(?m)^services:`)
	staged       = pattern.New(`(?m)^stages:`)
	scriptFlag   = pattern.New(`^-\w*c$`)
	bareWord     = pattern.New(`^[\w./:=,@%+-]+$`)
	joinsLines   = pattern.New(`^\\\r?\n[ \t]*`) // in double quotes
	parameter    = pattern.New(`\$\{[\w.\[\]-]*\}`)
)

// IsManifest reports whether a file describes what runs in containers: to Kubernetes, pods, jobs and what makes them,
// or to Docker's compose; or what DVC runs, stage by stage.
func IsManifest(p string, text []byte) bool {
	switch {
	case IsCompose(p):
		return composed.Match(text)
	case isPipeline(p):
		return staged.Match(text)
	}
	ext := path.Ext(p)
	return (ext == ".yml" || ext == ".yaml") && bytes.Contains(text, []byte("containers:")) && manifestKind.Match(text)
}

// IsCompose reports whether a file has the name of one of Docker's compose.
func IsCompose(p string) bool { return composeName.MatchString(path.Base(p)) }

// isPipeline recognises the file in which DVC keeps the stages of a pipeline.
func isPipeline(p string) bool { return path.Base(p) == "dvc.yaml" }

// readWorkflow follows every run: block of a GitHub workflow as its own shell.
func readWorkflow(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	eachMapping(f, func(keys map[string]*config.Node) {
		if block := scalarText(f, keys["run"]); block != nil {
			newEvaluator(s).run(blankExpressions(block))
		}
	})
	return s
}

// readManifest follows the shell text that containers and stages run, each as its own shell.
func readManifest(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	first, second := "command", "args" // Kubernetes
	switch {
	case isPipeline(f.Path):
		eachMapping(f, func(keys map[string]*config.Node) { stage(s, keys["cmd"]) })
		return s
	case IsCompose(f.Path):
		first, second = "entrypoint", "command"
	}
	eachMapping(f, func(keys map[string]*config.Node) { container(s, keys[first], keys[second]) })
	return s
}

// stage runs what a stage of DVC's does: one command, or several one after another.
func stage(s *Script, cmd *config.Node) {
	list := []*config.Node{cmd}
	if cmd != nil && cmd.Kind == config.Sequence {
		list = cmd.Items
	}
	for _, one := range list {
		if command := scalarText(s.File, one.Resolve()); command != nil {
			newEvaluator(s).run(withoutParameters(command))
		}
	}
}

// container runs what a container does: its program with its arguments, each of them a line as a shell has it or a list
// of words. Where one of the words is the text that a shell is given with -c, or the lines of a block, that is what is
// run.
func container(s *Script, program, arguments *config.Node) {
	var list []*config.Node
	for _, part := range []*config.Node{program, arguments} {
		switch {
		case part == nil:
		case part.Kind == config.Sequence:
			for _, item := range part.Items {
				item = item.Resolve()
				if item == nil || item.Kind != config.Scalar {
					return // no list of words
				}
				list = append(list, item)
			}
		default:
			if line := scalarText(s.File, part); line != nil {
				newEvaluator(s).run(line)
			}
		}
	}
	blocks := false
	for i, item := range list {
		if item.Style == config.Literal || item.Style == config.Folded || i > 0 && scriptFlag.MatchString(list[i-1].Text) {
			blocks = true
			newEvaluator(s).run(scalarText(s.File, item))
		}
	}
	// options alone are for a program that only the image knows
	if !blocks && len(list) > 0 && !strings.HasPrefix(list[0].Text, "-") {
		newEvaluator(s).run(words(s.File, list))
	}
}

// eachMapping visits the mappings of a file, with what their keys stand for.
func eachMapping(f *source.File, do func(keys map[string]*config.Node)) {
	var visit func(n *config.Node)
	visit = func(n *config.Node) {
		for _, item := range n.Items {
			visit(item)
		}
		if n.Kind != config.Mapping {
			return
		}
		keys := map[string]*config.Node{}
		for _, e := range n.Entries {
			keys[e.Key] = e.Value.Resolve()
		}
		do(keys)
		for _, e := range n.Entries {
			visit(e.Value)
		}
	}
	for _, root := range config.Parse(f).Roots {
		visit(root)
	}
}

// words is a command that stands as a list of words, as a shell would have it: in quotes where a word is more than one
// to it. Variables count in them, as compose replaces those.
func words(f *source.File, list []*config.Node) text {
	var out text
	for _, n := range list {
		if len(out) > 0 {
			out = append(out, cell{' ', -1, 0})
		}
		word := scalarText(f, n)
		if n.Style == config.Plain && bareWord.MatchString(n.Text) {
			out = append(out, word...)
			continue
		}
		opening, closing := int32(-1), int32(-1)
		if n.Style != config.Plain {
			opening, closing = int32(n.Span.Start), int32(n.Span.End-1)
		}
		out = append(out, cell{'"', opening, 0})
		for _, c := range word {
			if strings.IndexByte("\"\\`", c.b) >= 0 {
				out = append(out, cell{'\\', -1, 0})
			}
			out = append(out, c)
		}
		out = append(out, cell{'"', closing, 0})
	}
	return out
}

// scalarText is what a scalar says, byte for byte with the place where it is written; nil for what is none, and for an
// empty one.
func scalarText(f *source.File, n *config.Node) text {
	if n == nil || n.Kind != config.Scalar || n.Text == "" {
		return nil
	}
	at, end := n.Span.Start, len(f.Text)
	switch n.Style {
	case config.SingleQuoted, config.DoubleQuoted:
		at++
	case config.Literal, config.Folded: // behind the line of the | or >
		for at < end && f.Text[at] != '\n' {
			at++
		}
		at++
	}
	out := make(text, 0, len(n.Text))
	for i := 0; i < len(n.Text); i++ {
		c := n.Text[i]
		for n.Style == config.DoubleQuoted && joinsLines.Match(f.Text[at:end]) {
			at += len(joinsLines.Regexp().Find(f.Text[at:end]))
		}
		if !isSpace(c) {
			for at < end && isSpace(f.Text[at]) { // indentation
				at++
			}
		} else if c == '\n' || at < end && f.Text[at] != c { // a line break, behind blanks; to YAML most are one blank
			for next := at; next < end && isSpace(f.Text[next]); next++ {
				if f.Text[next] == '\n' {
					at = next
					break
				}
			}
		}
		written := at < end && (f.Text[at] == c || f.Text[at] == '\n' && isSpace(c))
		escaped := at < end && n.Style == config.DoubleQuoted && f.Text[at] == '\\'
		switch {
		case escaped: // \" and the like; behind a longer one the places are not known
			out = append(out, cell{c, int32(at), 0})
			at += 2
		case written:
			out = append(out, cell{c, int32(at), 0})
			at++
			if n.Style == config.SingleQuoted && c == '\'' {
				at++
			}
		default:
			out = append(out, cell{c, -1, 0})
		}
	}
	return out
}

// blankExpressions turns ${{ … }} into a variable that nobody sets.
func blankExpressions(t text) text {
	s := t.String()
	for at := 0; ; {
		start := strings.Index(s[at:], "${{")
		if start < 0 {
			return t
		}
		start += at
		length := strings.Index(s[start:], "}}")
		if length < 0 {
			return t
		}
		for at = start + 2; at < start+length+1; at++ {
			t[at].b = '_'
		}
	}
}

// withoutParameters turns ${train.lr}, which DVC takes from params.yaml, into a variable that nobody sets.
func withoutParameters(t text) text {
	for _, at := range parameter.Regexp().FindAllStringIndex(t.String(), -1) {
		for i := at[0] + 2; i < at[1]-1; i++ {
			if b := t[i].b; b == '.' || b == '-' || b == '[' || b == ']' {
				t[i].b = '_'
			}
		}
	}
	return t
}
