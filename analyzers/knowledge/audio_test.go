package knowledge

import "testing"

func TestFreezesConvolutions(t *testing.T) {
	for text, want := range map[string]bool{
		"model.freeze_feature_encoder()\n":                                             true,
		"def main():\n    model = load()\n    model.freeze_feature_extractor()\n":      true,
		"if args.freeze:\n    model.freeze_feature_encoder()\n":                        false,
		"if freeze_feature_encoder:\n\n    self.model.freeze_feature_encoder()\n":      false,
		"# model.freeze_feature_encoder()\n":                                           false,
		"def freeze_feature_extractor(self):\n    self.x.freeze_feature_extractor()\n": false,
		"print('model.freeze_feature_encoder()')\n":                                    false,
		"model.eval()\n": false,
	} {
		if got := FreezesConvolutions([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
