// Package half parts public repositories into those that are built with and those that only measure.
package half

import "crypto/sha256"

// The two halves.
const (
	Tune = "tune" // may be read, and debugged with
	Held = "held" // only counted
)

// Of says which half a repository, owner/name, is in. Its name alone decides, so that rows added later cannot be placed
// where they look good.
func Of(repository string) string {
	if sum := sha256.Sum256([]byte(repository)); sum[0]&1 == 1 {
		return Held
	}
	return Tune
}
