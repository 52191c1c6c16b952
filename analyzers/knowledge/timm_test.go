package knowledge

import "testing"

// TestTimmArchitecture: a name says the weights behind a point or, as it did, at its end.
func TestTimmArchitecture(t *testing.T) {
	for name, want := range map[string]struct {
		architecture string
		usual        bool
	}{
		"vit_base_patch16_224.augreg2_in21k_ft_in1k": {"vit_base_patch16_224", true},
		"vit_base_patch16_224.augreg_in21k":          {"vit_base_patch16_224", false},
		"vit_base_patch16_224_in21k":                 {"vit_base_patch16_224", false},
		"vit_base_patch16_224_miil_in21k":            {"vit_base_patch16_224", false},
		"tf_efficientnet_b3_ns":                      {"tf_efficientnet_b3", true},
		"convnext_base_in22ft1k":                     {"convnext_base", true},
		"resnet50":                                   {"resnet50", true},
	} {
		if architecture, usual := TimmArchitecture(name); architecture != want.architecture || usual != want.usual {
			t.Errorf("%s: %s, %t", name, architecture, usual)
		}
	}
}
