package tensor_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/internal/table"
)

// TestTorchSaysTheSame runs every line of testdata/oracle/ops.csv, which torch itself measured, but those about what
// torch.nn.utils makes of a layer: that is said in Python, and package model runs them.
func TestTorchSaysTheSame(t *testing.T) {
	replay(t, "../../testdata/oracle/ops.csv", 2478)
}

// TestTorchsOwnSamples runs what torch tests its operators with (estimator/oracle/op_samples.py). An operator that is
// not known ends the answer; one that is, is never wrong.
func TestTorchsOwnSamples(t *testing.T) {
	unknown := 0
	rows := readRows(t, "../../testdata/oracle/op_samples.csv")
	for _, r := range rows {
		got, want := r.answer(), r.wanted()
		switch {
		case strings.HasPrefix(got, "*tensor.Unknown"):
			unknown++
		case got != want:
			t.Errorf("%s | %s\n got %s\nwant %s", r["inputs"], r["code"], got, want)
		}
	}
	if len(rows) < 3500 || unknown > 900 {
		t.Errorf("%d of %d samples are not known", unknown, len(rows))
	}
}

func replay(t *testing.T, path string, atLeast int) {
	t.Helper()
	checked := 0
	for _, r := range readRows(t, path) {
		if strings.HasPrefix(r["code"], "nn.utils.") {
			continue
		}
		checked++
		if got, want := r.answer(), r.wanted(); got != want {
			t.Errorf("%s %s | %s%s\n got %s\nwant %s", r["device"], r["inputs"], r["autocast"], r["code"], got, want)
		}
	}
	if checked < atLeast {
		t.Errorf("only %d rows", checked)
	}
}

type oracleRow table.Row

func readRows(t *testing.T, path string) (rows []oracleRow) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := table.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		rows = append(rows, oracleRow(row))
	}
	return rows
}

// wanted is what torch measured. Of a refusal, that it is one is compared, and its words where they are the same for
// every device.
func (r oracleRow) wanted() string {
	if r["error"] != "" {
		if r["device"] == "cpu" && !strings.Contains(r["code"], "rearrange") {
			return "refused: " + beginning(r["error"])
		}
		return "refused"
	}
	return fmt.Sprintf("%s saved %s parameters %s buffers %s", r["result"], r["saved_bytes"], r["parameters"],
		r["buffers"])
}

// answer is what the package says about a line, in the same words.
func (r oracleRow) answer() (said string) {
	p := newProgram(r["inputs"])
	tape := p.tape
	if r["device"] == "cpu" {
		tape.Device = tensor.CPU
	}
	if r["autocast"] != "" {
		tape.Autocast, _ = tensor.DTypeNamed(r["autocast"])
	}
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *tensor.ShapeError:
			said = "refused"
			if r["device"] == "cpu" && !strings.Contains(r["code"], "rearrange") {
				said += ": " + beginning(fault.Message)
			}
		case error:
			said = fmt.Sprintf("%T %s", fault, fault)
		default:
			panic(fault)
		}
	}()
	result := p.run(r["code"])
	return fmt.Sprintf("%s saved %d parameters %d buffers %d", strings.Join(described(result), " "),
		tape.SavedBytes(result), p.count(func(m *tensor.Module) []tensor.Named { return m.Parameters }),
		p.count(func(m *tensor.Module) []tensor.Named { return m.Buffers }))
}

// beginning is what of a message does not differ between torch's versions, without the operator's name before it.
func beginning(message string) string {
	for _, prefix := range []string{"mm: ", "addmm: ", "Argument #4: "} {
		message = strings.TrimPrefix(message, prefix)
	}
	return message[:min(len(message), 60)]
}

func newProgram(inputs string) *program {
	p := &program{tape: tensor.NewTape(), names: map[string]tensor.Value{}}
	for spec := range strings.FieldsSeq(inputs) {
		name, value := input(spec)
		p.names[name] = value
	}
	return p
}

func input(spec string) (string, tensor.Value) {
	name, rest, _ := strings.Cut(spec, "=")
	rest, _, _ = strings.Cut(rest, "<")
	words := strings.Split(rest, ":")
	var shape []int64
	if words[0] != "-" {
		for n := range strings.SplitSeq(words[0], "x") {
			size, _ := strconv.ParseInt(n, 10, 64)
			shape = append(shape, size)
		}
	}
	dtype := tensor.Float32
	for _, word := range words[1:] {
		if d, ok := tensor.DTypeNamed(word); ok {
			dtype = d
		}
	}
	if slices.Contains(words, "p") {
		return name, tensor.NewParameter(dtype, shape...)
	}
	x := tensor.NewTensor(dtype, shape...)
	x.RequiresGrad = (dtype.Floating() || dtype.Complex()) && !slices.Contains(words, "c")
	return name, x
}

func described(v tensor.Value) []string {
	var all []string
	switch v := v.(type) {
	case *tensor.Tensor:
		text := dims(v.Shape) + ":" + strings.TrimPrefix(v.DType.String(), "torch.") + ":" + dims(v.Strides)
		if v.NeedsGrad() {
			text += ":g"
		}
		return []string{text}
	case tensor.List:
		for _, item := range v {
			all = append(all, described(item)...)
		}
	case tensor.Tuple:
		for _, item := range v {
			all = append(all, described(item)...)
		}
	}
	return all
}

func dims(shape []int64) string {
	if len(shape) == 0 {
		return "-"
	}
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(words, "x")
}

// file is a piece of Python as the parser wants it.
func file(code string) *source.File { return source.New("case.py", []byte(code)) }
