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
		joinedConfigs(size),
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

// joinedConfigs is a script that nothing launches, beside hundreds of configs and accelerate configs that it might be
// given.
func joinedConfigs(size int) input {
	text := "import argparse, yaml, torch\nfrom torch.utils.data import DataLoader\nfrom accelerate import Accelerator\n" +
		"parser = argparse.ArgumentParser()\nparser.add_argument('--config')\nargs = parser.parse_args()\n" +
		"config = yaml.safe_load(open(args.config))\naccelerator = Accelerator()\n" +
		"optimizer = torch.optim.AdamW(model.parameters(), lr=config['lr'])\nx0 = config['workers']\n" +
		times(size/3/60, "x%d = x%[2]d + (1 if config['a%[1]d'] else 2)\n") +
		"for x in DataLoader(data, batch_size=config['batch_size']):\n    model(x).mean().backward()\n    optimizer.step()\n"
	files := map[string]string{}
	for i := range size / 2 / 40 {
		files[fmt.Sprintf("c%d.yaml", i)] = fmt.Sprintf("lr: 1.0e-%d\nbatch_size: %d\nworkers: 3\n", i%9, i)
	}
	for i := range 20 {
		files[fmt.Sprintf("acc%d.yaml", i)] = "compute_environment: LOCAL_MACHINE\ndistributed_type: MULTI_GPU\nmixed_precision: bf16\nnum_processes: 2\n"
	}
	return input{name: "project/configs-joined", path: "train.py", text: text, extra: files}
}

func times(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}
