package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// ultralytics are the arguments of YOLO(…).train, of the command yolo, and of the files that its cfg names
// (ultralytics/cfg/default.yaml). The batch is that of all cards together, and with the optimizer auto the trainer
// chooses the learning rate itself.
var ultralytics = &Dialect{
	Name: "ultralytics",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"lr0", "lrf"}, Any: []string{"imgsz", "close_mosaic", "warmup_bias_lr"}},
	},
	Keys: []Key{
		{Path: "model", Field: Model, read: checkpointName},
		{Path: "data", Field: Dataset},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "batch", Field: SharedBatch, read: wholeBatch},
		{Path: "imgsz", Field: ImageSize, read: imageSize},
		{Path: "optimizer", Field: Optimizer, read: yoloOptimizer},
		{Path: "weight_decay", Field: WeightDecay, read: number},
		{Path: "amp", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "workers", Field: Workers, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "deterministic", Field: Deterministic, read: boolean},
		{Path: "device", Field: GPUs, read: cards},
	},
	Defaults: []Default{
		{Epochs, "100", "epochs"},
		{SharedBatch, "16", "batch"},
		{ImageSize, "640", "imgsz"},
		{Workers, "8", "workers"},
		{Precision, "amp-fp16", "amp"},
	},
	finish: func(r *Reading) {
		withoutCUDA(r)
		if p, ok := r.Pair("lr0"); ok && !strings.EqualFold(r.text("optimizer"), "auto") && r.text("optimizer") != "" {
			r.translate(Key{Path: "lr0", Field: LearningRate, read: number}, p)
		}
		classifies(r)
		resumes(r)
	},
	beside: []string{"lr0", "task", "resume", "cfg"},
}

// yolov5 are the options of YOLOv5's and YOLOv7's train.py; the learning rate stands in the file that hyp names.
var yolov5 = &Dialect{
	Name:       "yolov5",
	Signatures: []Signature{{All: []string{"weights", "hyp", "img_size|imgsz|img"}}},
	Keys: []Key{
		{Path: "weights", Field: Model, read: checkpointName},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "batch_size", Field: SharedBatch, read: wholeBatch},
		{Path: "batch", Field: SharedBatch, read: wholeBatch},
		{Path: "img", Field: ImageSize, read: imageSize},
		{Path: "imgsz", Field: ImageSize, read: imageSize},
		{Path: "img_size", Field: ImageSize, read: imageSize},
		{Path: "optimizer", Field: Optimizer, read: yoloOptimizer},
		{Path: "adam", Field: Optimizer, read: when(fact{text: "adamw"})},
		{Path: "workers", Field: Workers, read: number},
		{Path: "device", Field: GPUs, read: cards},
		{Path: "data", Field: Dataset},
	},
	Defaults: []Default{
		{SharedBatch, "16", "batch-size"},
		{ImageSize, "640", "imgsz"},
		{Workers, "8", "workers"},
		{Precision, "amp-fp16", "the loop"},
		{Optimizer, "sgd-momentum", "optimizer"},
	},
	finish: withoutCUDA,
}

// withoutCUDA: autocast is for CUDA in both, and where there is none the whole batch is one's.
func withoutCUDA(r *Reading) {
	p, ok := r.Pair("device")
	if !ok || !strings.EqualFold(p.Value.Text, "cpu") && !strings.EqualFold(p.Value.Text, "mps") {
		return
	}
	r.unknown(Precision, p)
	if batch, ok := r.Get(SharedBatch); ok && batch.Known {
		r.add(MicroBatch, batch.Text, batch.Pair)
	}
}

// classifies: a trainer of classifiers takes smaller images where nobody says how large.
func classifies(r *Reading) {
	p, ok := r.Pair("task")
	if !ok {
		p, ok = r.Pair("model")
		ok = ok && strings.Contains(strings.ToLower(p.Value.Text), "-cls.")
	} else {
		ok = strings.EqualFold(p.Value.Text, "classify")
	}
	_, sized := r.Pair("imgsz")
	if _, elsewhere := r.Pair("cfg"); ok && !sized && !elsewhere {
		r.add(ImageSize, "224", p)
	}
}

// resumes: a run that goes on takes everything from its checkpoint but a few settings that it may be given anew.
func resumes(r *Reading) {
	p, ok := r.Pair("resume")
	if !ok {
		return
	}
	if going, known := truth(p.Value); known && !going || p.Value.Known() && p.Value.Text == "" ||
		p.Value.Kind == config.Null {
		return
	}
	for _, f := range []Field{Epochs, Precision, Optimizer, LearningRate, WeightDecay, Seed, Deterministic} {
		r.unknown(f, p)
	}
	for _, f := range []Field{SharedBatch, ImageSize, Workers, GPUs} {
		if _, anew := r.Get(f); !anew {
			r.unknown(f, p)
		}
	}
}

// checkpointName is the file of a checkpoint or of an architecture without its folders; an empty one is none.
func checkpointName(v config.Value) []fact {
	name := strings.Trim(v.Text[strings.LastIndexAny(v.Text, `/\`)+1:], " ")
	if v.Kind != config.String || name == "" {
		return nil
	}
	return one(name)
}

// wholeBatch is a batch that somebody counted: -1 and fractions have the trainer look for one.
func wholeBatch(v config.Value) []fact {
	if v.Kind != config.Int || v.Int < 1 {
		return auto()
	}
	return number(v)
}

// yoloOptimizer: SGD has Nesterov's momentum there, and auto decides by the number of steps.
func yoloOptimizer(v config.Value) []fact {
	switch strings.ToLower(v.Text) {
	case "sgd":
		return one("sgd-momentum")
	case "auto":
		return auto()
	}
	return optimizer(v)
}

// noCard reads a device that is none of CUDA's; of the others the launcher tells how many there are.
func noCard(v config.Value) []fact {
	if strings.EqualFold(v.Text, "cpu") || strings.EqualFold(v.Text, "mps") {
		return auto()
	}
	return nothing()
}

// cards counts the cards of a device: 0, "0,1", [0, 1], and "-1,-1" for any two.
func cards(v config.Value) []fact {
	switch v.Kind {
	case config.Int:
		if v.Int < 0 {
			return auto()
		}
		return one("1")
	case config.SequenceValue:
		if n := len(items(v)); n > 0 {
			return one(digits(n))
		}
	case config.String:
		switch name := strings.TrimPrefix(strings.ToLower(v.Text), "cuda:"); {
		case name == "cpu" || name == "mps":
			return auto() // none that is counted
		case name == "cuda":
			return one("1")
		case strings.Trim(name, "-0123456789,") == "" && name != "":
			return one(digits(strings.Count(strings.Trim(name, ","), ",") + 1))
		}
	}
	return nil
}
