package dialect

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

func document(name, text string) *config.Document {
	return config.Parse(source.New(name, []byte(text)))
}

// fieldCase is one file, the dialect that should claim it ("" for none), and
// fields that it must say: "field=text", "field=?" for unknown, "-field" for absent.
type fieldCase struct {
	name, file, text, dialect string
	fields                    string
}

func runFields(t *testing.T, cases []fieldCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.dialect+"/"+c.name, func(t *testing.T) {
			r := Read(document(c.file, c.text))
			if got := nameOf(r); got != c.dialect {
				t.Fatalf("dialect %q, want %q", got, c.dialect)
			}
			for want := range strings.FieldsSeq(c.fields) {
				checkField(t, r, want)
			}
		})
	}
}

func nameOf(r *Reading) string {
	if r == nil {
		return ""
	}
	return r.Dialect.Name
}

func checkField(t *testing.T, r *Reading, want string) {
	t.Helper()
	if absent, ok := strings.CutPrefix(want, "-"); ok {
		if v, ok := r.Get(Field(absent)); ok {
			t.Errorf("%s is %q, want it absent", absent, v.Text)
		}
		return
	}
	field, text, _ := strings.Cut(want, "=")
	v, ok := r.Get(Field(field))
	switch {
	case !ok:
		t.Errorf("%s is absent, want %q", field, text)
	case text == "?" && v.Known:
		t.Errorf("%s is %q, want it unknown", field, v.Text)
	case text != "?" && (!v.Known || v.Text != text):
		t.Errorf("%s is %q (known %v), want %q", field, v.Text, v.Known, text)
	}
	if ok && v.Pair.File == nil {
		t.Errorf("%s has no place", field)
	}
}

func TestValuesRememberTheirPlace(t *testing.T) {
	text := "base_model: m\nmicro_batch_size: 4 # fits\nsequence_len: 2048\n"
	r := Read(document("a/b.yaml", text))
	v, ok := r.Get(MicroBatch)
	if !ok || v.Pair.File.Path != "a/b.yaml" || v.Pair.Key != "micro_batch_size" {
		t.Fatalf("%+v", v)
	}
	if got := v.Pair.File.Slice(v.Pair.Span); got != "4" {
		t.Errorf("value span covers %q", got)
	}
	if got := v.Pair.File.Slice(v.Pair.KeySpan); got != "micro_batch_size" {
		t.Errorf("key span covers %q", got)
	}
}

func TestFromPairs(t *testing.T) {
	pairs := []Pair{
		{Key: "per_device_train_batch_size", Value: config.CommandLine.TextValue("4")},
		{Key: "learning_rate", Value: config.CommandLine.TextValue("1e-4")},
		{Key: "bf16", Value: config.CommandLine.TextValue("True")},
		{Key: "gradient_checkpointing", Value: config.Value{Kind: config.Bool, Bool: true}},
		{Key: "optim", Value: config.CommandLine.TextValue("paged_adamw_8bit")},
	}
	r := FromPairs("hf-arguments", pairs)
	for field, want := range map[Field]string{MicroBatch: "4", LearningRate: "0.0001", Precision: "amp-bf16", Checkpointing: "full", Optimizer: "paged-adamw-8bit"} {
		if v, _ := r.Get(field); v.Text != want {
			t.Errorf("%s is %q, want %q", field, v.Text, want)
		}
	}
	if FromPairs("no-such-dialect", pairs) != nil {
		t.Error("an unknown name has no reading")
	}
	if d, _ := RecognisePairs(pairs); d == nil || d.Name != "hf-arguments" {
		t.Errorf("recognised as %v", d)
	}
}

func TestEmbeddedDeepSpeed(t *testing.T) {
	r := Read(document("x.yaml", "per_device_train_batch_size: 1\ndeepspeed:\n  zero_optimization:\n    stage: 3\n    offload_optimizer: {device: cpu}\n  bf16: {enabled: auto}\n"))
	checkField(t, r, "sharding=zero3")
	checkField(t, r, "offload_optimizer=cpu")
	if v, _ := r.Get(Sharding); v.Pair.Key != "deepspeed.zero_optimization.stage" {
		t.Errorf("key %s", v.Pair.Key)
	}
}

// TestEveryDialect: names are unique, tables name fields, and each dialect that
// reads files can be recognised.
func TestEveryDialect(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range All {
		if d.Name == "" || seen[d.Name] {
			t.Errorf("name %q is empty or taken", d.Name)
		}
		seen[d.Name] = true
		if len(d.Signatures) == 0 {
			t.Errorf("%s has no signature", d.Name)
		}
		for _, s := range d.Signatures {
			if len(s.All)+len(s.Any) == 0 {
				t.Errorf("%s has a signature that holds for every file", d.Name)
			}
		}
		for _, k := range d.Keys {
			if k.Path == "" || k.Field == "" {
				t.Errorf("%s: key %+v", d.Name, k.Path)
			}
		}
	}
}

func TestReferences(t *testing.T) {
	r := Read(document("x.yaml", "model:\n  _component_: torchtune.models.llama3.llama3_8b\ntokenizer:\n  max_seq_len: ${variables.a}\n"+
		"batch_size: ${variables.batch}\nbatch_size_val: ${oc.env:B}\noutput_dir: ${variables.batch}x\nvariables:\n"+
		"  batch: 256\n  a: ${.b}\n  b: 2048\n  loop: ${variables.loop}\n"))
	for _, want := range []string{"micro_batch=256", "seq_len=2048", "eval_batch=?", "output_dir=?"} {
		checkField(t, r, want)
	}
}
