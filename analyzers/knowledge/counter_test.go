package knowledge

import "testing"

func TestNamesStepCounter(t *testing.T) {
	for name, want := range map[string]bool{
		"global_step": true, "num_updates": true, "iter_num": true, "total_steps": true, "completed_steps": true, "steps": true,
		"n_iter": true, "globalStep": true, "_step_count": true, "micro_step": false, "env_steps": false, "total_tokens": false,
		"val_step": false, "critic_steps": false, "batch_step": false, "i": false, "epoch": false,
	} {
		if got := NamesStepCounter(name); got != want {
			t.Errorf("%s counts steps: %v, want %v", name, got, want)
		}
	}
}
