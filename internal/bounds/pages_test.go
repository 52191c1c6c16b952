package bounds

import (
	"fmt"
	"strings"
)

// pageInputs are READMEs that are hard to read.
func pageInputs(size int) []input {
	page := func(name, text string) input {
		return input{name: "page/" + name, path: "README.md", text: text, extra: map[string]string{"train.py": script}}
	}
	fenced := func(text string) string { return "```bash\n" + text + "```\n" }
	return []input{
		page("backquotes", repeat(size, "`")),
		page("backquotes-in-lines", repeat(size, "`a` `\n")),
		page("fences", repeat(size, "```\n")),
		page("fences-of-languages", repeat(size, "```python\n```bash\n")),
		page("fences-that-grow", longerFences(size)),
		page("commands", fenced(numbered(size, "python train.py --lr %d\n"))),
		page("commands-in-fences", numbered(size, "```\npython train.py --lr %d\n```\n")),
		page("commands-in-sentences", numbered(size, "Run `python train.py --lr %d`.\n")),
		page("commands-in-one-sentence", numbered(size, "`python train.py --lr %d` ")),
		page("commands-indented", numbered(size, "\n    python train.py --lr %d\n")),
		page("the-same-command", fenced(repeat(size, "python train.py --lr 1\n"))),
		page("prompts", fenced(repeat(size, "$ % # > ! "))),
		page("prompt-of-slashes", fenced("a@b:"+repeat(size, "/~")+"\n")),
		page("placeholders", fenced("python train.py "+repeat(size, "<a> {b} "))),
		page("placeholders-open", fenced("python train.py "+repeat(size, "<a "))),
		page("brackets", fenced("python train.py "+repeat(size, "[-"))),
		page("variables", fenced(numbered(size, "A%d=$A0$A0\n")+"python train.py --lr $A1\n")),
		page("functions", fenced("f0() { python train.py --lr 1; }\n"+doublingFunctions(60)+"f59\n")),
		page("languages-of-spaces", "```"+repeat(size, " {")+"\npython train.py\n```\n"),
		{name: "page/many-pages", path: "README.md", text: fenced("python train.py\n"), extra: manyPages(size)},
	}
}

// longerFences are fences that each need a longer one to close.
func longerFences(size int) string {
	var b strings.Builder
	for n := 3; b.Len() < size; n++ {
		b.WriteString(strings.Repeat("`", n) + "\n")
	}
	return b.String()
}

// doublingFunctions each call the one before twice.
func doublingFunctions(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "f%d() { f%d; f%d; }\n", i, i-1, i-1)
	}
	return b.String()
}

// manyPages are as many pages as there is room for, with a command each.
func manyPages(size int) map[string]string {
	files := map[string]string{"train.py": script}
	for n := 0; n < size/50; n++ {
		files["docs/"+strings.Repeat("a", n%7+1)+"/"+strings.Repeat("b", n/7%90+1)+".md"] = "```\npython train.py --lr " + strings.Repeat("1", n%20+1) + "\n```\n"
	}
	return files
}
