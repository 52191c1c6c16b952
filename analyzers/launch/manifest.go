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
	flowScript   = regexp.MustCompile(`"-l?c"\s*,\s*"([^"\\]*)"\s*\]\s*$`)
)

// IsManifest reports whether a file describes to Kubernetes what runs in containers: pods, jobs and what makes them.
func IsManifest(p string, text []byte) bool {
	ext := path.Ext(p)
	return (ext == ".yml" || ext == ".yaml") && bytes.Contains(text, []byte("containers:")) && manifestKind.Match(text)
}

// readManifest follows the shell text that the containers of a manifest run, each as its own shell: a block in the list below
// command or args, and the text behind "-c" in a list on one line.
func readManifest(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	for n := 1; n <= f.LineCount(); n++ {
		line := f.LineSpan(n)
		m := commandKey.FindStringSubmatchIndex(f.Slice(line))
		if m == nil {
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
