package deps

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// readSetupCfg reads install_requires and extras_require of setup.cfg.
func readSetupCfg(c *collector) {
	section, rank, open := "", Declared, false
	f := c.file
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		line := f.Slice(span)
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case trimmed[0] == '[':
			section, open = strings.Trim(trimmed, "[]"), false
		case line[0] != ' ' && line[0] != '\t':
			key, value, _ := strings.Cut(trimmed, "=")
			key = strings.TrimSpace(key)
			open = section == "options" && key == "install_requires" || section == "options.extras_require"
			rank = Declared
			if section == "options.extras_require" {
				rank = Optional
			}
			if open {
				c.addText(value, rank, span)
			}
		case open:
			c.addText(trimmed, rank, span)
		}
	}
}

var (
	// literalRequirement is a string literal that is nothing but a requirement with bounds.
	literalRequirement = pattern.New(
		`["']([A-Za-z][A-Za-z0-9._-]*(?:\[[A-Za-z0-9_,-]+\])?\s*(?:(?:===?|~=|!=|>=?|<=?)\s*v?[0-9][\w.*+!]*\s*,?\s*)+(?:;[^"'\n]*)?)["']`,
	)
	// bareRequirement is one without bounds, taken only inside install_requires.
	bareRequirement = pattern.New(`["']([A-Za-z][A-Za-z0-9._-]*)["']`)
	installRequires = pattern.New(`install_requires\s*=\s*\[([^\]]*)\]`)
	extrasBlock     = pattern.New(`extras(?:_require)?\s*(?:\[[^\]]*\])?\s*\+?=\s*[\[{]`)
)

// readSetupPy reads requirement literals. A setup.py is a program; only what
// stands there word for word is taken, wherever it stands: lists are often
// built from a table above the setup() call.
func readSetupPy(c *collector) {
	f := c.file
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		line := f.Slice(span)
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		rank := Declared
		if extrasBlock.MatchString(line) {
			rank = Optional
		}
		for _, m := range literalRequirement.Regexp().FindAllStringSubmatchIndex(line, -1) {
			c.addText(
				strings.TrimRight(line[m[2]:m[3]], ", "),
				rank,
				source.Span{Start: span.Start + m[2], End: span.Start + m[3]},
			)
		}
	}
	for _, block := range installRequires.Regexp().FindAllSubmatchIndex(f.Text, -1) {
		for _, m := range bareRequirement.Regexp().FindAllSubmatchIndex(f.Text[block[2]:block[3]], -1) {
			span := source.Span{Start: block[2] + m[2], End: block[2] + m[3]}
			c.addText(f.Slice(span), Declared, span)
		}
	}
}
