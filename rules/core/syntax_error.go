package core

import "github.com/trainlint/trainlint/rules"

// SyntaxError is reported once for a file that does not parse.
var SyntaxError = &rules.Rule{
	Name:     "syntax-error",
	Group:    rules.Core,
	Severity: rules.Warning,
	Summary:  "a file does not parse, the rules saw only part of it",
	Doc: `## What it flags

A Python file, notebook or config that does not parse. It is reported once, at
the first place that could not be read. The rules still run on the rest of the
file, but nothing in such a file is ever changed by ` + "`--fix`" + `.

## Why it matters

Python refuses the whole file, and a config that stops in the middle may still
load with half of its keys. What trainlint says about the rest of the file can
be incomplete.

## Example

` + "```python bad\ndef training_step(model, batch:\n    return model(batch)\n```\n\n```python good\ndef training_step(model, batch):\n    return model(batch)\n```" + `

## When it is fine

Files that a template engine fills in before anything reads them (` + "`{{ }}`, `{% %}`" + `)
are not reported. A Python file that holds no training code and was not named on
the command line is only checked for brackets and quotes that stay open.

## Fix safety

There is no fix.

## Versions

All.

## Sources

The Python grammar up to 3.13, YAML 1.1 and 1.2, JSON, TOML 1.0.
`,
	On: rules.PythonFile,
}
