package knowledge

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"sync"
)

// Gone is a name that a library has given up, and where a whole module is gone, the module.
type Gone struct {
	Name, Library string
	// Since is the first release that had it, "" where the oldest one that was read did; Until the first without it; Again
	// the first that has it again, "" for none.
	Since, Until, Again string
	// Torch is the oldest torch that Until takes, Python the oldest Python; "" where that is not known.
	Torch, Python string
	// instead is what the library itself says to use, "" where it says nothing.
	instead string
}

// Package is the library as it is installed.
func (g Gone) Package() string { return strings.ReplaceAll(g.Library, "_", "-") }

// ForOneTorch reports whether each release of the library goes with one of torch: who has the one has the other.
func (g Gone) ForOneTorch() bool {
	return (g.Library == "torchvision" || g.Library == "torchtext") && g.Torch != ""
}

// Lacking are the releases without the name.
func (g Gone) Lacking() string {
	if g.Again != "" {
		return ">=" + g.Until + ",<" + g.Again
	}
	return ">=" + g.Until
}

// GoneName is what is known of a dotted name that a release of its library has given up; ok is false for any other.
func GoneName(path string) (g Gone, ok bool) {
	library, _, _ := strings.Cut(path, ".")
	if !slices.Contains(givesUpNames, library) {
		return Gone{}, false
	}
	names := goneNames()
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '.') {
		if g, ok = names[path[:end]]; ok {
			return g, true
		}
	}
	return Gone{}, false
}

// GoneWords are the ends of the names that libraries have given up, with the library. Every start of the program asks
// for them, so they are cut out of the tables, which name a thing once and quote nothing, without reading those.
func GoneWords() []string {
	var words []string
	for _, library := range givesUpNames {
		text, err := factFiles.ReadFile(goneFile(library))
		if err != nil {
			panic(err) // it is embedded
		}
		for line := range bytes.Lines(text) {
			path, _, _ := bytes.Cut(line, []byte{','})
			last := string(path[bytes.LastIndexByte(path, '.')+1:])
			if len(path) == 0 || len(path) == len(library) {
				continue // a release, and what the table covers
			}
			if library == "numpy" && len(last) < 8 { // int, object: as attributes, they are rare
				last = "." + last
			}
			words = append(words, last+" "+library)
		}
	}
	slices.Sort(words)
	return words
}

func goneFile(library string) string { return "facts/" + library + "-names.csv" }

// IsGoneEnd reports whether a name that a library has given up ends in this word.
func IsGoneEnd(word string) bool { return goneEnds()[word] }

var goneEnds = sync.OnceValue(func() map[string]bool {
	ends := map[string]bool{}
	for path := range goneNames() {
		ends[path[strings.LastIndexByte(path, '.')+1:]] = true
	}
	return ends
})

// givesUpNames are the libraries whose releases were read for the names that they gave up.
var givesUpNames = []string{
	"albumentations", "datasets", "diffusers", "numpy", "pytorch_lightning", "torchmetrics", "torchtext", "torchvision",
	"transformers", "trl",
}

// goneNames is read from what generate/names.py wrote.
var goneNames = sync.OnceValue(func() map[string]Gone {
	names := map[string]Gone{}
	for _, library := range givesUpNames {
		readGone(library, names)
	}
	return names
})

func readGone(library string, names map[string]Gone) {
	file, err := factFiles.Open(goneFile(library))
	if err != nil {
		panic(err) // it is embedded
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(err)
	}
	torch, python := map[string]string{}, map[string]string{}
	for _, r := range rows[1:] {
		if r[0] == "" {
			torch[r[1]], python[r[1]] = r[2], r[3]
			continue
		}
		names[r[0]] = Gone{
			Name: r[0], Library: library, Since: r[1], Until: r[2], Again: r[3], Torch: torch[r[2]], Python: python[r[2]],
			instead: r[4],
		}
	}
}

