package launch

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func TestCommandsOfPages(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             []string
	}{
		{"a fence", "README.md", "Train:\n\n```bash\npython train.py \\\n  --lr 1e-4\n```\n", []string{"3 python train.py --lr 1e-4"}},
		{"no language, a prompt, a comment", "a/README.md", "```\n# first\n$ python train.py --a\n(env) user@host:~/x$ torchrun b.py\n```\n",
			[]string{"2 python train.py --a", "3 torchrun b.py"}},
		{"empty brackets above others", "README.md", "```\n() # A\n(4, 2, 3) # B\n```\n```\npython train.py --a\n```\n", []string{"5 python train.py --a"}},
		{"a here-document that never ends", "README.md", "```\nstd::cout << \"x: \" << x << std::endl;\n```\n```\npython train.py --a\n```\n", []string{"4 python train.py --a"}},
		{"called an example", "README.md", "```\npython train.py --config path/to/it\nex) python train.py --config a.yaml\nUsage: python b.py\nex) cat\n```\n",
			[]string{"1 python train.py --config path/to/it", "2 python train.py --config a.yaml", "3 python b.py"}},
		{"a block of HTML", "README.md", "<p>Train</p>\n<pre><code># first\ncd src &amp;&amp; python train.py --a\n</code></pre>\n<p>and python no.py</p>\n<pre>python b.py</pre>\n",
			[]string{"2 src: python train.py --a", "5 python b.py"}},
		{"a block of HTML in another language", "README.md", "<pre lang=\"json\">\npython a.py\n</pre>\n<pre lang=\"bash\"><code class=\"x\">\npython b.py \\\n  --lr 1</code>\n</pre>\n",
			[]string{"4 python b.py --lr 1"}},
		{"HTML that is spoken of", "README.md", "Write `<pre><code>` around it.\npython a.py is a command.\n\n```\npython b.py\n```\n", []string{"4 python b.py"}},
		{"notebook's mark", "README.md", "```shell\n!python train.py\n```\n", []string{"1 python train.py"}},
		{"tildes, nested in a list", "README.md", "1. Train\n   ~~~~console\n   python train.py\n   ~~~~\n", []string{"2 python train.py"}},
		{"another language", "README.md", "```python\npython = 1\n```\n```yaml\npython: train.py\n```\n```{.bash}\npython a.py\n```\n", []string{"7 python a.py"}},
		{"called Python's", "README.md", "```python\n# train\npython train.py --a\n```\n```python\nimport train\n```\n", []string{"2 python train.py --a"}},
		{"called YAML for its colours", "README.md", "```yaml\npython run.py\n\n# on one GPU\npython run.py trainer.gpus=1\n```\n```yaml\nrun: python run.py\n```\n", []string{"1 python run.py", "4 python run.py trainer.gpus=1"}},
		{"called Python's, behind what prepares for it", "README.md", "```python\n# there\ncd src\n\n# train\npython train.py --a\n```\n" +
			"```python\ncd = 1\npython = train.py\n```\n", []string{"5 src: python train.py --a"}},
		{"in a sentence, over lines", "README.md", "Run\n`python train.py --a\n      --lr 1\n  --n 2` or not\n### next\n", []string{"1 python train.py --a --lr 1 --n 2"}},
		{"in a sentence, never closed", "README.md", "Run `python train.py --a\n\nIt's `x`, and ```y\n```\npython b.py --c\n```\n", []string{"4 python b.py --c"}},
		{"indented", "README.md", "Run\n\n    python train.py \\\n        --lr 1\n\nand\n\n    x = 1\n", []string{"2 python train.py --lr 1"}},
		{"a prompt in the text of a list", "README.md", "1. Train:\n   (1). On all:\n      $ python train.py --a\n   (2). On one:\n      python train.py is slow\n", []string{"2 python train.py --a"}},
		{"indented prose", "README.md", "- a list\n    python is what we use.py\n", nil},
		{"reStructuredText", "docs/start.rst", "Start::\n\n  python train.py --a\n\n.. code-block:: bash\n\n  torchrun b.py\n", []string{"2 python train.py --a", "6 torchrun b.py"}},
		{"in a sentence", "README.md", "Run `python train.py --lr 1`, not `python`, then `pip install x`.\n", []string{"0 python train.py --lr 1"}},
		{"a module in a sentence, between three marks", "README.md", "* run ```python -m tools.train --lr 1``` now, not `python -m`\n", []string{"0 python -m tools.train --lr 1"}},
		{"a fence in a list item", "README.md", "* ```\n  python a.py\n  ```\n* ```\n  python c.py\nUse `python b.py`.\n", []string{"1 python a.py", "4 python c.py", "5 python b.py"}},
		{"to be filled in", "README.md", "```\npython train.py --data <path to data> --name {name} --lr 1\n```\n", []string{"1 python train.py --data ? --name ? --lr 1"}},
		{"a variable", "README.md", "```\nN=8\npython train.py --batch ${N}\n```\n", []string{"2 python train.py --batch 8"}},
		{"a synopsis", "README.md", "```\npython train.py [--lr LR] [--epochs N]\npython train.py --lr ...\npython train.py ids=[0,1]\n```\n", []string{"3 python train.py ids=[0,1]"}},
		{"a prompt in a sentence", "README.md", "Run `cmd> python \"train.py\" --lr 1` or `$ python b.py`, `2>1`.\n", []string{"0 python train.py --lr 1", "0 python b.py"}},
		{"an excerpt", "README.md", "```\npython train.py --lr 1 \\\n  ...\n```\n```\n# ...\npython train.py\n```\n```\npython b.py --x 1\n```\n", []string{"9 python b.py --x 1"}},
		{"blanks after the mark that continues", "README.md", "```bash\npython train.py \\     \n  --lr 1 \\ \n  --out b\n```\n", []string{"1 python train.py --lr 1 --out b"}},
		{"options below a command", "README.md", "```\npython train.py --model a\n--lr 1 --batch_size 64\n  --out=b --amp\n```\n", []string{"1 python train.py --model a --lr 1 --batch_size 64 --out=b --amp"}},
		{"short options below a command, indented", "README.md", "```\npython train.py --a b\n    -t \n    -n 3 \n    --gpus 0, \n```\n", []string{"1 python train.py --a b -t -n 3 --gpus 0,"}},
		{"options below a command that goes on", "README.md", "```\npython train.py \\\n--lr 1\n--n 2 \\\n--m 3\n```\n", []string{"1 python train.py --lr 1 --n 2 --m 3"}},
		{"ends with a semicolon", "README.md", "```\npython main.py --name first;\npython main.py --name second --lr 1;\n```\n", []string{"1 python main.py --name first", "2 python main.py --name second --lr 1"}},
		{"to be filled in, in brackets", "README.md", "```\npython main.py --api-key [YOUR API KEY OF A.B] --lr 1\n```\n", []string{"1 python main.py --api-key ? --lr 1"}},
		{"PowerShell", "README.md", "```powershell\npython tools\\train.py `\n  --lr 1 `\n  --out a\\b\n```\n", []string{"1 python tools/train.py --lr 1 --out a/b"}},
		{"PowerShell, written as elsewhere", "README.md", "```ps1\npython train.py \\\n  --lr 1\n```\n", []string{"1 python train.py --lr 1"}},
		{"Windows' command line", "README.md", "```bat\npython tools\\train.py ^\n  --lr 1\n```\n", []string{"1 python tools/train.py --lr 1"}},
		{"the same elsewhere", "README.md", "```bash\npython train.py --name a\\b ^\n```\n", []string{"1 python train.py --name ab ^"}},
		{"an entrypoint that takes a text", "README.md", "```\ndocker run --rm --entrypoint bash img -c \"python train.py --lr 1\"\n```\n", []string{"1 python train.py --lr 1"}},
		{"never closed", "README.md", "```\npython train.py\n", []string{"1 python train.py"}},
		{"a variable of an earlier block", "README.md", "```\nFLAGS=\"--lr 1 --n 2\"\n```\nand then\n```\npython train.py $FLAGS\n```\n", []string{"5 python train.py --lr 1 --n 2"}},
		{"flags that earlier blocks set to several things", "README.md", "```\nF=--a\n```\n```\nF=--b\n```\n```\npython train.py $F\n```\n", []string{"7 python train.py ?"}},
		{"another variable of an earlier block", "README.md", "```\nN=512\nexport CUDA_VISIBLE_DEVICES=0\n```\n```\npython train.py --n ${N:-16} $CUDA_VISIBLE_DEVICES\n```\n", []string{"5 python train.py --n 16 ?"}},
		{"a variable that a later block sets", "README.md", "```\npython train.py --n $N\n```\n```\nN=2\n```\n", []string{"1 python train.py --n ?"}},
		{"a variable that its own block sets anew", "README.md", "```\nN=1\n```\n```\nN=2\npython train.py --n $N\n```\n", []string{"5 python train.py --n 2"}},
		{"one block's folder is not the next one's", "README.md", "```\ncd a\npython train.py\n```\n```\npython train.py\n```\n", []string{"2 a: python train.py", "5 python train.py"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.New(c.file, []byte(c.text))
			var got []string
			for _, command := range Read(f).Commands {
				if l, ok := Training(&command); !ok || !command.OfPage {
					t.Errorf("%v starts nothing, or stands in no page", l)
					continue
				}
				line := []string{}
				for _, w := range command.Words {
					if w.Known {
						line = append(line, w.Text)
					} else {
						line = append(line, "?")
					}
				}
				where := string(rune('0'+f.LineOf(command.Span.Start)-1)) + " "
				if command.Dir != "" {
					where += command.Dir + ": "
				}
				got = append(got, where+strings.Join(line, " "))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestTreeOfFiles: a page's tree of files starts none of them.
func TestTreeOfFiles(t *testing.T) {
	const page = "```\nsrc/\n  train.py      # fine-tunes it\n  ./run.py\n  eval.py --lr 1\n  python fit.py\n  tune.py      Fine-tunes LoRA adapters\n  merge.py a.yaml\n```\n"
	var got []string
	for _, command := range Read(source.New("README.md", []byte(page))).Commands {
		if l, ok := Training(&command); ok {
			got = append(got, l.Target.Text)
		}
	}
	if want := []string{"./run.py", "eval.py", "fit.py", "merge.py"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if l, ok := Training(&Read(source.New("run.sh", []byte("train.py\n"))).Commands[0]); !ok {
		t.Errorf("a script on the path is started: %v", l)
	}
}

// TestOptionsBelowACommand: what only tells of a command's options, or stands below something else, does not go on with
// it.
func TestOptionsBelowACommand(t *testing.T) {
	for _, text := range []string{
		"```\npython train.py\n--lr LR  the learning rate\n--n N    how many\n```\n",
		"```\npython train.py\nexport A=1\n--lr 1\n```\n",
		"```\npython train.py\n\n--lr 1\n```\n",
	} {
		for _, c := range Read(source.New("README.md", []byte(text))).Commands {
			if l, ok := Training(&c); ok && len(l.Arguments.All) > 0 {
				t.Errorf("%q gives the script %v", text, l.Arguments.All)
			}
		}
	}
}

// TestPowerShell: a page for people on Windows sets a variable of the environment in front of a command, and no prompt
// stands there.
func TestPowerShell(t *testing.T) {
	const page = "```powershell\n$env:EPOCHS=1; python train.py --a\n```\n```powershell\n$ python train.py --b\n```\n"
	var got []string
	for _, command := range Read(source.New("README.md", []byte(page))).Commands {
		if _, ok := Training(&command); ok {
			got = append(got, command.Words[len(command.Words)-1].Text+" "+command.Env["EPOCHS"].Text)
		}
	}
	if want := []string{"--a 1", "--b "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
