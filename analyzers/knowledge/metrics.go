package knowledge

import "strings"

// CountsOnly reports whether a class of torchmetrics keeps sums and counts of what it is given, and none of the values: a step
// leaves nothing in it.
func CountsOnly(class string) bool {
	root, rest, _ := strings.Cut(class, ".")
	if root != "torchmetrics" {
		return false
	}
	name := rest[strings.LastIndexByte(rest, '.')+1:]
	for _, task := range []string{"Binary", "Multiclass", "Multilabel"} {
		name = strings.TrimPrefix(name, task)
	}
	return countingMetrics[name]
}

var countingMetrics = set(`MeanMetric SumMetric MaxMetric MinMetric Accuracy F1Score FBetaScore Precision Recall Specificity StatScores
	JaccardIndex Dice ConfusionMatrix CohenKappa MatthewsCorrCoef HammingDistance ExactMatch HingeLoss MeanSquaredError MeanAbsoluteError
	MeanAbsolutePercentageError MeanSquaredLogError R2Score ExplainedVariance PeakSignalNoiseRatio Perplexity WordErrorRate CharErrorRate`)
