package knowledge

import "testing"

// TestNamesModule: a function that does something to a network is called by its name, too, and gives no result of a
// forward pass.
func TestNamesModule(t *testing.T) {
	for word, want := range map[string]bool{
		"world_model": true, "net": true, "loaded_model": true, "test_model": true, "runner_net": true,
		"build_model": true, "evaluate_world_model": false, "_save_encoder": false, "refresh_discriminator": false, "freeze_backbone": false, "train_model": true, "update_net": false, "plot_net": false, "model_loss": false,
	} {
		if got := NamesModule(word); got != want {
			t.Errorf("NamesModule(%q) is %v", word, got)
		}
	}
}
