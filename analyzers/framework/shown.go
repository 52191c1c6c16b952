// Package framework says which deep-learning framework a file's imports show: the tensors of a file that
// imports PaddlePaddle are not PyTorch's, however much its code looks like it.
package framework

import "strings"

// shown are the frameworks that imports show.
type shown uint8

const (
	torch    shown = 1 << iota // PyTorch, or a library that runs on nothing else
	perhaps                    // a library that runs on PyTorch, among others
	torchish                   // another framework whose models and tensors are spelt like PyTorch's
	other                      // any other framework
)

// decided reports whether imports show any framework, and whether it is PyTorch alone as far as code that
// is spelt like PyTorch's goes. TensorFlow beside PyTorch writes logs or reads data.
func (s shown) decided() (torchs, known bool) {
	switch {
	case s&torchish != 0:
		return false, true
	case s&torch != 0:
		return true, true
	case s&other != 0:
		return false, true
	}
	return s&perhaps != 0, s&perhaps != 0
}

// of is what imported modules show by their own names.
func of(modules []string) shown {
	var s shown
	for _, module := range modules {
		s |= ofModule(module)
	}
	return s
}

// ofModule asks for the whole name before it asks for what the name starts with: ray.train.torch is PyTorch's,
// ray alone is nobody's.
func ofModule(module string) shown {
	for module != "" {
		if s, ok := libraries[module]; ok {
			return s
		}
		dot := strings.LastIndexByte(module, '.')
		if dot < 0 {
			break
		}
		module = module[:dot]
	}
	return 0
}

var libraries = libraryTable()

func libraryTable() map[string]shown {
	table := map[string]shown{}
	for kind, names := range map[shown]string{
		torch: `torch torchvision torchaudio torchtext torchdata torchmetrics torch_xla torch_npu torch_geometric torch_scatter torch_sparse
			torch_cluster torch_optimizer torch_ema torch_fidelity torchtune torchtitan torchao torchrl torchtyping torchinfo torchsummary
			torchsde torchdiffeq torchio torchsparse torchpack torchvista functorch pytorch_lightning lightning lightning_fabric
			lightning_utilities lightning_lite pytorch_metric_learning pytorch_optimizer pytorch_msssim pytorch_warmup pytorch_wavelets
			pytorch3d pytorch_grad_cam pytorch_transformers pytorch_pretrained_bert pytorch_pretrained_biggan pytorch_forecasting
			pytorch_tabnet pytorchvideo pytorch_ssim accelerate diffusers peft trl deepspeed fairseq fairseq2 fairscale timm apex megatron
			colossalai bitsandbytes xformers flash_attn unsloth sentence_transformers fastai ignite catalyst skorch monai
			mmcv mmengine mmdet mmdet3d mmseg mmcls mmpretrain mmpose mmaction mmocr mmrotate detectron2 detrex
			segmentation_models_pytorch efficientnet_pytorch kornia open_clip ultralytics e3nn gpytorch botorch linear_operator
			pyro captum learn2learn opacus llmfoundry axolotl llamafactory llmtuner litgpt lit_gpt nemo speechbrain espnet
			espnet2 allennlp stable_baselines3 sb3_contrib tianshou pfrl rsl_rl lpips audiocraft encodec vissl lavis slowfast mmf parlai
			dassl nnunet nnunetv2 openfold neuralforecast setfit auto_gptq awq gptqmodel hqq liger_kernel verl openrlhf
			d2l.torch ray.train.torch ray.train.lightning horovod.torch nvidia.dali.plugin.pytorch transformer_engine.pytorch
			spconv MinkowskiEngine dgl.nn.pytorch dgllife thop fvcore ptflops schedulefree lion_pytorch x_transformers vector_quantize_pytorch
			denoising_diffusion_pytorch rotary_embedding_torch byol_pytorch vit_pytorch ema_pytorch mamba_ssm causal_conv1d fla`,
		perhaps: `transformers optimum dgl keras_core mmcv.runner`,
		torchish: `paddle paddlenlp paddleocr paddleseg paddlex paddlets paddlespeech paddlevideo paddlemix paddlescience paddlefsl paddleslim
			paddle_serving_client ppdet ppcls ppocr ppdiffusers pgl parl mindspore mindformers mindnlp mindocr mindcv jittor jdet oneflow libai
			flowvision mlx mlx_lm mlx_vlm mlx_whisper mlx_data tinygrad megengine`,
		other: `tensorflow tensorflow_addons tensorflow_datasets tensorflow_hub tensorflow_probability tensorflow_text tensorflow_graphics
			tensorflow_federated tensorflow_model_optimization tensorflow_recommenders tensor2tensor tf_slim tf_keras tflearn keras keras_cv keras_nlp
			keras_hub keras_tuner sonnet trax t5x seqio jax jaxlib flax optax haiku equinox objax chex orbax jraph numpyro brax praxis paxml mxnet gluoncv
			gluonnlp theano lasagne chainer cntk caffe autograd d2l.tensorflow d2l.jax d2l.mxnet d2l.paddle ray.train.tensorflow
			horovod.tensorflow horovod.keras horovod.mxnet d2l`,
	} {
		for name := range strings.FieldsSeq(names) {
			table[name] = kind
		}
	}
	return table
}
