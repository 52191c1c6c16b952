package main

import "strings"

// ruleText is the file of a new rule, pageText its page. Every TODO is one that a test asks for.
func ruleText(name, group string) string { return fill(ruleTemplate, name, group) }

func pageText(name, group string) string { return fill(pageTemplate, name, group) }

func fill(template, name, group string) string {
	return strings.NewReplacer("GROUP", group, "CAPITAL", strings.ToUpper(group[:1])+group[1:],
		"NAME", name, "RULE", goName(name), "~", "`").
		Replace(template)
}

const ruleTemplate = `package GROUP

import "github.com/trainlint/trainlint/rules"

// RULE finds TODO.
var RULE = &rules.Rule{
	Name:     "NAME",
	Group:    rules.CAPITAL,
	Severity: rules.Warning,
	Page:     page("NAME"),
	On:       rules.PythonFile,
	Words:    []string{"TODO: bytes without which it cannot fire"},
	Check:    checkRULE,
}

func checkRULE(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.TODO") {
		p.At(c, "TODO: what is wrong here, what it costs, what to do", nil)
	}
}
`

const pageTemplate = `# NAME

TODO: one line, lower case, no full stop

## What it flags

TODO

## Why it matters

TODO: what it costs, in bytes, seconds or a wrong result.

## Example

~~~python bad
TODO
~~~

~~~python good
TODO
~~~

## When it is fine

TODO: every line here is a silent case.

## Fix safety

TODO

## Sources

TODO: the documentation or the source file that says so, with its version.
`