// successors are what took the place of a name.
var successors = map[string]string{
	"numpy.alen":                      "len",
	"numpy.asscalar":                  "the array's item()",
	"numpy.asfarray":                  "numpy.asarray with a dtype",
	"numpy.bool8":                     "numpy.bool_",
	"numpy.cumproduct":                "numpy.cumprod",
	"numpy.in1d":                      "numpy.isin, which keeps the shape of what it is given",
	"numpy.int0":                      "numpy.intp",
	"numpy.loads":                     "pickle.loads",
	"numpy.long":                      "int",
	"numpy.math":                      "the module math",
	"numpy.msort":                     "numpy.sort with axis=0",
	"numpy.object0":                   "object",
	"numpy.product":                   "numpy.prod",
	"numpy.rank":                      "numpy.ndim",
	"numpy.row_stack":                 "numpy.vstack",
	"numpy.str0":                      "numpy.str_",
	"numpy.trapz":                     "numpy.trapezoid, which is there since numpy 2.0",
	"numpy.typeDict":                  "numpy.sctypeDict",
	"numpy.uint0":                     "numpy.uintp",
	"numpy.unicode":                   "str",
	"numpy.warnings":                  "the module warnings",
	"numpy.AxisError":                 "numpy.exceptions.AxisError",
	"numpy.ComplexWarning":            "numpy.exceptions.ComplexWarning",
	"numpy.RankWarning":               "numpy.exceptions.RankWarning",
	"numpy.VisibleDeprecationWarning": "numpy.exceptions.VisibleDeprecationWarning",

	"transformers.AdamW":                  "torch.optim.AdamW, whose weight_decay is 0.01 where none is given, not 0",
	"transformers.optimization.AdamW":     "torch.optim.AdamW, whose weight_decay is 0.01 where none is given, not 0",
	"transformers.AutoModelForVision2Seq": "transformers.AutoModelForImageTextToText",
	"transformers.AutoModelWithLMHead":    "AutoModelForCausalLM, AutoModelForMaskedLM or AutoModelForSeq2SeqLM",
	"datasets.load_metric":                "evaluate.load, of the package evaluate",

	"diffusers.modeling_utils":             "diffusers.models.modeling_utils",
	"diffusers.models.cross_attention":     "diffusers.models.attention_processor",
	"diffusers.models.controlnet":          "diffusers.models.controlnets.controlnet",
	"diffusers.models.transformer_2d":      "diffusers.models.transformers.transformer_2d",
	"diffusers.models.unet_2d_blocks":      "diffusers.models.unets.unet_2d_blocks",
	"diffusers.models.unet_2d_condition":   "diffusers.models.unets.unet_2d_condition",
	"diffusers.pipeline_utils":             "diffusers.pipelines.pipeline_utils",
	"diffusers.utils.is_compiled_module":   "diffusers.utils.torch_utils.is_compiled_module",
	"diffusers.utils.maybe_allow_in_graph": "diffusers.utils.torch_utils.maybe_allow_in_graph",
	"diffusers.utils.randn_tensor":         "diffusers.utils.torch_utils.randn_tensor",

	"trl.CPOConfig":        "trl.experimental.cpo.CPOConfig",
	"trl.CPOTrainer":       "trl.experimental.cpo.CPOTrainer",
	"trl.GKDConfig":        "trl.experimental.gkd.GKDConfig",
	"trl.GKDTrainer":       "trl.experimental.gkd.GKDTrainer",
	"trl.ORPOConfig":       "trl.experimental.orpo.ORPOConfig",
	"trl.ORPOTrainer":      "trl.experimental.orpo.ORPOTrainer",
	"trl.OnlineDPOConfig":  "trl.experimental.online_dpo.OnlineDPOConfig",
	"trl.OnlineDPOTrainer": "trl.experimental.online_dpo.OnlineDPOTrainer",

	"pytorch_lightning.Trainer.add_argparse_args":            "LightningCLI, or add the options to the parser yourself",
	"pytorch_lightning.Trainer.from_argparse_args":           "LightningCLI, or give Trainer its arguments by name",
	"pytorch_lightning.callbacks.GPUStatsMonitor":            "pytorch_lightning.callbacks.DeviceStatsMonitor",
	"pytorch_lightning.callbacks.base":                       "pytorch_lightning.callbacks.callback",
	"pytorch_lightning.core.lightning":                       "pytorch_lightning.core.module",
	"pytorch_lightning.core.memory":                          "pytorch_lightning.utilities.model_summary",
	"pytorch_lightning.loggers.LightningLoggerBase":          "pytorch_lightning.loggers.Logger",
	"pytorch_lightning.loggers.base":                         "pytorch_lightning.loggers.logger",
	"pytorch_lightning.metrics":                              "torchmetrics, a package of its own",
	"pytorch_lightning.plugins.DDPPlugin":                    "pytorch_lightning.strategies.DDPStrategy",
	"pytorch_lightning.plugins.DDPSpawnPlugin":               "pytorch_lightning.strategies.DDPStrategy with start_method=\"spawn\"",
	"pytorch_lightning.plugins.DeepSpeedPlugin":              "pytorch_lightning.strategies.DeepSpeedStrategy",
	"pytorch_lightning.utilities.distributed.rank_zero_only": "pytorch_lightning.utilities.rank_zero.rank_zero_only",
	"pytorch_lightning.utilities.distributed.rank_zero_warn": "pytorch_lightning.utilities.rank_zero.rank_zero_warn",
	"pytorch_lightning.utilities.distributed.rank_zero_info": "pytorch_lightning.utilities.rank_zero.rank_zero_info",
	"pytorch_lightning.utilities.seed.seed_everything":       "pytorch_lightning.seed_everything",

	"albumentations.Cutout":                   "albumentations.CoarseDropout",
	"albumentations.Flip":                     "albumentations.HorizontalFlip or albumentations.VerticalFlip",
	"albumentations.JpegCompression":          "albumentations.ImageCompression",
	"albumentations.RandomBrightness":         "albumentations.RandomBrightnessContrast",
	"albumentations.RandomContrast":           "albumentations.RandomBrightnessContrast",
	"albumentations.IAAAdditiveGaussianNoise": "albumentations.GaussNoise",
	"albumentations.IAAAffine":                "albumentations.Affine",
	"albumentations.IAAEmboss":                "albumentations.Emboss",
	"albumentations.IAAFliplr":                "albumentations.HorizontalFlip",
	"albumentations.IAAFlipud":                "albumentations.VerticalFlip",
	"albumentations.IAAPerspective":           "albumentations.Perspective",
	"albumentations.IAAPiecewiseAffine":       "albumentations.PiecewiseAffine",
	"albumentations.IAASharpen":               "albumentations.Sharpen",
	"albumentations.IAASuperpixels":           "albumentations.Superpixels",

	"torchmetrics.AverageMeter":     "torchmetrics.MeanMetric",
	"torchmetrics.BERTScore":        "torchmetrics.text.BERTScore",
	"torchmetrics.Dice":             "torchmetrics.segmentation.DiceScore, which averages in another way",
	"torchmetrics.F1":               "torchmetrics.F1Score",
	"torchmetrics.FBeta":            "torchmetrics.FBetaScore",
	"torchmetrics.FID":              "torchmetrics.image.fid.FrechetInceptionDistance",
	"torchmetrics.Hinge":            "torchmetrics.HingeLoss",
	"torchmetrics.IS":               "torchmetrics.image.inception.InceptionScore",
	"torchmetrics.IoU":              "torchmetrics.JaccardIndex",
	"torchmetrics.KID":              "torchmetrics.image.kid.KernelInceptionDistance",
	"torchmetrics.LPIPS":            "torchmetrics.image.LearnedPerceptualImagePatchSimilarity",
	"torchmetrics.MAP":              "torchmetrics.detection.MeanAveragePrecision",
	"torchmetrics.MatthewsCorrcoef": "torchmetrics.MatthewsCorrCoef",
	"torchmetrics.PSNR":             "torchmetrics.image.PeakSignalNoiseRatio",
	"torchmetrics.PearsonCorrcoef":  "torchmetrics.PearsonCorrCoef",
	"torchmetrics.SI_SDR":           "torchmetrics.audio.ScaleInvariantSignalDistortionRatio",
	"torchmetrics.SSIM":             "torchmetrics.image.StructuralSimilarityIndexMeasure",
	"torchmetrics.SpearmanCorrcoef": "torchmetrics.SpearmanCorrCoef",
	"torchmetrics.WER":              "torchmetrics.text.WordErrorRate",

	"torchvision.transforms.Scale":                                 "torchvision.transforms.Resize",
	"torchvision.transforms.RandomSizedCrop":                       "torchvision.transforms.RandomResizedCrop",
	"torchvision.transforms.transforms.Scale":                      "torchvision.transforms.transforms.Resize",
	"torchvision.transforms.transforms.RandomSizedCrop":            "torchvision.transforms.transforms.RandomResizedCrop",
	"torchvision.transforms.functional.scale":                      "torchvision.transforms.functional.resize",
	"torchvision.transforms.v2.ToImageTensor":                      "torchvision.transforms.v2.ToImage",
	"torchvision.transforms.v2.ConvertDtype":                       "torchvision.transforms.v2.ToDtype",
	"torchvision.transforms.v2.SanitizeBoundingBox":                "torchvision.transforms.v2.SanitizeBoundingBoxes",
	"torchvision.transforms.v2.ClampBoundingBox":                   "torchvision.transforms.v2.ClampBoundingBoxes",
	"torchvision.models.segmentation.segmentation":                 "torchvision.models.segmentation",
	"torchvision.datapoints":                                       "torchvision.tv_tensors",
	"torchvision.datasets.kinetics.Kinetics400":                    "torchvision.datasets.Kinetics",
	"torchvision.transforms.functional_tensor":                     "torchvision.transforms.functional",
	"torchvision.transforms.functional_pil":                        "torchvision.transforms.functional",
	"torchvision.models.mobilenet.ConvBNReLU":                      "torchvision.ops.Conv2dNormActivation",
	"torchvision.models.mobilenetv2.ConvBNReLU":                    "torchvision.ops.Conv2dNormActivation",
	"torchvision.models.mobilenetv2.ConvBNActivation":              "torchvision.ops.Conv2dNormActivation",
	"torchvision.models.mobilenetv3.ConvBNActivation":              "torchvision.ops.Conv2dNormActivation",
	"torchvision.models.mobilenetv3.SqueezeExcitation":             "torchvision.ops.SqueezeExcitation",
	"torchvision.models.mobilenet.InvertedResidual":                "torchvision.models.mobilenetv2.InvertedResidual",
	"torchvision.ops.misc.Conv2d":                                  "torch.nn.Conv2d",
	"torchvision.ops.misc.ConvTranspose2d":                         "torch.nn.ConvTranspose2d",
	"torchvision.ops.misc.BatchNorm2d":                             "torch.nn.BatchNorm2d",
	"torchvision.models.utils.load_state_dict_from_url":            "torch.hub.load_state_dict_from_url",
	"torchvision.models.detection.faster_rcnn.resnet_fpn_backbone": "torchvision.models.detection.backbone_utils.resnet_fpn_backbone",
}

