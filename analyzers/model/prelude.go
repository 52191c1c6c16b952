package model

import (
	"embed"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// What torch and its friends say in Python is said in Python here, too: modules that put others together, in our own
// words.
//
//go:embed prelude/*.py
var preludes embed.FS

// homes are the modules under which people import what a prelude holds.
var homes = map[string]string{
	"timm.models.layers": "timm_layers", "timm.layers": "timm_layers", "timm.models.layers.drop": "timm_layers",
	"timm.layers.drop":   "timm_layers",
	"torchvision.models": "torchvision_models", "torchvision.models._utils": "torchvision_models",
	"torchvision.models.resnet": "torchvision_models", "torchvision.models.vgg": "torchvision_models",
	"torchvision.models.segmentation":              "torchvision_segmentation",
	"torchvision.models.segmentation.deeplabv3":    "torchvision_segmentation",
	"torchvision.models.segmentation.fcn":          "torchvision_segmentation",
	"torchvision.models.segmentation.segmentation": "torchvision_segmentation",
	"torchvision.models.mobilenet":                 "torchvision_models",
	"torchvision.models.mobilenetv2":               "torchvision_models",
	"torchvision.models.densenet":                  "torchvision_models",
	"torch.quantization":                           "torch_quantization", "torch.ao.quantization": "torch_quantization",
	"torch.quantization.stubs": "torch_quantization", "torch.ao.quantization.stubs": "torch_quantization",
	"torch.nn.quantized": "torch_quantization", "torch.ao.nn.quantized": "torch_quantization",
	"timm.layers.mlp": "timm_layers", "timm.models.layers.mlp": "timm_layers",
	"timm.models.vision_transformer": "timm_layers",
	"timm.data":                      "timm_training", "timm.data.mixup": "timm_training",
	"timm.data.constants":          "timm_training",
	"timm.data.transforms_factory": "timm_training", "timm.loss": "timm_training",
	"timm.loss.cross_entropy":        "timm_training",
	"timm.models.layers.patch_embed": "timm_layers", "timm.layers.patch_embed": "timm_layers",
	"timm.layers.attention":   "timm_layers",
	"timm.layers.layer_scale": "timm_layers", "timm.utils": "timm_utils", "timm.utils.model_ema": "timm_utils",
	"einops.layers.torch": "einops_layers", "einops": "einops_packing", "einops.packing": "einops_packing",
	"einops_exts":                        "einops_many",
	"torch_geometric.datasets":           "geometric_data",
	"torch_geometric.data":               "geometric_data",
	"torch_geometric.transforms":         "geometric_data",
	"torch_geometric.datasets.planetoid": "geometric_data",
	"torch_geometric.nn":                 "geometric_layers", "torch_geometric.nn.conv": "geometric_layers",
	"torch_geometric.nn.dense.linear": "geometric_layers", "torch_geometric.nn.pool": "geometric_layers",
	"torch_geometric.utils":            "geometric_layers",
	"torch_geometric.nn.norm":          "geometric_layers",
	"torch_geometric.nn.conv.gcn_conv": "geometric_layers",
	"torch.nn.utils.parametrizations":  "torch_parametrizations", "torch.nn.parallel": "torch_utils",
	"torch.nn.utils.weight_norm": "torch_utils",
	"torch.nn.utils.rnn":         "torch_rnn", "sklearn.preprocessing": "sklearn_data",
	"sklearn.model_selection":      "sklearn_data",
	"sklearn.datasets":             "sklearn_data",
	"sklearn.impute":               "sklearn_data",
	"torch.nn.utils.spectral_norm": "torch_utils", "torch.nn.utils": "torch_utils",
	"torch.distributions":        "torch_distributions",
	"torch.distributions.normal": "torch_distributions", "torch.distributions.bernoulli": "torch_distributions",
	"torch.distributions.independent": "torch_distributions", "torch.distributions.categorical": "torch_distributions",
	"torch.distributions.one_hot_categorical": "torch_distributions", "torch.distributions.uniform": "torch_distributions",
	"torch.distributions.beta": "torch_distributions", "torch.distributions.multivariate_normal": "torch_distributions",
	"torch.distributions.kl": "torch_distributions", "torch.nn.utils.clip_grad": "torch_utils",
	"lightning": "lightning_core", "lightning.pytorch": "lightning_core", "lightning.pytorch.core": "lightning_core",
	"lightning.pytorch.core.module": "lightning_core", "pytorch_lightning": "lightning_core",
	"pytorch_lightning.core": "lightning_core", "pytorch_lightning.core.lightning": "lightning_core",
	"pytorch_lightning.core.module": "lightning_core", "pytorch_lightning.core.mixins": "lightning_core",
	"torch.nn.modules.utils": "torch_utils", "torch.nn.utils.parametrize": "torch_utils",
	"torch.nn": "torch_losses", "torch.nn.functional": "torch_functional",
	"torch.nn.modules.normalization": "torch_losses", "torch.nn.loss": "torch_losses",
	"torch.nn.modules.loss": "torch_losses", "torch.optim.swa_utils": "torch_utils",
	"torch.optim": "torch_training", "torch.optim.lr_scheduler": "torch_training", "torch.utils.data": "torch_training",
	"torch.utils.data.dataset": "torch_training", "torch.utils.data.sampler": "torch_training",
	"torch.utils.data.dataloader": "torch_training", "torch.utils.data._utils.collate": "torch_training",
	"torch.cuda.amp": "torch_training",
	"torch.amp":      "torch_training", "tqdm": "torch_training", "tqdm.auto": "torch_training",
	"tqdm.notebook": "torch_training", "tqdm.autonotebook": "torch_training",
	"torch.optim.optimizer": "torch_training", "torch": "torch_generator",
	"torchvision.transforms": "torchvision_transforms", "torchvision.transforms.functional": "torchvision_transforms",
	"torchvision.transforms.transforms":    "torchvision_transforms",
	"torchvision.transforms.autoaugment":   "torchvision_transforms",
	"torchvision.transforms.v2":            "torchvision_transforms_v2",
	"torchvision.transforms.v2.functional": "torchvision_transforms_v2", "albumentations": "albumentations",
	"albumentations.pytorch":            "albumentations",
	"albumentations.pytorch.transforms": "albumentations", "albumentations.core.composition": "albumentations",
	"albumentations.augmentations": "albumentations", "albumentations.augmentations.transforms": "albumentations",
	"albumentations.augmentations.geometric": "albumentations", "albumentations.augmentations.crops": "albumentations",
	"albumentations.augmentations.geometric.resize":     "albumentations",
	"albumentations.augmentations.crops.transforms":     "albumentations",
	"albumentations.augmentations.geometric.rotate":     "albumentations",
	"albumentations.augmentations.geometric.transforms": "albumentations",
	"albumentations.imgaug.transforms":                  "albumentations", "torchvision.io": "pil_image",
	"torchvision.io.image": "pil_image",
	"imageio":              "pil_image", "imageio.v2": "pil_image", "imageio.v3": "pil_image", "skimage.io": "pil_image",
	"skimage.transform": "pil_image",
	"skimage.color":     "pil_image", "numpy.fft": "pil_image", "torchvision.datasets": "torchvision_datasets",
	"torchvision.datasets.folder": "torchvision_datasets", "torchvision.datasets.mnist": "torchvision_datasets",
	"torchvision.datasets.cifar": "torchvision_datasets",
	"torchvision.datasets.svhn":  "torchvision_datasets", "torchvision.datasets.celeba": "torchvision_datasets",
	"torchvision.datasets.fakedata": "torchvision_datasets", "PIL.Image": "pil_image", "PIL.ImageOps": "pil_image",
	"PIL.ImageEnhance": "pil_image", "cv2": "pil_image", "numpy": "pil_image", "numpy.random": "pil_image",
	"numpy.linalg": "pil_image", "scipy.signal": "pil_image", "scipy.linalg": "pil_image", "absl.flags": "absl_flags",
	"pydantic": "pydantic_models", "pydantic_settings": "pydantic_models",
	"gym":                              "gym_core",
	"gymnasium":                        "gym_core",
	"gym.core":                         "gym_core",
	"gymnasium.core":                   "gym_core",
	"gym.envs.registration":            "gym_core",
	"gymnasium.envs.registration":      "gym_core",
	"gym.spaces":                       "gym_core",
	"gymnasium.spaces":                 "gym_core",
	"gym.spaces.box":                   "gym_core",
	"gymnasium.spaces.box":             "gym_core",
	"gym.spaces.discrete":              "gym_core",
	"gym.wrappers":                     "gym_core",
	"gymnasium.wrappers":               "gym_core",
	"gym.wrappers.frame_stack":         "gym_core",
	"gym.wrappers.atari_preprocessing": "gym_core",
	"gym.vector":                       "gym_core",
	"gymnasium.vector":                 "gym_core",
	"gym.vector.sync_vector_env":       "gym_core",

	"stable_baselines3.common.atari_wrappers": "gym_core",

	"open3d.io": "meshes", "open3d.geometry": "meshes", "open3d.utility": "meshes",
	"trimesh":        "meshes",
	"trimesh.sample": "meshes",
	"nibabel":        "volumes", "SimpleITK": "volumes",
	"torchio": "volumes", "torchio.transforms": "volumes",
	"monai.transforms": "volumes",
	"absl.app":         "absl_app",
	"torchaudio":       "torchaudio_core", "torchaudio.transforms": "torchaudio_core",
	"torchaudio.functional": "torchaudio_core", "librosa": "librosa_core", "librosa.core": "librosa_core",
	"librosa.feature": "librosa_core", "librosa.util": "librosa_core", "librosa.effects": "librosa_core",
	"soundfile": "librosa_core", "scipy.io.wavfile": "librosa_core",
	"scipy.optimize": "scipy_optimize", "trainlint.batches": "batches", "trainlint.turns": "turns",
	"trainlint.weights": "weights", "tiktoken": "tiktoken",
	"tokenizers":                                    "tokenizers_core",
	"torchvision.ops":                               "torchvision_ops",
	"torchvision.models.detection":                  "torchvision_detection",
	"torchvision.models.detection.faster_rcnn":      "torchvision_detection",
	"torchvision.models.detection.mask_rcnn":        "torchvision_detection",
	"torchvision.models.detection.rpn":              "torchvision_detection",
	"torchvision.models.detection.roi_heads":        "torchvision_detection",
	"torchvision.models.detection.anchor_utils":     "torchvision_detection",
	"torchvision.models.detection.transform":        "torchvision_detection",
	"torchvision.models.detection.image_list":       "torchvision_detection",
	"torchvision.models.detection.generalized_rcnn": "torchvision_detection",
	"torchvision.models.detection.backbone_utils":   "torchvision_detection",
	"torchvision.models.detection.retinanet":        "torchvision_retinanet",
	"torchvision.ops.feature_pyramid_network":       "torchvision_detection",
	"torchvision.ops.poolers":                       "torchvision_detection",
	"torchvision.ops.stochastic_depth":              "torchvision_ops", "torchvision.ops.misc": "torchvision_models",
	"pathlib": "pathlib_paths", "pathlib2": "pathlib_paths", "argparse": "argparse_parsers",
	"torch.utils.tensorboard": "tensorboard", "torch.utils.tensorboard.writer": "tensorboard",
	"tensorboardX":                 "tensorboard",
	"torch.utils.data.distributed": "torch_training", "packaging.version": "versions", "packaging": "versions",
	"distutils.version": "versions", "pkg_resources": "versions", "torch.linalg": "torch_generator",
	"clip": "clip", "clip.clip": "clip", "clip.model": "clip", "open_clip": "clip", "open_clip.factory": "clip",
	"accelerate": "accelerate_core", "accelerate.accelerator": "accelerate_core", "accelerate.utils": "accelerate_core",
	"accelerate.logging": "accelerate_core",
	"datasets":           "hf_datasets", "datasets.arrow_dataset": "hf_datasets", "datasets.dataset_dict": "hf_datasets",
	"datasets.load":                               "hf_datasets",
	"segmentation_models_pytorch.losses":          "smp_losses",
	"segmentation_models_pytorch.losses.dice":     "smp_losses",
	"segmentation_models_pytorch.losses.focal":    "smp_losses",
	"segmentation_models_pytorch.losses.jaccard":  "smp_losses",
	"segmentation_models_pytorch.losses.tversky":  "smp_losses",
	"segmentation_models_pytorch.losses.soft_bce": "smp_losses",
	"diffusers": "diffusers_unet", "diffusers.models": "diffusers_unet",
	"diffusers.models.unets.unet_2d": "diffusers_unet", "diffusers.models.embeddings": "diffusers_unet",
}

// openmm are the modules of mmcv and mmengine under which people import what their preludes hold.
var openmm = map[string][]string{
	"openmm_core": {
		"mmcv",
		"mmcv.utils",
		"mmcv.utils.registry",
		"mmcv.utils.parrots_wrapper",
		"mmcv.runner",
		"mmcv.runner.base_module",
		"mmcv.cnn.utils",
		"mmcv.cnn.utils.weight_init",
		"mmcv.parallel",
		"mmcv.utils.logging",
		"mmcv_custom",
		"mmengine",
		"mmengine.config",
		"mmengine.registry",
		"mmengine.model",
		"mmengine.model.weight_init",
		"mmengine.utils",
		"mmengine.utils.dl_utils",
		"mmengine.utils.dl_utils.parrots_wrapper",
		"mmengine.logging",
		"mmengine.runner",
		"mmengine.runner.checkpoint",
		"mmengine.dist",
		"mmengine.model.base_module",
	},
	"openmm_cnn": {
		"mmcv.cnn",
		"mmcv.cnn.bricks",
		"mmcv.cnn.bricks.registry",
		"mmcv.cnn.bricks.drop",
		"mmcv.cnn.bricks.activation",
		"mmcv.cnn.bricks.norm",
		"mmcv.cnn.bricks.conv_module",
		"mmcv.cnn.bricks.plugin",
	},
	"openmm_ops": {
		"mmcv.ops",
		"mmcv.ops.carafe",
		"mmcv.ops.merge_cells",
		"mmcv.ops.roi_align",
		"mmcv.ops.deform_conv",
		"mmcv.ops.modulated_deform_conv",
		"mmcv.ops.focal_loss",
		"mmcv.ops.saconv",
	},
	"openmm_transformer": {"mmcv.cnn.bricks.transformer", "mmcv.cnn.bricks.scale"},
	"openmm_points": {
		"mmcv.ops.group_points",
		"mmcv.ops.gather_points",
		"mmcv.ops.ball_query",
		"mmcv.ops.knn",
		"mmcv.ops.three_nn",
		"mmcv.ops.three_interpolate",
		"mmcv.ops.furthest_point_sample",
		"mmcv.ops.points_sampler",
		"mmcv.ops.assign_score_withk",
	},
	"openmm_old":        {"trainlint.openmm_old"},
	"openmm_deformable": {"mmcv.ops.multi_scale_deform_attn"},
	"openmm_samples":    {"mmengine.structures", "trainlint.openmm_samples"},
	"openmm_training":   {"trainlint.openmm"},
	"openmm_segments":   {"trainlint.openmm_segments"},
}

// transformers are the modules of transformers under which people import what its preludes hold.
var transformers = map[string][]string{
	"transformers_core": {
		"transformers",
		"transformers.configuration_utils",
		"transformers.modeling_utils",
		"transformers.activations",
		"transformers.generation",
		"transformers.generation.utils",
		"transformers.pytorch_utils",
		"transformers.utils",
		"transformers.utils.generic",
		"transformers.file_utils",
	},
	"transformers_outputs":  {"transformers.modeling_outputs"},
	"transformers_training": {"transformers.optimization"},
	"transformers_clip": {
		"transformers.models.clip",
		"transformers.models.clip.modeling_clip",
		"transformers.models.clip.configuration_clip",
	},
	"transformers_tokenizers": {"transformers.tokenization_utils_base"},
	"transformers_encoders": {
		"transformers.models.bert",
		"transformers.models.bert.modeling_bert",
		"transformers.models.roberta",
		"transformers.models.roberta.modeling_roberta",
		"transformers.models.distilbert",
		"transformers.models.distilbert.modeling_distilbert",
		"transformers.models.bert.configuration_bert",
		"transformers.models.auto",
	},
	"transformers_texts": {
		"transformers.models.gpt2",
		"transformers.models.gpt2.modeling_gpt2",
		"transformers.models.t5",
		"transformers.models.t5.modeling_t5",
	},
	"transformers_heads": {"trainlint.heads"},
	"transformers_deberta": {
		"transformers.models.deberta_v2",
		"transformers.models.deberta_v2.modeling_deberta_v2",
	},
	"transformers_speech": {
		"transformers.models.wav2vec2",
		"transformers.models.wav2vec2.modeling_wav2vec2",
		"transformers.models.hubert",
		"transformers.models.hubert.modeling_hubert",
		"transformers.models.wavlm",
		"transformers.models.wavlm.modeling_wavlm",
	},
	"transformers_vision": {
		"transformers.models.vit",
		"transformers.models.vit.modeling_vit",
		"transformers.models.segformer",
		"transformers.models.segformer.modeling_segformer",
	},
}

// further are preludes that hold more names of a module: read when the first one lacks a name.
var further = map[string][]string{
	"transformers": {
		"transformers_encoders",
		"transformers_texts",
		"transformers_heads",
		"transformers_tokenizers",
		"transformers_vision",
		"transformers_training",
		"transformers_clip",
		"transformers_speech",
		"transformers_deberta",
	},
	"torchvision.ops": {
		"torchvision_models",
		"torchvision_detection",
	},
	"torchvision.ops.misc":                   {"torchvision_detection"},
	"torchvision.models.detection":           {"torchvision_retinanet"},
	"transformers.models.bert":               {"transformers_heads"},
	"transformers.models.bert.modeling_bert": {"transformers_heads"},
	"transformers.models.roberta": {
		"transformers_heads",
	},
	"transformers.models.roberta.modeling_roberta": {"transformers_heads"},
	"transformers.models.distilbert": {
		"transformers_heads",
	},
	"transformers.models.distilbert.modeling_distilbert": {"transformers_heads"},
	"mmcv.ops":                 {"openmm_points", "openmm_deformable"},
	"mmcv.cnn":                 {"openmm_transformer"},
	"mmcv.cnn.bricks":          {"openmm_transformer"},
	"mmcv.cnn.bricks.registry": {"openmm_transformer"},
}

func init() {
	for file, names := range transformers {
		for _, name := range names {
			homes[name] = file
		}
	}
	for file, names := range openmm {
		for _, name := range names {
			homes[name] = file
		}
	}
}

// prefixes are those of names that mean something else in a prelude's other homes.
var prefixes = map[string]string{
	"cv2":                              "cv_",
	"numpy.random":                     "random_",
	"numpy.linalg":                     "linalg_",
	"scipy.linalg":                     "scipy_",
	"skimage.io":                       "skimage_",
	"imageio":                          "skimage_",
	"imageio.v2":                       "skimage_",
	"imageio.v3":                       "skimage_",
	"skimage.transform":                "skimage_",
	"skimage.color":                    "skimage_",
	"torchvision.io":                   "io_",
	"torchvision.io.image":             "io_",
	"numpy.fft":                        "fft_",
	"scipy.signal":                     "signal_",
	"torch.linalg":                     "linalg_",
	"torchaudio.functional":            "functional_",
	"librosa.feature":                  "feature_",
	"librosa.util":                     "util_",
	"nibabel":                          "nibabel_",
	"gym":                              "gym_",
	"gym.wrappers":                     "wrappers_",
	"gymnasium.wrappers":               "wrappers_",
	"gym.wrappers.frame_stack":         "wrappers_",
	"gym.wrappers.atari_preprocessing": "wrappers_",
	"gym.vector":                       "vector_",
	"SimpleITK":                        "sitk_",
	"torchio":                          "tio_",
	"torchio.transforms":               "tio_",
	"monai.transforms":                 "monai_",
	"librosa.effects":                  "effects_",
	"soundfile":                        "soundfile_",
	"scipy.io.wavfile":                 "wavfile_",
	"open_clip":                        "open_",
	"open_clip.factory":                "open_",
}

// parsedPrelude is a prelude with its statements by the names that they bind: nil where they have to be run all, one
// after the other.
type parsedPrelude struct {
	*python.Tree
	statements map[string]python.Stmt
}

// parsedPreludes are the parsed preludes, by their names: each is parsed once, whoever asks for it.
var parsedPreludes sync.Map

func preludeOf(name string) *parsedPrelude {
	if p, known := parsedPreludes.Load(name); known {
		return p.(*parsedPrelude)
	}
	text, err := preludes.ReadFile("prelude/" + name + ".py")
	if err != nil {
		return nil
	}
	module, err := python.Parse(source.New("<"+name+">", text))
	if err != nil {
		return nil
	}
	p, _ := parsedPreludes.LoadOrStore(name, &parsedPrelude{module.Tree, exact.Bindings(module.Body)})
	return p.(*parsedPrelude)
}

// prelude is a name of one of the modules that are written out; nil for any other.
func (l *library) prelude(m *exact.Machine, dotted string) exact.Value {
	dot := strings.LastIndexByte(dotted, '.')
	if dot < 0 {
		return nil
	}
	module, name := dotted[:dot], dotted[dot+1:]
	if v := l.preludeName(m, homes[module], module, name); v != nil {
		return v
	}
	for _, file := range further[module] {
		if v := l.preludeName(m, file, module, name); v != nil {
			return v
		}
	}
	return nil
}

// preludeName is what a name of a module is in the prelude of a file; nil where it is not.
func (l *library) preludeName(m *exact.Machine, file, module, name string) exact.Value {
	if file == "" {
		return nil
	}
	unit := l.units[file]
	if unit == nil {
		p := preludeOf(file)
		if p == nil {
			return nil
		}
		if l.reading[file] { // one of its own imports asks
			return nil
		}
		if p.statements != nil {
			unit = m.UnitByName(p.Module(nil), module, p.statements)
		} else {
			l.reading[file] = true
			unit = m.Unit(p.Module(nil), module)
			delete(l.reading, file)
		}
		l.units[file] = unit
	}
	if unit.Reading() { // the same, of one that is read by and by
		return nil
	}
	v := m.Global(unit, prefixes[module]+name)
	if prefix := prefixes[module]; v == nil &&
		(prefix == "" || prefix == "cv_" || prefix == "gym_" || module == "torch.linalg" && name == "qr") {
		v = m.Global(unit, name)
	}
	if u, ok := v.(*exact.Unit); ok && u != unit {
		return nil
	}
	return v
}
