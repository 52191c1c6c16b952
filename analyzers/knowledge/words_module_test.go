package knowledge

import "testing"

// TestNamesModule: a function that does something to a network is called by its name, too, and gives no result of a forward pass.
func TestNamesModule(t *testing.T) {
	for word, want := range map[string]bool{
		"world_model": true, "net": true, "loaded_model": true, "test_model": true, "runner_net": true,
		"evaluate_world_model": false, "build_model": false, "_load_encoder": false, "get_backbone": false, "model_loss": false,
	} {
		if got := NamesModule(word); got != want {
			t.Errorf("NamesModule(%q) is %v", word, got)
		}
	}
}
