package project

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// named reports whether a text in a folder may mean a file by its name with what it ends with: train.py, src/train.py.
// A name in other folders than the file's is another file's. A script's name without folders means one in the folder of
// the text or above it, else the only one of that name, unless the text changes the folder; anywhere: it may be any.
func (n *needle) named(text []byte, dir string) bool {
	for at := 0; ; {
		i := pattern.Index(text[at:], n.base)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(n.base)
		at = end
		if end < len(text) && wordByte(text[end]) { // train.pyc
			continue
		}
		written := wordBefore(text[:start])
		folders, rest := path.Split(strings.ReplaceAll(written, `\`, "/"))
		switch {
		case strings.ContainsAny(rest, "$}*%"): // ${PREFIX}train.py
			return true
		case rest != "": // my_train.py
			continue
		case strings.HasPrefix(folders, "/"), strings.HasPrefix(folders, "~"): // in a container, on another machine
			return true
		case strings.ContainsAny(folders, "$}*%"):
			folders = folders[strings.LastIndexAny(folders, "$}*%")+1:]
			if cut := strings.IndexByte(folders, '/'); cut >= 0 {
				folders = folders[cut+1:]
			}
		}
		if n.lies(folders) && (written != "" || n.near(text, dir)) {
			return true
		}
	}
}

// wordBefore is what stands before a name without a space, a quote or the like between them.
func wordBefore(text []byte) string {
	i := len(text)
	for i > 0 && (wordByte(text[i-1]) || strings.IndexByte(`-./\$}{*%~`, text[i-1]) >= 0) {
		i--
	}
	return string(text[i:])
}

// lies reports whether the file may lie in a folder that is written from somewhere: what both say of the last folders
// is the same.
func (n *needle) lies(folders string) bool {
	written := strings.Split(strings.Trim(path.Clean("/"+folders), "/"), "/")
	own := strings.Split(path.Dir(n.path), "/")
	for len(written) > 0 && len(own) > 0 {
		last := written[len(written)-1]
		if last == "" {
			return true
		}
		if own[len(own)-1] != last {
			return own[len(own)-1] == "."
		}
		written, own = written[:len(written)-1], own[:len(own)-1]
	}
	return true
}

// setsFolder are the words of programs and configs that name the folder in which something is started.
var setsFolder = [][]byte{[]byte("chdir"), []byte("working-directory"), []byte("workdir"), []byte("cwd")}

// goes are the words of a shell, a makefile or a Dockerfile before the folder in which what follows is started.
var goes = [][]byte{[]byte("cd "), []byte("pushd "), []byte("WORKDIR "), []byte("-C ")}

// goesTo reports whether a text may start something in a folder, or in one below it.
func goesTo(text []byte, folder string) bool {
	if slices.ContainsFunc(setsFolder, func(word []byte) bool { return bytes.Contains(text, word) }) {
		return true
	}
	own := strings.Split(folder, "/")
	for _, word := range goes {
		for rest := text; ; {
			_, after, found := bytes.Cut(rest, word)
			if !found {
				break
			}
			rest = after
			to, _, _ := bytes.Cut(after, []byte("\n"))
			fields := strings.FieldsFunc(string(to), func(r rune) bool { return strings.ContainsRune(" \t\r\"'`;&|)", r) })
			if len(fields) == 0 {
				continue
			}
			last := path.Base(strings.TrimRight(fields[0], "/"))
			if strings.ContainsAny(last, "$}{<*%~") || last == ".." || last == "-" || slices.Contains(own, last) {
				return true
			}
		}
	}
	return false
}

// anywhere is the folder of a text that may lie in any.
const anywhere = "?"

// near reports whether a text may mean the file by its bare name.
func (n *needle) near(text []byte, dir string) bool {
	own := path.Dir(n.path)
	if !n.kind.IsPython() || n.only || dir == anywhere || own == "." || dir == own || strings.HasPrefix(dir, own+"/") {
		return true
	}
	return goesTo(text, own)
}
