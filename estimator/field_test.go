package estimator

import (
	"reflect"
	"testing"
)

// TestFields: what a property is written as is what is read from it, each property is one field of Job, and no two
// share one.
func TestFields(t *testing.T) {
	written := map[string]string{"lora-targets": "q_proj v_proj", "kernels": "compile liger", "image": "512x768"}
	var all Job
	names := map[string]bool{}
	for _, f := range Fields() {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
		text := written[f.Name]
		switch words := Words(f.Name); {
		case text != "":
		case f.Number:
			text = "3"
		case words != nil:
			text = words[0]
		default:
			text = "fp32"
		}
		before := all
		if f.Text(all) != "" {
			t.Errorf("%s is known before it is set", f.Name)
		}
		f.Set(&all, text)
		if got := f.Text(all); got != text {
			t.Errorf("%s is written %q, want %q", f.Name, got, text)
		}
		if changed := changes(before, all); changed != 1 {
			t.Errorf("%s sets %d fields of a job", f.Name, changed)
		}
		found, ok := FieldNamed(f.Name)
		if !ok || found.Name != f.Name {
			t.Errorf("%s is not found by its name", f.Name)
		}
	}
	if _, ok := FieldNamed("no-such-property"); ok {
		t.Error("there is no such property")
	}
	if f, _ := FieldNamed("micro-batch"); f.Column() != "micro_batch" {
		t.Errorf("the column of micro-batch is %s", f.Column())
	}
}

// changes counts the fields in which two jobs differ.
func changes(a, b Job) (n int) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if x.Type().Field(i).IsExported() && !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			n++
		}
	}
	return n
}

func TestFieldNumbers(t *testing.T) {
	f, _ := FieldNamed("trainable")
	var job Job
	for text, want := range map[string]int64{"1e6": 1_000_000, "12": 12, "": 0, "many": 0} {
		if f.Set(&job, text); job.Trainable != want {
			t.Errorf("%q is %d, want %d", text, job.Trainable, want)
		}
	}
	targets, _ := FieldNamed("lora-targets")
	if targets.Set(&job, "a,b c"); len(job.LoRATargets) != 3 {
		t.Errorf("targets %q", job.LoRATargets)
	}
}
