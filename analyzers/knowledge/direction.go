package knowledge

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Direction is which way a figure gets better.
type Direction int8

// The directions.
const (
	NoDirection Direction = iota
	Smaller
	Larger
)

var (
	figureParts = pattern.New(`[A-Za-z]+[0-9]*`)
	smallFigure = set(`loss losses error err mse mae rmse mape nll wer cer ppl perplexity fid eer regret`)
	largeFigure = set(
		`acc acc1 acc5 accuracy top1 top5 f1 fscore auc auroc auprc iou miou jaccard psnr ssim bleu rouge meteor cider kappa
		mcc ndcg mrr recall precision map`,
	)
)

// FigureDirection is which way a figure gets better, by its name: val_acc, valid/f1_score, avg_loss. Of a name with
// words for both, or with none, it is not known: dice may be a loss.
func FigureDirection(name string) Direction {
	small, large := false, false
	for _, part := range figureParts.Regexp().FindAllString(name, -1) {
		for _, word := range strings.Split(camelWords(part), "_") {
			small, large = small || smallFigure[word], large || largeFigure[word]
		}
	}
	switch {
	case small && !large:
		return Smaller
	case large && !small:
		return Larger
	}
	return NoDirection
}

// camelWords writes valLoss as val_loss, and AUROC as auroc.
func camelWords(part string) string {
	var b strings.Builder
	for i, r := range part {
		if i > 0 && r >= 'A' && r <= 'Z' && part[i-1] >= 'a' && part[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// WatchesFigure reports whether a class of Lightning keeps or stops by a figure that it is told as monitor=, and as
// mode= which way that gets better.
func WatchesFigure(path string) bool {
	for _, root := range []string{"pytorch_lightning.callbacks.", "lightning.pytorch.callbacks.", "lightning.callbacks."} {
		if name, ok := strings.CutPrefix(path, root); ok {
			name = name[strings.LastIndexByte(name, '.')+1:]
			return name == "ModelCheckpoint" || name == "EarlyStopping"
		}
	}
	return false
}

// IsInfinity reports whether a dotted name is that of infinity, or of the largest integer, which stands for it.
func IsInfinity(path string) bool {
	switch path {
	case "math.inf", "numpy.inf", "numpy.Inf", "numpy.infty", "torch.inf", "sys.maxsize":
		return true
	}
	return false
}

// NamesBest reports whether a name says that it holds the best value so far.
func NamesBest(name string) bool {
	return slices.Contains(strings.Split(camelWords(name), "_"), "best")
}

// ComputesMetrics reports whether a class is a trainer of transformers that takes compute_metrics and looks for
// metric_for_best_model among what it returns.
func ComputesMetrics(class string) bool {
	return class == "transformers.Trainer" || class == "transformers.Seq2SeqTrainer"
}

// GivenByTrainer reports whether a figure is one that transformers' Trainer gives at each evaluation.
func GivenByTrainer(figure string) bool { return givenByTrainer[strings.TrimPrefix(figure, "eval_")] }

var givenByTrainer = set(
	`loss runtime samples_per_second steps_per_second model_preparation_time jit_compilation_time epoch`,
)

// GivenByLightning reports whether a figure is one that Lightning's callbacks may go by though nobody logs it.
func GivenByLightning(figure string) bool {
	return figure == "epoch" || figure == "step" || figure == ""
}
