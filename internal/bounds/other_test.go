package bounds

import (
	"fmt"
	"strings"
)

// launch is the command that makes a job of a shell text, and the files behind it.
const launch = "accelerate launch train.py --model_name_or_path gpt2 --per_device_train_batch_size \"$batch\" --output_dir out\n"

// script is what the launchers start.
const script = `from transformers import HfArgumentParser, Trainer, TrainingArguments, AutoModelForCausalLM

def main():
    parser = HfArgumentParser((TrainingArguments,))
    training_args = parser.parse_args_into_dataclasses()[0]
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    Trainer(model=model, args=training_args).train()

main()
`

func sh(name, text string) input {
	return input{name: "shell/" + name, path: "run.sh", text: text, extra: map[string]string{"train.py": script}}
}

func shellInputs(size int) []input {
	batch := func(text string) string { return "#!/bin/bash\n" + text + "\n" + launch }
	return []input{
		sh("parentheses", batch(nest(size, "(", "a", ")"))),
		sh("parentheses-spaced", batch(nest(size, "( ", "a", " )"))),
		sh("parentheses-unclosed", batch(strings.Repeat("( ", size/2))),
		sh("minus-signs", batch("batch=$(("+strings.Repeat("-", size)+"1))")),
		sh("minus-signs-spaced", batch("batch=$(("+repeat(size, "- ")+"1))")),
		sh("arithmetic-parentheses", batch("batch=$(("+nest(size, "(", "1", ")")+"))")),
		sh("arithmetic-sum", batch("batch=$((1"+repeat(size, "+1")+"))")),
		sh("arithmetic-powers", batch("batch=$((2"+repeat(size, "**2")+"))")),
		sh("arithmetic-overflow", batch("batch=$((9223372036854775807 + 1))\nb=$((1/0))\nc=$((-9223372036854775808 / -1))\nd=$((1 << 99))\ne=$((-9223372036854775808 % -1))")),
		sh("arithmetic-ternary", batch("batch=$(("+repeat(size, "1?1:")+"1))")),
		sh("arithmetic-nested", batch("batch="+nest(size, "$((", "1", "))"))),
		sh("substitutions", batch("batch="+nest(size, "$(echo ", "8", ")"))),
		sh("substitutions-unclosed", batch("batch="+repeat(size, "$(echo "))),
		sh("backquotes", batch("batch="+strings.Repeat("`", size))),
		sh("quoted-substitutions", batch("batch="+nest(size, "\"$(echo ", "8", ")\""))),
		sh("process-substitutions", batch("cat "+nest(size, "<(cat ", "a", ")"))),
		sh("parameters-nested", batch("batch="+nest(size, "${a:-", "8", "}"))),
		sh("parameters-unclosed", batch("batch="+repeat(size, "${a:-"))),
		sh("replacements", batch("a=aaaaaaaaaa\n"+repeat(size, "a=${a//a/aa}\n")+"batch=$a")),
		sh("patterns", batch("a="+strings.Repeat("a", size/2)+"\nbatch=${a##"+strings.Repeat("*a", size/4)+"b}")),
		sh("blocks", batch(nest(size, "{ ", "a;", "}; "))),
		sh("negations", batch(repeat(size, "! ")+"a")),
		sh("times", batch(repeat(size, "time ")+"a")),
		sh("ands", batch("a"+repeat(size, " && a"))),
		sh("pipes", batch("a"+repeat(size, " | a"))),
		sh("nested-ifs", batch(nest(size, "if a; then ", "b", "; fi"))),
		sh("ifs-in-a-row", batch("a=1\n"+numbered(size, "if a; then b%d=1; else b%[1]d=2; fi\n"))),
		sh("elifs", batch("if a; then b\n"+numbered(size, "elif a%d; then b=%[1]d\n")+"fi")),
		sh("elifs-with-variables", batch(numbered(size/2, "v%d=1\n")+"if a; then b\n"+numbered(size/2, "elif a%d; then b=%[1]d\n")+"fi")),
		sh("nested-loops", batch(nest(size, "for i in 1 2; do ", "a", "; done"))),
		sh("nested-whiles", batch(nest(size, "while a; do ", "b", "; done"))),
		sh("nested-cases", batch(nest(size, "case a in b) ", "a", ";; esac"))),
		sh("case-arms", batch("case $1 in\n"+numbered(size, "  a%d) batch=%[1]d ;;\n")+"esac")),
		sh("case-arms-with-variables", batch(numbered(size/2, "v%d=1\n")+"case $1 in\n"+numbered(size/2, "  a%d) w%[1]d=2 ;;\n")+"esac")),
		sh("cases-in-a-row", batch(numbered(size/2, "v%d=1\n")+numbered(size/2, "case $1 in a) w%d=2 ;; b) x=3 ;; esac\n"))),
		sh("subshells-in-a-row", batch(numbered(size/2, "v%d=1\n")+repeat(size/2, "(a=1)\n"))),
		sh("loops-in-a-row", batch(numbered(size/2, "v%d=1\n")+repeat(size/2, "for i in 1 2; do a=$i; done\n"))),
		sh("tests", batch("[[ "+nest(size, "( ", "a", " )")+" ]]")),
		sh("tests-negated", batch("[[ "+repeat(size, "! ")+"a ]]")),
		sh("test-ands", batch("[[ a"+repeat(size, " && a")+" ]]")),
		sh("doubling-functions", batch("f0() { a; }\n"+numberedTimes(64, "f%d() { f%d; f%[2]d; }\n")+"f64")),
		sh("many-functions-doubling", batch("f0() { "+launch+"}\n"+numberedFrom(size, "f%d() { f%d; f%[2]d; f%[2]d; f%[2]d; f%[2]d; f%[2]d; f%[2]d; f%[2]d; }\n"))),
		sh("wide-functions", batch("f0() { "+launch+"}\n"+wideFunctions(size))),
		sh("function-chain", batch("f0() { a; }\n"+numberedFrom(size, "f%d() { f%d; }\n"))),
		sh("recursion", batch("f() { f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; f; }\nf")),
		sh("recursion-wide", batch("f() { "+repeat(size, "f; ")+"}\nf")),
		sh("eval-recursion", batch("a='eval \"$a\"; eval \"$a\"; eval \"$a\"; eval \"$a\"; eval \"$a\"; eval \"$a\"'\n"+repeat(size, "eval \"$a\"\n"))),
		sh("bash-c", batch(repeat(size, "bash -c ")+"a")),
		sh("bash-c-wide", batch(repeat(size, "bash -c 'a=1; b=2; c'\n"))),
		sh("doubling-variables", batch("a=aa\n"+repeat(size, "a=$a$a\n")+"batch=$a")),
		sh("doubling-variables-used", batch("a=a\n"+strings.Repeat("a=$a$a\n", 15)+repeat(size, "b=$a$a; c $b\n"))),
		sh("long-variables-used", batch("a="+strings.Repeat("b", size/2)+"\n"+repeat(size/2, "c $a\n"))),
		sh("appended-variables", batch(repeat(size, "a+=b\n"))),
		sh("appended-arrays", batch(repeat(size, "a+=(b)\n")+repeat(1000, "c ${a[@]}\n"))),
		sh("appended-arguments", batch(repeat(size, "a=\"$a --b c\"\n")+"train $a")),
		sh("many-variables", batch(numbered(size, "v%d=1\n"))),
		sh("many-launches", batch("batch=8\n"+repeat(size, launch))),
		sh("many-launches-in-loops", batch(nest(size, "for i in 1 2; do\n", launch, "done\n"))),
		sh("braces", batch("a={1..999999999}\nfor i in {1..999999999}; do b; done\nbatch=8")),
		sh("brace-lists", batch("echo "+repeat(size, "{a,b}"))),
		sh("nested-braces", batch("echo "+nest(size, "{a,", "b", "}"))),
		sh("heredocs", batch(numbered(size, "cat <<E%d\na\nE%[1]d\n"))),
		sh("heredocs-on-a-line", batch("cat "+numbered(size/2, "<<E%d ")+"\n"+numbered(size/2, "E%d\n"))),
		sh("heredoc-unclosed", batch("cat <<E\n"+repeat(size, "a $b\n"))),
		sh("heredoc-config", batch("cat > config.yaml <<E\n"+repeat(size, "a: 1\n")+"E\n")),
		sh("heredoc-configs", batch(repeat(size, "cat > config.yaml <<E\na: 1\nE\n"))),
		sh("heredoc-python", batch("python - <<E\n"+nest(size, "(", "1", ")")+"\nE\n")),
		sh("quotes", batch(strings.Repeat("'\"", size/2))),
		sh("double-quotes", batch(strings.Repeat("\"", size))),
		sh("syntax-errors", batch(repeat(size, "a ) b\n"))),
		sh("syntax-errors-far", batch(repeat(size, "if a\n"))),
		sh("continued-lines", batch("a "+repeat(size, "\\\n"))),
		sh("continued-arguments", batch("a "+repeat(size, "--b c \\\n"))),
		sh("words", batch("a "+repeat(size, "b "))),
		sh("flags", "#!/bin/bash\nbatch=8\naccelerate launch train.py "+numbered(size, "--flag%d %[1]d ")+"\n"),
		sh("overrides", "#!/bin/bash\npython train.py "+numbered(size, "a%d=%[1]d ")+"\n"),
		sh("overrides-deep", "#!/bin/bash\npython train.py "+repeat(size, "a.")+"a=1\n"),
		sh("assignments-on-a-line", batch(repeat(size, "a=b ")+"c")),
		sh("arrays", batch("a=("+repeat(size, "b ")+")\n"+repeat(100, "c ${a[@]}\n"))),
		sh("globs", batch("for i in "+repeat(size, "*/")+"; do a; done")),
		sh("extended-globs", batch("case a in "+nest(size, "@(a|", "b", ")")+") c;; esac")),
		sh("comments", batch(repeat(size, "# a\n"))),
		sh("sbatch-lines", "#!/bin/bash\n"+repeat(size, "#SBATCH --gres=gpu:8\n")+"batch=8\n"+launch),
		sh("functions-nested", batch(nest(size, "f() { ", "a", "; }; "))),
		sh("sources", batch(repeat(size, "source ./run.sh\n"))),
		sh("runs-itself", batch(repeat(size, "bash run.sh\n"))),
		sh("cds", batch(repeat(size, "cd a\n"))),
		sh("dollars", batch(strings.Repeat("$", size))),
		sh("less-thans", batch(strings.Repeat("<", size))),
		sh("ampersands", batch(strings.Repeat("&", size))),
		sh("semicolons", batch(strings.Repeat(";", size))),
		sh("batch-overflow", "#!/bin/bash\nbatch=99999999999999999999999999\n"+launch),
		sh("batch-digits", "#!/bin/bash\nbatch="+strings.Repeat("9", size)+"\n"+launch),
		{name: "make/references", path: "Makefile", text: "A = " + nest(size, "$(", "a", ")") + "\ntrain:\n\taccelerate launch train.py $(A)\n", extra: map[string]string{"train.py": script}},
		{name: "make/doubling", path: "Makefile", text: "A = aa\n" + repeat(size, "A := $(A)$(A)\n") + "train:\n\taccelerate launch train.py $(A)\n", extra: map[string]string{"train.py": script}},
		{name: "make/recipes", path: "Makefile", text: numbered(size/2, "V%d = 1\n") + "train:\n" + repeat(size/2, "\tpython train.py\n"), extra: map[string]string{"train.py": script}},
		{name: "make/opened", path: "Makefile", text: "A = " + repeat(size, "$(") + "\n", extra: map[string]string{"train.py": script}},
		{name: "make/continued", path: "Makefile", text: "A = " + repeat(size, "\\\n") + "\n", extra: map[string]string{"train.py": script}},
		{name: "workflow/runs", path: ".github/workflows/train.yml", text: "jobs:\n  a:\n    steps:\n" + repeat(size, "      - run: python train.py\n"), extra: map[string]string{"train.py": script}},
		{name: "shell/scripts-in-a-ring", path: "run.sh", text: "bash b.sh; bash b.sh; bash b.sh\n", extra: map[string]string{
			"b.sh": "bash run.sh; bash c.sh; bash c.sh\n", "c.sh": "bash b.sh; bash run.sh; python train.py\n", "train.py": script}},
	}
}

