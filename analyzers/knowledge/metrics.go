package knowledge

import "strings"

// CountsOnly reports whether a class of torchmetrics keeps sums and counts of what it is given, and none of the values:
// a step leaves nothing in it.
func CountsOnly(class string) bool {
	return countingMetrics[metricOf(class)] || differentiableMetrics[metricOf(class)]
}

// Differentiates reports whether what such a class gives when it is called has a graph, since Metric.forward computes
// with gradients (torchmetrics/metric.py): one of scores that have any (is_differentiable), and not of what is the
// largest.
func Differentiates(class string) bool { return differentiableMetrics[metricOf(class)] }

// IsMetric reports whether a name is one of torchmetrics, or of Lightning's home of it until 1.5.
func IsMetric(dotted string) bool {
	return strings.HasPrefix(dotted, "torchmetrics.") || strings.HasPrefix(dotted, "pytorch_lightning.metrics.")
}

// CountsInFunction reports whether a function of torchmetrics counts, so that what it gives has no graph: it compares
// classes, and takes the largest of scores for one.
func CountsInFunction(dotted string) bool {
	name, ok := strings.CutPrefix(dotted, "torchmetrics.functional.")
	if !ok {
		return false
	}
	name = strings.TrimPrefix(name, "classification.")
	for _, task := range []string{"binary_", "multiclass_", "multilabel_"} {
		name = strings.TrimPrefix(name, task)
	}
	return countingFunctions[name]
}

// metricOf is the name of a class of torchmetrics, apart from its home and its task.
func metricOf(class string) string {
	if !IsMetric(class) {
		return ""
	}
	name := class[strings.LastIndexByte(class, '.')+1:]
	for _, task := range []string{"Binary", "Multiclass", "Multilabel"} {
		name = strings.TrimPrefix(name, task)
	}
	return name
}

var countingFunctions = set(
	`accuracy f1_score fbeta_score precision recall specificity stat_scores jaccard_index dice confusion_matrix
	cohen_kappa matthews_corrcoef hamming_distance exact_match word_error_rate char_error_rate auroc average_precision
	precision_recall f1 iou`,
)

// countingMetrics are also under the names that they had until 0.10: F1, FBeta, IoU, WER.
var countingMetrics = set(
	`MeanMetric SumMetric MaxMetric MinMetric Accuracy F1Score FBetaScore Precision Recall Specificity StatScores
	JaccardIndex Dice ConfusionMatrix CohenKappa MatthewsCorrCoef HammingDistance ExactMatch WordErrorRate CharErrorRate
	AverageMeter F1 FBeta IoU MatthewsCorrcoef WER`,
)

var differentiableMetrics = set(
	`HingeLoss MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogError R2Score
	ExplainedVariance PeakSignalNoiseRatio Perplexity`,
)
