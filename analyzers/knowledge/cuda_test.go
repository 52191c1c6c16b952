package knowledge

import "testing"

func TestHoldsEnvironment(t *testing.T) {
	for key, want := range map[string]bool{
		"env": true, "environment": true, "variables": true, "envs": true, "env_vars": true, "env-vars": true, "envVars": true, "ENV": true,
		"environment_variables": true, "containerEnv": true,
		"": false, "docs": false, "inputs": false, "unset": false, "properties": false, "variable": false, "env_name": false,
	} {
		if got := HoldsEnvironment(key); got != want {
			t.Errorf("%s holds variables of the environment: %v, want %v", key, got, want)
		}
	}
}