func wideFunctions(size int) string {
	var b strings.Builder
	for i := 1; i <= 6; i++ {
		fmt.Fprintf(&b, "f%d() { %s}\n", i, repeat(size/6, fmt.Sprintf("f%d; ", i-1)))
	}
	return b.String() + "f6\n"
}

func yml(name, text string) input {
	return input{name: "yaml/" + name, path: "config.yaml", text: text, extra: map[string]string{
		"run.sh":   "python train.py config.yaml\naccelerate launch --config_file config.yaml train.py --deepspeed config.yaml\nllamafactory-cli train config.yaml\n",
		"train.py": script,
	}}
}

func yamlInputs(size int) []input {
	config := func(text string) string {
		return "model_name_or_path: gpt2\nstage: sft\nper_device_train_batch_size: 8\ngradient_accumulation_steps: 2\nbf16: true\nfp16: true\nlearning_rate: 1e-5\noutput_dir: out\n" + text
	}
	return []input{
		yml("alias-bomb", config(aliasBomb(64, 9))),
		yml("alias-bomb-mapping", config(aliasBombMapping(64, 9))),
		yml("alias-wide", config("a: &a ["+repeat(size/2, "1, ")+"]\nb: ["+repeat(size/2, "*a, ")+"]\n")),
		yml("aliases-of-a-chain", config("a0: &a0 1\n"+numberedFrom(size, "a%d: &a%[1]d [*a%[2]d]\n"))),
		yml("merge-chain", config("a0: &a0 {x: 1}\n"+numberedFrom(size, "a%d: &a%[1]d\n  <<: *a%[2]d\n  y%[1]d: 1\n"))),
		yml("merge-doubling", config("a0: &a0 {x: 1}\n"+numberedTimes(64, "a%d: &a%[1]d\n  <<: [*a%[2]d, *a%[2]d]\n  y%[1]d: 1\n"))),
		yml("merge-wide", config("a: &a {"+numbered(size/2, "k%d: 1, ")+"}\nb:\n  <<: ["+repeat(size/2, "*a, ")+"]\n")),
		yml("flow-sequences", config("a: "+nest(size, "[", "1", "]"))),
		yml("flow-sequences-unclosed", config("a: "+strings.Repeat("[", size))),
		yml("flow-mappings", config("a: "+nest(size, "{a: ", "1", "}"))),
		yml("flow-long", config("a: ["+repeat(size, "1, ")+"]")),
		yml("block-deep", config(deepBlock(size))),
		yml("dashes", config("a:\n"+repeat(size, "- ")+"1")),
		yml("question-marks", config(repeat(size, "? ")+"1")),
		yml("block-scalar", config("a: |\n"+repeat(size, "  text\n"))),
		yml("block-scalars", config(numbered(size, "a%d: |\n  text\n"))),
		yml("plain-scalar", config("a: b\n"+repeat(size, "  text\n"))),
		yml("plain-scalar-one-line", config("a: "+repeat(size, "text "))),
		yml("quoted-scalar", config("a: \""+repeat(size, "text\n  ")+"\"")),
		yml("escapes", config("a: \""+repeat(size, "\\u0041")+"\"")),
		yml("quotes-unclosed", config(repeat(size, "a: \"\n"))),
		yml("duplicate-keys", config(repeat(size, "a: 1\n"))),
		yml("many-keys", config(numbered(size, "k%d: 1\n"))),
		yml("many-known-keys", config(repeat(size, "bf16: true\nfp16: true\n"))),
		yml("many-words", config(numbered(size, "k%d: yes\n"))),
		yml("many-floats", config(numbered(size, "k%d: 1e-5\n"))),
		yml("documents", repeat(size, config("---\n"))),
		yml("document-marks", config(repeat(size, "---\n"))),
		yml("interpolations", config(numberedFrom(size, "k%d: ${k%d}\n"))),
		yml("interpolations-doubling", config("k0: a\n"+numberedTimes(64, "k%d: ${k%d}${k%[2]d}\n"))),
		yml("interpolations-nested", config("a: "+nest(size, "${", "b", "}"))),
		yml("interpolation-of-itself", config("a: ${b}${b}\nb: ${a}${a}\nper_device_eval_batch_size: ${a}\n")),
		yml("templates", config(repeat(size, "a: {{ b }}\n"))),
		yml("tags", config(numbered(size, "a%d: !!python/object:a.b {c: 1}\n"))),
		yml("comments", config(repeat(size, "# a\n"))),
		yml("comments-behind", config(numbered(size, "k%d: 1 # a\n"))),
		yml("directives", config(numbered(size, "k%d: yes # trainlint: ignore[yaml-boolean-word] why\n"))),
		yml("colons", config(strings.Repeat(":", size))),
		yml("colons-and-blanks", config(repeat(size, ": "))),
		yml("blank-lines", config(strings.Repeat("\n", size))),
		yml("spaces", config(strings.Repeat(" ", size))),
		yml("tabs", config(strings.Repeat("\t", size))),
		yml("integers", "per_device_train_batch_size: "+strings.Repeat("9", size)+"\n"),
		yml("integer-overflow", "stage: sft\nmodel_name_or_path: gpt2\noutput_dir: o\nper_device_train_batch_size: 9223372036854775808\ngradient_accumulation_steps: 9223372036854775807\nlearning_rate: 1e999\n"),
		yml("sexagesimal", config("a: 1"+repeat(size, ":20"))),
		yml("underscores", config("a: 1"+strings.Repeat("_", size))),
		yml("dots", config("a: "+strings.Repeat(".", size))),
		yml("dotted-keys", config(repeat(size, "a.")+"a: 1\n")),
		yml("anchors", config(numbered(size, "k%d: &a%[1]d 1\n"))),
		yml("aliases-unknown", config(numbered(size, "k%d: *a%[1]d\n"))),
		{name: "yaml/defaults-in-a-ring", path: "conf/config.yaml", text: "defaults:\n  - a\n  - b\n  - c\n", extra: map[string]string{
			"conf/a.yaml": "defaults:\n  - b\n  - c\n  - config\n", "conf/b.yaml": "defaults:\n  - a\n  - c\n  - config\n", "conf/c.yaml": "defaults:\n  - a\n  - b\n  - config\n",
			"train.py": "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    Trainer(cfg.a).fit()\nmain()\n",
			"run.sh":   "python train.py\n"}},
		{name: "yaml/defaults-doubling", path: "conf/config.yaml", text: "defaults:\n  - g20\n", extra: defaultsDoubling()},
		{name: "yaml/defaults-many", path: "conf/config.yaml", text: "defaults:\n" + repeat(size, "  - a\n"), extra: map[string]string{
			"conf/a.yaml": "x: 1\n", "train.py": "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    Trainer(cfg.a).fit()\nmain()\n", "run.sh": "python train.py\n"}},
	}
}