// Instead is what to do about a name as it was written, "" where nothing is known.
func (g Gone) Instead(path string) string {
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch to := successors[path]; {
	case to != "":
		return "use " + to
	case successors[g.Name] != "":
		return "use " + successors[g.Name]
	case g.instead != "" && path == g.Name:
		return "use " + strings.Replace(g.instead, "np.", "numpy.", 1)
	case last == "load_state_dict_from_url":
		return "use torch.hub.load_state_dict_from_url"
	case strings.HasSuffix(last, "model_urls") || last == "backbone_urls":
		return "the addresses stand in the enums of weights: ResNet50_Weights.DEFAULT.url"
	case g.Library == "transformers" && strings.HasSuffix(last, "FeatureExtractor"): // those of speech are still there
		return "use " + strings.TrimSuffix(last, "FeatureExtractor") + "ImageProcessor"
	case strings.HasPrefix(last, "read_video") || last == "VideoReader" || last == "write_video":
		return "use torchcodec"
	}
	return ""
}

// renamed are the names whose successor stands beside them, takes what they took and does the same.
var renamed = map[string]string{
	"torchvision.transforms.Scale":                      "Resize",
	"torchvision.transforms.RandomSizedCrop":            "RandomResizedCrop",
	"torchvision.transforms.transforms.Scale":           "Resize",
	"torchvision.transforms.transforms.RandomSizedCrop": "RandomResizedCrop",
	"torchvision.transforms.functional.scale":           "resize",

	"numpy.alltrue":       "all",
	"numpy.bool8":         "bool_",
	"numpy.cfloat":        "complex128",
	"numpy.clongfloat":    "clongdouble",
	"numpy.complex_":      "complex128",
	"numpy.cumproduct":    "cumprod",
	"numpy.float_":        "float64",
	"numpy.Inf":           "inf",
	"numpy.Infinity":      "inf",
	"numpy.infty":         "inf",
	"numpy.int0":          "intp",
	"numpy.longcomplex":   "clongdouble",
	"numpy.longfloat":     "longdouble",
	"numpy.mat":           "asmatrix",
	"numpy.NaN":           "nan",
	"numpy.PINF":          "inf",
	"numpy.product":       "prod",
	"numpy.round_":        "round",
	"numpy.row_stack":     "vstack",
	"numpy.singlecomplex": "complex64",
	"numpy.sometrue":      "any",
	"numpy.str0":          "str_",
	"numpy.string_":       "bytes_",
	"numpy.uint0":         "uintp",
	"numpy.unicode_":      "str_",
}

// RenamedTo is the last part of a name's successor that changes nothing else, "" for none.
func RenamedTo(path string) string { return renamed[path] }

// BuiltinBehind is the builtin that a name of a library was another name for, "" for none.
func BuiltinBehind(path string) string {
	switch path {
	case "numpy.bool", "numpy.complex", "numpy.float", "numpy.int", "numpy.object", "numpy.str":
		return strings.TrimPrefix(path, "numpy.")
	case "numpy.long":
		return "int"
	case "numpy.unicode":
		return "str"
	}
	return ""
}
