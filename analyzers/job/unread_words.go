package job

import (
	"bytes"
	"path"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// words are those that stand in the project's code, in whatever language it reads configs, and behind the mark spread
// those whose keys go to a call by their names: params of **config["params"].
type words map[string]bool

const spread = "**"

// maxWordsOf bounds the texts that are read for their words.
const maxWordsOf = 64 << 20

// codeWords are the words of all code of the project; nil where there is too much of it.
func (w *Workspace) codeWords() words {
	if w.words != nil || w.wordless {
		return w.words
	}
	all, size := words{}, 0
	for _, p := range w.Paths {
		switch path.Ext(p) {
		case ".yaml", ".yml": // what one config takes out of another: dir: ${paths.log_dir}/runs
			if f := w.Open(p); f != nil && size+len(f.Text) <= maxWordsOf {
				size += len(f.Text)
				all.addReferences(f.Text)
			}
			continue
		case ".py",
			".pyx",
			".ipynb",
			".sh",
			".bash",
			".slurm",
			".sbatch",
			".ps1",
			".bat",
			".js",
			".ts",
			".j2",
			".jinja",
			".r",
			".R",
			".lua",
			".go",
			".rs",
			".cpp",
			".c",
			".cc",
			".cu":
		default:
			if base := path.Base(p); base != "Makefile" && base != "justfile" && base != "Dockerfile" {
				continue
			}
		}
		f := w.Open(p)
		if f == nil {
			continue
		}
		if size += len(f.Text); size > maxWordsOf {
			w.wordless = true
			return nil
		}
		all.add(f.Text)
		if ext := path.Ext(p); (ext == ".py" || ext == ".ipynb") && knowledge.OpensConfigs(f.Text) &&
			knowledge.SpreadsConfig(f.Text) {
			w.giveAway = append(w.giveAway, p)
		}
	}
	w.words = all
	return all
}

func (all words) add(text []byte) {
	for _, name := range knowledge.SpreadNames(text) {
		all[spread+name] = true
	}
	for at := 0; at < len(text); {
		if !inWord(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && inWord(text[at]) {
			at++
		}
		all[string(text[start:at])] = true
	}
}

// addReferences adds the words of the interpolations in a text.
func (all words) addReferences(text []byte) {
	for {
		_, after, found := bytes.Cut(text, []byte("${"))
		if !found {
			return
		}
		inner, rest, closed := bytes.Cut(after, []byte("}"))
		if !closed {
			return
		}
		all.add(inner)
		text = rest
	}
}

func inWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
