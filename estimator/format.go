package estimator

import "fmt"

const gibibyte = 1 << 30

// FormatBytes writes a size the way torch's own out-of-memory message does: GiB with two decimals, MiB below one
// GiB. 1 GiB is 1024³ bytes; 24 "GB" on a card's box is 22 to 24 of them.
func FormatBytes(bytes int64) string {
	switch size := float64(bytes); {
	case bytes < 0:
		return "-" + FormatBytes(-bytes)
	case bytes >= 100*gibibyte:
		return fmt.Sprintf("%.0f GiB", size/gibibyte)
	case bytes >= 10*gibibyte:
		return fmt.Sprintf("%.1f GiB", size/gibibyte)
	case bytes >= gibibyte:
		return fmt.Sprintf("%.2f GiB", size/gibibyte)
	case bytes >= 1<<20:
		return fmt.Sprintf("%.0f MiB", size/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.0f KiB", size/(1<<10))
	}
	return fmt.Sprintf("%d B", bytes)
}
