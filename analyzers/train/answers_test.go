package train

import (
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

var (
	update  = flag.Bool("update", false, "write testdata/answers.txt")
	inFull  = flag.String("answers", "", "a folder into which the answers are written in full")
	answers = filepath.Join("testdata", "answers.txt")
)

// TestAnswers puts every question of the package that takes no argument, or events of a step, to the cases of all rules.
// A rule asks few of them, and of few lines: what a condition decides often shows only in an answer that the rule of the
// case never asks for. testdata/answers.txt has a sum of the answers to each question for each case. It says which
// answers a change moves, not which are right: run it with -answers DIR before and after the change, read what differs,
// then go test ./analyzers/train -run Answers -update.
func TestAnswers(t *testing.T) {
	folders, err := filepath.Glob("../../testdata/rules/*")
	if err != nil || len(folders) == 0 {
		t.Fatal("no cases", err)
	}
	known := map[string]string{} // of each case
	text, err := os.ReadFile(answers)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, sums, _ := strings.Cut(strings.TrimSpace(line), " ")
		known[name] = sums
	}
	if *update {
		maps.DeleteFunc(known, func(name, _ string) bool {
			_, err := os.Stat(filepath.Join("../../testdata/rules", filepath.FromSlash(strings.ReplaceAll(name, "%20", " "))))
			return err != nil
		})
		t.Cleanup(func() { writeAnswers(t, known) })
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			for _, path := range casesIn(t, folder) {
				name, _ := filepath.Rel(filepath.Dir(folder), path)
				name = strings.ReplaceAll(filepath.ToSlash(name), " ", "%20")
				lines := answersFor(t, path)
				if *inFull != "" {
					keepInFull(t, name, lines)
				}
				if sums := sumsOf(lines); *update {
					known[name] = sums
				} else if known[name] != sums {
					t.Errorf("%s: other answers (-want +got): %s", name, cmp.Diff(strings.Fields(known[name]), strings.Fields(sums)))
				}
			}
		})
	}
}

// sumsOf is a sum of the answers to each question, in the order in which they were asked first.
func sumsOf(lines []string) string {
	sums := map[string]uint32{}
	var order []string
	for _, line := range lines {
		question, _, _ := strings.Cut(line, ":")
		question, _, _ = strings.Cut(question, " ")
		if _, met := sums[question]; !met {
			order = append(order, question)
		}
		sums[question] = crc32.Update(sums[question], crc32.IEEETable, []byte(line))
	}
	var list []string
	for _, question := range order {
		list = append(list, fmt.Sprintf("%s=%04x", question, sums[question]&0xffff))
	}
	return strings.Join(list, " ")
}

func writeAnswers(t *testing.T, known map[string]string) {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(known)) {
		text.WriteString(strings.TrimSpace(name+" "+known[name]) + "\n")
	}
	if err := os.WriteFile(answers, []byte(text.String()), 0o644); err != nil {
		t.Error(err)
	}
}

