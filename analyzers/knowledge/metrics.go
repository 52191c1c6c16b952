package knowledge

import "strings"

// CountsOnly reports whether a class of torchmetrics keeps sums and counts of what it is given, and none of the values: a step
// leaves nothing in it.
func CountsOnly(class string) bool {
	return countingMetrics[metricOf(class)] || differentiableMetrics[metricOf(class)]
}

// Differentiates reports whether what such a class gives when it is called has a graph, since Metric.forward computes with gradients
// (torchmetrics/metric.py): one of scores that have any (is_differentiable), and not of what is the largest.
func Differentiates(class string) bool { return differentiableMetrics[metricOf(class)] }

// metricOf is the name of a class of torchmetrics, apart from its home and its task.
func metricOf(class string) string {
	root, rest, _ := strings.Cut(class, ".")
	if root != "torchmetrics" {
		return ""
	}
	name := rest[strings.LastIndexByte(rest, '.')+1:]
	for _, task := range []string{"Binary", "Multiclass", "Multilabel"} {
		name = strings.TrimPrefix(name, task)
	}
	return name
}

var countingMetrics = set(`MeanMetric SumMetric MaxMetric MinMetric Accuracy F1Score FBetaScore Precision Recall Specificity StatScores
	JaccardIndex Dice ConfusionMatrix CohenKappa MatthewsCorrCoef HammingDistance ExactMatch WordErrorRate CharErrorRate`)

var differentiableMetrics = set(`HingeLoss MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogError R2Score
	ExplainedVariance PeakSignalNoiseRatio Perplexity`)
