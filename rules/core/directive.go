package core

import "github.com/trainlint/trainlint/rules"

// DirectiveMalformed is reported for comments that start like a directive.
var DirectiveMalformed = &rules.Rule{
	Name:     "directive-malformed",
	Group:    rules.Core,
	Severity: rules.Warning,
	Summary:  "a `# trainlint:` comment cannot be read and does nothing",
	Doc: `## What it flags

A comment that starts with ` + "`trainlint:`" + ` and is not a directive. These are:

- ` + "`# trainlint: ignore[rule, other-rule] why`" + ` on a line with code: the findings
  that start on the lines of this statement
- the same on a line of its own: the findings of the next statement
- ` + "`# trainlint: ignore-file[rule] why`" + ` on a line of its own: those of the whole file

## Why it matters

The comment looks as if it silenced something and does not.

## Example

` + "```python bad\nloss.backward(retain_graph=True)  # trainlint: ignore retain-graph\n```\n\n```python good\nloss.backward()  # trainlint reads this line\n```" + `

## When it is fine

Never: the comment has no effect.

## Fix safety

There is no fix.

## Versions

All.

## Sources

trainlint's own documentation, docs/suppression.md.
`,
	On: rules.PythonFile,
}

// DirectiveUnknownRule is reported for directives that name no rule.
var DirectiveUnknownRule = &rules.Rule{
	Name:     "directive-unknown-rule",
	Group:    rules.Core,
	Severity: rules.Warning,
	Summary:  "an ignore directive names a rule that does not exist",
	Doc: `## What it flags

A name in the brackets of ` + "`# trainlint: ignore[...]`" + ` that is neither a rule nor a
group. The nearest good name is in the message.

## Why it matters

The directive does nothing for that name.

## Example

` + "```python bad\nloss.backward(retain_graph=True)  # trainlint: ignore[retain-grahp] needed below\n```\n\n```python good\nloss.backward()  # a comment about nothing\n```" + `

## When it is fine

Never: the name has no effect.

## Fix safety

There is no fix.

## Versions

All.

## Sources

trainlint's own documentation, docs/suppression.md.
`,
	On: rules.PythonFile,
}

// DirectiveUnused is reported for directives that silence nothing.
var DirectiveUnused = &rules.Rule{
	Name:     "directive-unused",
	Group:    rules.Core,
	Severity: rules.Warning,
	Summary:  "an ignore directive silences nothing",
	Doc: `## What it flags

A rule in ` + "`# trainlint: ignore[...]`" + ` that reports nothing where the directive
applies. Rules that are switched off in this run are not judged.

## Why it matters

The code it excused is gone. Left in place, the directive would silence the next
real finding on that line.

## Example

` + "```python bad\nloss.backward()  # trainlint: ignore[retain-graph] two losses share the graph\n```\n\n```python good\nloss.backward()\n```" + `

## When it is fine

Never: without the directive the report is the same.

## Fix safety

Safe: the directive, or the name in it, is taken out. The comment's other text stays.

## Versions

All.

## Sources

trainlint's own documentation, docs/suppression.md.
`,
	On: rules.PythonFile,
}
