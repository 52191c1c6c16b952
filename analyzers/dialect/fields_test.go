package dialect

import "testing"

// TestTypes: what a dialect reads as a number or as yes and no is a field of that type.
func TestTypes(t *testing.T) {
	for _, d := range All {
		for _, def := range d.Defaults {
			switch typed := def.Field.Type(); {
			case (def.Text == "true" || def.Text == "false") != (typed == Switch):
				t.Errorf("%s: %s is %q by default and no switch", d.Name, def.Field, def.Text)
			case def.Text[0] >= '0' && def.Text[0] <= '9' && typed != Number:
				t.Errorf("%s: %s is %q by default and no number", d.Name, def.Field, def.Text)
			}
		}
	}
	for field, want := range map[Field]Type{Model: Word, Optimizer: Word, LoRATargets: Word, MicroBatch: Number, LearningRate: Number, EMA: Switch, Compile: Switch} {
		if got := field.Type(); got != want {
			t.Errorf("%s is of type %d, want %d", field, got, want)
		}
	}
}
