package knowledge

import (
	"slices"
	"strings"
)

// Meter is how objects are used that gather figures until they are told to forget them.
type Meter struct {
	Adds  []string // methods that add a figure; "" for a call of the object itself
	Reads []string // methods that give what was gathered
}

// ResetsMeter is the method by which all of them forget.
const ResetsMeter = "reset"

var meterPackages = map[string]Meter{
	"torchmetrics": {Adds: []string{"", "update", "forward"}, Reads: []string{"compute"}},
	"torcheval":    {Adds: []string{"update"}, Reads: []string{"compute"}},
	"torchnet":     {Adds: []string{"add"}, Reads: []string{"value"}},
}

// MeterOf is how an object of a class is used that keeps what it was given from one epoch to the next.
func MeterOf(class string) (Meter, bool) {
	first, rest, dotted := strings.Cut(class, ".")
	name := class[strings.LastIndexByte(class, '.')+1:]
	if !dotted || slices.Contains(strings.Split(rest, "."), "functional") || forgets[name] {
		return Meter{}, false
	}
	m, ok := meterPackages[first]
	return m, ok
}

// forgets are meters of a window, or of a clock, or those that are about resetting.
var forgets = map[string]bool{
	"MovingAverageValueMeter": true, "RunningMean": true, "RunningSum": true, "Running": true, "TimeMeter": true,
	"MetricTracker": true, "Throughput": true, "WindowedNormalizedEntropy": true, "WindowedBinaryAUROC": true,
	"WindowedClickThroughRate": true, "WindowedMeanSquaredError": true, "WindowedWeightedCalibration": true,
}

// IsStepOfLightning reports whether Lightning calls a method of a module for each batch.
func IsStepOfLightning(method string) bool {
	return method == "forward" || strings.HasSuffix(method, "_step") || strings.Contains(method, "batch")
}
