package memory

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func TestFreezesConvolutions(t *testing.T) {
	for text, want := range map[string]bool{
		"model.freeze_feature_encoder()\n":                                             true,
		"def main():\n    model = load()\n    model.freeze_feature_extractor()\n":      true,
		"if args.freeze:\n    model.freeze_feature_encoder()\n":                        false,
		"if freeze_feature_encoder:\n\n    self.model.freeze_feature_encoder()\n":      false,
		"if args.freeze:\n    print('frozen')\n    model.freeze_feature_encoder()\n":   false,
		"# model.freeze_feature_encoder()\n":                                           false,
		"def freeze_feature_extractor(self):\n    self.x.freeze_feature_extractor()\n": false,
		"print('model.freeze_feature_encoder()')\n":                                    false,
		"model.eval()\n": false,
	} {
		m, err := python.Parse(source.New("train.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if got := freezesConvolutionsIn(m); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
