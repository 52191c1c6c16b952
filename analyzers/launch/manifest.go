package launch

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

var (
	manifestKind = regexp.MustCompile(`(?m)^apiVersion:\s*\S`)
	commandKey   = regexp.MustCompile(`^(\s*(?:-\s+)?)(?:command|args):\s*(.*)$`)
	blockItem    = regexp.MustCompile(`^(\s*)-\s+([|>])[-+0-9]*\s*$`)
	listItem     = regexp.MustCompile(`^\s*-\s+(\S.*?)\s*$`)
	composeName  = regexp.MustCompile(`^(docker-)?compose([-.]\w+)*\.ya?ml$`)
	composed     = regexp.MustCompile(`(?m)^services:`)
	staged       = regexp.MustCompile(`(?m)^stages:`)
	flowScript   = regexp.MustCompile(`"-l?c"\s*,\s*"([^"\\]*)"\s*\]\s*$`)
)

// IsManifest reports whether a file describes what runs in containers: to Kubernetes, pods, jobs and what makes them, or to Docker's
// compose; or what DVC runs, stage by stage.
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

// words is a command that stands as a list of words in YAML, as the shell would have it: quotes mean about the same.
func words(f *source.File, list []source.Span) text {
	var out text
	for _, span := range list {
		if len(out) > 0 {
			out = append(out, cell{' ', int32(span.Start), 0})
		}
		out = append(out, ofFile(f, span)...)
	}
	return out
}

// flowWords are the items of a list on one line; nil where it is none, or one of another kind.
func flowWords(start int, value string) []source.Span {
	value = strings.TrimRight(value, " \t")
	if len(value) < 2 || value[0] != '[' || value[len(value)-1] != ']' {
		return nil
	}
	var list []source.Span
	quote, from := byte(0), 1
	for i := 1; i < len(value); i++ {
		switch b := value[i]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '[' || b == '{':
			return nil
		case b == ',' || i == len(value)-1:
			item := value[from:i]
			left := len(item) - len(strings.TrimLeft(item, " \t"))
			if trimmed := strings.TrimSpace(item); trimmed != "" {
				list = append(list, source.Span{Start: start + from + left, End: start + from + left + len(trimmed)})
			}
			from = i + 1
		}
	}
	return list
}

// composedCommand runs what stands behind command: in a file of compose: a line as in a shell, or a list of words.
func composedCommand(f *source.File, n int, m []int, value string, s *Script) {
	if value == "" {
		var list []source.Span
		for n++; n <= f.LineCount(); n++ {
			line := f.LineSpan(n)
			item := listItem.FindStringSubmatchIndex(f.Slice(line))
			if item == nil {
				break
			}
			list = append(list, source.Span{Start: line.Start + item[2], End: line.Start + item[3]})
		}
		newEvaluator(s).run(words(f, list))
		return
	}
	start := f.LineSpan(n).Start + m[4]
	switch {
	case value[0] == '|' || value[0] == '>':
		newEvaluator(s).run(blockScalar(f, n+1, m[3], value))
	case value[0] == '[':
		newEvaluator(s).run(words(f, flowWords(start, value)))
	default:
		if command := inline(f, f.LineSpan(n), m); command != nil {
			newEvaluator(s).run(command)
		}
	}
}

// readManifest follows the shell text that the containers of a manifest run, each as its own shell: a block in the list below
// command or args, and the text behind "-c" in a list on one line.
func readManifest(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	if isPipeline(f.Path) {
		readPipeline(s)
		return s
	}
	for n := 1; n <= f.LineCount(); n++ {
		line := f.LineSpan(n)
		m := commandKey.FindStringSubmatchIndex(f.Slice(line))
		if m == nil {
			continue
		}
		if IsCompose(f.Path) {
			composedCommand(f, n, m, f.Slice(source.Span{Start: line.Start + m[4], End: line.Start + m[5]}), s)
			continue
		}
		if value := f.Slice(source.Span{Start: line.Start + m[4], End: line.Start + m[5]}); value != "" {
			switch c := flowScript.FindStringSubmatchIndex(value); {
			case c != nil:
				start := line.Start + m[4]
				newEvaluator(s).run(ofFile(f, source.Span{Start: start + c[2], End: start + c[3]}))
			case value[0] == '|' || value[0] == '>':
				newEvaluator(s).run(blockScalar(f, n+1, m[3], value))
			}
			continue
		}
		for n < f.LineCount() {
			next := f.Slice(f.LineSpan(n + 1))
			inner := strings.TrimLeft(next, " ")
			if inner != "" && !strings.HasPrefix(inner, "- ") {
				break
			}
			n++
			item := blockItem.FindStringSubmatch(next)
			if item == nil {
				continue
			}
			block := blockScalar(f, n+1, len(item[1]), item[2])
			newEvaluator(s).run(block)
			for n < f.LineCount() && deeper(f.Slice(f.LineSpan(n+1)), len(item[1])) {
				n++
			}
		}
	}
	return s
}

// blockScalar is a block scalar, whose lines are one where it is folded.
func blockScalar(f *source.File, first, indent int, style string) text {
	block := indented(f, first, indent)
	if style[0] == '>' {
		for i := range block {
			if block[i].b == '\n' {
				block[i].b = ' '
			}
		}
	}
	return block
}

// deeper reports whether a line is part of the block below a key that is indented so far.
func deeper(line string, indent int) bool {
	inner := strings.TrimLeft(line, " ")
	return strings.TrimSpace(line) == "" || len(line)-len(inner) > indent
}