func keepInFull(t *testing.T, name string, lines []string) {
	at := filepath.Join(*inFull, filepath.FromSlash(name)+".txt")
	err := os.MkdirAll(filepath.Dir(at), 0o755)
	if err == nil {
		err = os.WriteFile(at, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// casesIn are the Python files of a rule's cases, without what fixes make of them.
func casesIn(t *testing.T, folder string) []string {
	var list []string
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".py") && !strings.Contains(path, ".fixed") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// answersFor is a line for each answer about a file that is none of nothing, no and an empty list.
func answersFor(t *testing.T, path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	module, err := python.Parse(source.New("train.py", text))
	if err != nil {
		return nil // a case of a file that cannot be read
	}
	a := &asking{file: module.File}
	f := New(module, nil)
	a.ask("", f)
	for _, e := range f.Entries() {
		name := "script"
		if e.Function != nil {
			name = e.Function.Name()
		}
		a.ask(name, e)
		for _, s := range e.Steps() {
			a.ask(name+" step "+a.show(reflect.ValueOf(s.Loop), 0), s)
		}
	}
	return a.lines
}

// asking asks and writes down.
type asking struct {
	file  *source.File
	lines []string
}

// unasked are methods whose answers are no lists of what the program does, or those of another question once more.
var unasked = []string{"Entries", "Machine", "Steps", "Events", "AllLoops", "Node", "Place", "String"}

// maxAsked bounds how many events of a step are put into questions about two.
const maxAsked = 5

func (a *asking) ask(of string, asked any) {
	v := reflect.ValueOf(asked)
	for i := range v.NumMethod() {
		method, name := v.Method(i), v.Type().Method(i).Name
		if slices.Contains(unasked, name) {
			continue
		}
		for _, given := range a.given(method.Type(), asked) {
			if told := a.tell(called(method, given)); told != "" {
				with := ""
				for _, g := range given {
					with += " " + a.show(g, 0)
				}
				a.lines = append(a.lines, name+": "+strings.TrimSpace(of+with)+": "+told)
			}
		}
	}
}

// called is what a method gives; nothing where the question is not for this one: whether an event happens once in a loop,
// of a step without a loop.
func called(method reflect.Value, given []reflect.Value) (results []reflect.Value) {
	defer func() {
		if recover() != nil {
			results = nil
		}
	}()
	return method.Call(given)
}

// given are the lists of arguments with which a method can be asked: none, or events of the step; no list for others.
func (a *asking) given(method reflect.Type, asked any) [][]reflect.Value {
	if method.NumIn() == 0 {
		return [][]reflect.Value{nil}
	}
	s, ok := asked.(*Step)
	if !ok || method.IsVariadic() {
		return nil
	}
	for i := range method.NumIn() {
		if method.In(i) != reflect.TypeFor[*Event]() {
			return nil
		}
	}
	list := [][]reflect.Value{}
	for i, e := range s.Events {
		switch {
		case method.NumIn() == 1:
			list = append(list, []reflect.Value{reflect.ValueOf(e)})
		case method.NumIn() == 2 && i < maxAsked:
			for _, other := range s.Events[:min(len(s.Events), maxAsked)] {
				list = append(list, []reflect.Value{reflect.ValueOf(e), reflect.ValueOf(other)})
			}
		}
	}
	return list
}

// tell is what a method gave, "" for nothing.
func (a *asking) tell(results []reflect.Value) string {
	var list []string
	for _, r := range results {
		if r.IsZero() || r.Kind() == reflect.Slice && r.Len() == 0 {
			continue
		}
		if text := a.show(r, 2); text != "" {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// show writes a value, and of what this package gives the fields and the answers to questions without arguments.
func (a *asking) show(v reflect.Value, depth int) string {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	switch x := v.Interface().(type) {
	case python.Node:
		return a.node(x)
	case run.Place:
		return a.node(x.Node)
	case *run.Call:
		return a.node(x.At)
	case *run.Function:
		return x.Name()
	case *run.Object:
		return a.object(x)
	case *Entry:
		return ""
	case *Step:
		return "step"
	case *Event:
		return x.Kind.String() + " " + a.node(x.Call.At)
	case *Loop:
		return x.Kind.String() + " " + a.node(x.Node())
	case *run.Store:
		return a.node(x.Node)
	case run.Literal:
		return a.node(x.Condition.Test.Node) + " " + strconv.FormatBool(x.Holds)
	case run.Value:
		return fmt.Sprintf("%T", x)[len("run."):]
	}
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Uint8:
		return fmt.Sprint(v.Interface())
	case reflect.Slice:
		var list []string
		for i := range v.Len() {
			list = append(list, a.show(v.Index(i), depth))
		}
		return "[" + strings.Join(list, "; ") + "]"
	case reflect.Pointer, reflect.Struct:
		if depth > 0 {
			return a.fields(v, depth-1)
		}
	}
	return ""
}

// fields are the exported fields of a struct, and what its methods without arguments answer.
func (a *asking) fields(v reflect.Value, depth int) string {
	var list []string
	note := func(name string, value reflect.Value) {
		if value.IsZero() {
			return
		}
		if text := a.show(value, depth); text != "" {
			list = append(list, name+" "+text)
		}
	}
	of := reflect.Indirect(v)
	for i := range of.NumField() {
		if of.Type().Field(i).IsExported() {
			note(of.Type().Field(i).Name, of.Field(i))
		}
	}
	for i := range v.NumMethod() {
		if m := v.Method(i); m.Type().NumIn() == 0 && m.Type().NumOut() == 1 && !slices.Contains(unasked, v.Type().Method(i).Name) {
			for _, result := range called(m, nil) {
				note(v.Type().Method(i).Name, result)
			}
		}
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// node is where something stands, and how it begins.
func (a *asking) node(n python.Node) string {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return "nowhere"
	}
	text, _, _ := strings.Cut(a.file.Slice(n.Span()), "\n")
	return fmt.Sprintf("%d `%.24s`", a.file.LineOf(n.Span().Start), text)
}

// object is what is known of an object by name and by where it was made.
func (a *asking) object(o *run.Object) string {
	if o.Made != nil && o.Made.At != nil {
		return a.node(o.Made.At)
	}
	return o.Word + o.Operator
}