func defaultsDoubling() map[string]string {
	files := map[string]string{
		"train.py":     "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    Trainer(cfg.a).fit()\nmain()\n",
		"run.sh":       "python train.py\n",
		"conf/g0.yaml": "x: 1\n",
	}
	for i := 1; i <= 20; i++ {
		files[fmt.Sprintf("conf/g%d.yaml", i)] = fmt.Sprintf("defaults:\n  - g%d\n  - g%[1]d@other\n", i-1)
	}
	return files
}

func aliasBomb(levels, width int) string {
	text := "a0: &a0 [x" + strings.Repeat(", x", width) + "]\n"
	for i := 1; i < levels; i++ {
		text += fmt.Sprintf("a%d: &a%[1]d [*a%[2]d%s]\n", i, i-1, strings.Repeat(fmt.Sprintf(", *a%d", i-1), width))
	}
	return text
}

func aliasBombMapping(levels, width int) string {
	text := "a0: &a0 {x: 1}\n"
	for i := 1; i < levels; i++ {
		text += fmt.Sprintf("a%d: &a%[1]d {", i)
		for k := range width {
			text += fmt.Sprintf("k%d: *a%d, ", k, i-1)
		}
		text += "}\n"
	}
	return text
}

func deepBlock(size int) string {
	var b strings.Builder
	for i := range depthFor(size, 3) {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func js(name, text string) input {
	return input{name: "json/" + name, path: "ds_config.json", text: text, extra: map[string]string{
		"run.sh":   "deepspeed train.py --deepspeed ds_config.json --per_device_train_batch_size 8\n",
		"train.py": script,
	}}
}

func jsonInputs(size int) []input {
	config := func(text string) string {
		return `{"train_micro_batch_size_per_gpu": 8, "zero_optimization": {"stage": 2}, "fp16": {"enabled": true}, ` + text + "}\n"
	}
	return []input{
		js("arrays", config(`"a": `+nest(size, "[", "1", "]"))),
		js("arrays-unclosed", config(`"a": `+strings.Repeat("[", size))),
		js("arrays-only", nest(size, "[", "1", "]")),
		js("arrays-only-unclosed", strings.Repeat("[", size)),
		js("objects", config(`"a": `+nest(size, `{"a":`, "1", "}"))),
		js("stream-of-arrays", repeat(size, "[]\n")),
		js("stream-of-arrays-broken", repeat(size, "[]\n")+"x"),
		js("stream-deep", "{}\n"+nest(size, "[", "1", "]")),
		js("long-array", config(`"a": [`+repeat(size, "1,")+"1]")),
		js("many-keys", config(numbered(size, `"k%d": 1, `)+`"z": 1`)),
		js("duplicate-keys", config(repeat(size, `"a": 1, `)+`"z": 1`)),
		js("quotes", strings.Repeat(`"`, size)),
		js("quotes-on-lines", "{"+repeat(size, "\"a\n,")),
		js("commas", "["+strings.Repeat(",", size)+"]"),
		js("colons", "{"+strings.Repeat(":", size)+"}"),
		js("comments", config(repeat(size, "/**/")+`"z": 1`)),
		js("comments-unclosed", "{"+repeat(size, "/*")),
		js("line-comments", config(repeat(size, "// a\n")+`"z": 1`)),
		js("escapes", config(`"z": "`+repeat(size, `\u0041`)+`"`)),
		js("escapes-broken", config(`"z": "`+repeat(size, `\q`)+`"`)),
		js("integer", config(`"train_batch_size": `+strings.Repeat("9", size))),
		js("integer-overflow", config(`"train_batch_size": 9223372036854775808, "gradient_accumulation_steps": 1e400`)),
		js("bare-words", "{"+repeat(size, "a ")+"}"),
		js("templates", config(`"z": `+repeat(size, "${a}"))),
		js("brackets-mixed", repeat(size, "[{")),
		js("closing", repeat(size, "]}")),
		js("blanks", strings.Repeat(" ", size)+"{}"),
		js("unclosed-object", config(`"a": {`+numbered(size, `"k%d": 1, `))),
	}
}

func toml(name, text string) input {
	return input{name: "toml/" + name, path: "config.toml", text: text, extra: map[string]string{
		"run.sh":   "accelerate launch sdxl_train_network.py --config_file config.toml\npython train.py --config config.toml\n",
		"train.py": script,
	}}
}

func tomlInputs(size int) []input {
	config := func(text string) string {
		return "train_batch_size = 8\nmixed_precision = \"fp16\"\n[training]\nbatch_size = 8\n" + text + "\n"
	}
	return []input{
		toml("dotted-key", config(repeat(size, "a.")+"a = 1")),
		toml("dotted-keys", config(numbered(size, "a.b%d.c = 1\n"))),
		toml("dotted-tables", config("["+repeat(size, "a.")+"a]")),
		toml("tables", config(numbered(size, "[t%d.x]\n"))),
		toml("tables-deep", config(growingTables(size))),
		toml("array-tables", config(repeat(size, "[[a]]\n"))),
		toml("array-tables-nested", config(repeat(size, "[[a.b.c]]\n"))),
		toml("arrays", config("a = "+nest(size, "[", "1", "]"))),
		toml("arrays-unclosed", config("a = "+strings.Repeat("[", size))),
		toml("inline-tables", config("a = "+nest(size, "{a = ", "1", "}"))),
		toml("long-array", config("a = ["+repeat(size, "1, ")+"]")),
		toml("strings", config(numbered(size, "a%d = \"\"\"\n\"\"\"\n"))),
		toml("strings-unclosed", config(repeat(size, "a = \"\"\"\n"))),
		toml("quotes-unclosed", config(repeat(size, "a = \"\n"))),
		toml("duplicate-keys", config(repeat(size, "a = 1\n"))),
		toml("duplicate-tables", config(repeat(size, "[a]\n"))),
		toml("many-keys", config(numbered(size, "k%d = 1\n"))),
		toml("integer", config("train_batch_size = "+strings.Repeat("9", size))),
		toml("equal-signs", config(strings.Repeat("=", size))),
		toml("comments", config(repeat(size, "# a\n"))),
		toml("escapes", config("a = \""+repeat(size, `\u0041`)+"\"")),
		{name: "toml/requirements", path: "pyproject.toml", text: "[project]\ndependencies = [" + repeat(size, "\"torch>=2.0\", ") + "]\n", extra: map[string]string{"train.py": training}},
		{name: "toml/requirement-ranges", path: "pyproject.toml", text: "[project]\ndependencies = [\"torch" + repeat(size, ">=2.0,") + "<3\"]\n", extra: map[string]string{"train.py": training}},
		{name: "requirements/lines", path: "requirements.txt", text: repeat(size, "torch>=2.0\n"), extra: map[string]string{"train.py": training}},
		{name: "requirements/ring", path: "requirements.txt", text: repeat(size, "-r requirements.txt\n"), extra: map[string]string{"train.py": training}},
		{name: "requirements/version", path: "requirements.txt", text: "torch==" + repeat(size, "1.") + "0\n", extra: map[string]string{"train.py": training}},
		{name: "requirements/markers", path: "requirements.txt", text: "torch==2.0; " + nest(size, "(", "python_version > '3'", ")") + "\n", extra: map[string]string{"train.py": training}},
	}
}

func growingTables(size int) string {
	var b strings.Builder
	name := "a"
	for b.Len() < size {
		b.WriteString("[" + name + "]\n")
		name += ".a"
	}
	return b.String()
}

func notebook(name, text string) input {
	return input{name: "notebook/" + name, path: "train.ipynb", text: text}
}

func cell(lines string) string {
	return `{"cell_type":"code","metadata":{},"outputs":[],"execution_count":null,"source":[` + lines + `]}`
}

func notebookOf(cells string) string {
	return `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[` + strings.TrimSuffix(cells, ",") + "]}\n"
}

func notebookInputs(size int) []input {
	head := cell(`"import torch\n","from torch.cuda.amp import autocast\n","model=torch.nn.Linear(2,2)\n"`) + ","
	return []input{
		notebook("empty-withs", notebookOf(head+repeat(size, cell(`"with autocast():\n","    pass"`)+","))),
		notebook("10000-cells", notebookOf(head+strings.Repeat(cell(`"with autocast(): pass"`)+",", 10000))),
		notebook("10000-cells-retaining", notebookOf(head+strings.Repeat(cell(`"for b in c:\n","  loss.backward(retain_graph=True)"`)+",", 10000))),
		notebook("empty-cells", notebookOf(repeat(size, cell("")+","))),
		notebook("magics", notebookOf(head+repeat(size, cell(`"%time x = 1\n","!pip install torch\n"`)+","))),
		notebook("shell-launches", notebookOf(head+repeat(size, cell(`"!accelerate launch train.py"`)+","))),
		notebook("cell-magics", notebookOf(head+repeat(size, cell(`"%%time\n","x = 1"`)+","))),
		notebook("one-long-cell", notebookOf(head+cell(`"`+repeat(size, `x = 1\n`)+`"`))),
		notebook("long-source", notebookOf(head+cell(strings.TrimSuffix(repeat(size, `"x = 1\n",`), ",")))),
		notebook("unfinished-cells", notebookOf(head+repeat(size, cell(`"x = ("`)+","))),
		notebook("deep-json", nest(size, "[", "1", "]")),
		notebook("deep-json-open", strings.Repeat("[", size)),
		notebook("deep-metadata", `{"nbformat":4,"nbformat_minor":5,"metadata":`+nest(size, `{"a":`, "1", "}")+`,"cells":[]}`),
		notebook("deep-outputs", notebookOf(`{"cell_type":"code","metadata":{},"outputs":`+nest(size, "[", "1", "]")+`,"source":["import torch"]}`)),
		notebook("parentheses", notebookOf(head+cell(`"x = `+nest(size, "(", "1", ")")+`"`))),
		notebook("escapes", notebookOf(head+cell(`"x = '`+repeat(size, `\u0041`)+`'"`))),
		notebook("markdown", notebookOf(head+repeat(size, `{"cell_type":"markdown","metadata":{},"source":["# a"]},`))),
		notebook("duplicate-keys", `{"nbformat":4,`+repeat(size, `"cells":[],`)+`"metadata":{}}`),
		notebook("directives", notebookOf(head+repeat(size, cell(`"x = 1  # trainlint: ignore[retain-graph] why"`)+","))),
	}
}

func settings(name, text string) input {
	return input{name: "settings/" + name, path: "trainlint.yaml", text: text, extra: map[string]string{"train.py": training, "run.sh": "python train.py\n"}}
}

func settingsInputs(size int) []input {
	return []input{
		settings("jobs", "jobs:\n"+numbered(size, "  - name: j%d\n    run: python train.py --batch_size 8\n")),
		settings("ignore", "ignore:\n"+repeat(size, "  - retain-graph\n")),
		settings("exclude", "exclude:\n"+numbered(size, "  - a%d/**\n")),
		settings("exclude-stars", "exclude:\n  - \""+repeat(size, "**/")+"b\"\n  - \""+repeat(size, "*a")+"b\"\n"),
		settings("paths", "paths:\n"+numbered(size, "  - match: [\"a%d/**\"]\n    ignore: [retain-graph]\n")),
		settings("extend-itself", "extend: trainlint.yaml\n"+repeat(size, "# a\n")),
		settings("deep", "a: "+nest(size, "[", "1", "]")+"\n"),
		settings("unknown-keys", numbered(size, "k%d: 1\n")),
		settings("alias-bomb", aliasBomb(64, 9)),
		{name: "settings/gitignore-stars", path: ".gitignore", text: repeat(size, "*a") + "\n" + repeat(size, "**/") + "b\n", extra: map[string]string{
			"train.py": training, strings.Repeat("a", 120) + ".py": "import torch\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/x": "", ".git/objects/x": ""}},
		{name: "settings/gitignore-lines", path: ".gitignore", text: numbered(size, "a%d\n"), extra: map[string]string{
			"train.py": training, ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/x": "", ".git/objects/x": ""}},
	}
}

// inputs are all of them; each is about size bytes large.
func inputs(size int) []input {
	var all []input
	for _, list := range [][]input{
		pythonInputs(size), interpreterInputs(size), builtInputs(), loopInputs(size), notebookInputs(size), shellInputs(size), yamlInputs(size), jsonInputs(size), tomlInputs(size), settingsInputs(size),
		moreInputs(size), pageInputs(size), startedInputs(size),
	} {
		all = append(all, list...)
	}
	return all
}
