package flow

import (
	"regexp"
	"strings"
)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

var (
	// detachedAttributes never carry a graph. `.grad` does only after a backward
	// pass with create_graph=True, which has a rule of its own.
	detachedAttributes = set(`data shape dtype device ndim requires_grad is_cuda is_leaf grad layout itemsize nbytes
		is_sparse training sharding_spec`)

	// detachingMethods return numbers, arrays, or tensors without a graph.
	detachingMethods = set(`item detach detach_ numpy tolist argmax argmin argsort size dim numel nelement long int bool
		short byte char eq ne gt lt ge le data_ptr nonzero sample multinomial bernoulli new_zeros new_ones new_empty new_full
		new_tensor is_contiguous get_device element_size isnan isinf isfinite any all stride ndimension equal allclose
		startswith endswith format lower upper keys readline read write split strip backward zero_grad step state_dict
		named_parameters named_modules train eval parameters`)

	// tensorMethods give a tensor in the same graph as the one they are called on.
	tensorMethods = set(`mean sum view reshape squeeze unsqueeze transpose permute contiguous clone to cuda cpu float half
		double bfloat16 type exp log log2 log10 log1p sqrt rsqrt pow abs neg add sub mul div add_ sub_ mul_ div_ matmul mm bmm
		norm std var max min clamp clamp_ clip sigmoid tanh relu softmax log_softmax flatten expand expand_as repeat chunk
		split gather index_select masked_fill masked_select masked_fill_ scatter scatter_add t cumsum prod topk sort flip roll
		narrow unbind unfold unflatten view_as type_as square sin cos logsumexp dot outer cross lerp where fill_diagonal_ round
		floor ceil sign reciprocal select diagonal tril triu movedim swapaxes nanmean median mode kthvalue values indices
		log_prob rsample entropy addmm baddbmm einsum nan_to_num repeat_interleave pin_memory share_memory_ to_sparse to_dense
		copy_ register_hook retain_grad xpu npu mps first last`)

	// plainTorch are functions of torch whose results carry no graph.
	plainTorch = set(`zeros ones full empty arange linspace logspace eye rand randn randint randperm tensor as_tensor from_numpy
		zeros_like ones_like rand_like randn_like randint_like full_like empty_like argmax argmin argsort eq ne gt lt ge le isnan isinf
		isfinite is_tensor numel allclose equal bincount nonzero multinomial bernoulli manual_seed device no_grad load save
		seed get_rng_state set_rng_state searchsorted bucketize unique histc normal hamming_window hann_window finfo iinfo
		is_grad_enabled set_grad_enabled inference_mode enable_grad Generator LongTensor FloatTensor IntTensor BoolTensor
		ByteTensor Tensor dtype Size is_floating_point result_type tril_indices triu_indices count_nonzero
		set_default_dtype set_num_threads`)

	// plainBuiltins give numbers, texts or nothing.
	plainBuiltins = set(`float int len bool str print range isinstance issubclass round id type hasattr repr format open input
		super hash ord callable any all divmod setattr vars globals locals object property bytes`)

	// gathering builtins give containers of what they are given.
	gathering = set(`list tuple set sorted reversed iter dict frozenset filter`)

	// plainLibraries never see a graph: their results are numbers and objects.
	plainLibraries = set(`numpy math time random os sys json logging datetime itertools collections argparse pathlib re shutil
		glob pickle yaml csv cv2 PIL matplotlib pandas sklearn scipy wandb tensorboardX tqdm copy warnings subprocess typing
		torchvision torchtext datasets gym gymnasium omegaconf hydra accelerate apex evaluate rich click transformers_utils
		dataclasses contextlib functools gc inspect traceback socket string tempfile threading multiprocessing uuid`)

	// containerMakers give an empty container when called without a tensor.
	containerMakers = set(`list dict set tuple collections.defaultdict collections.OrderedDict collections.deque`)
)

var (
	moduleName = regexp.MustCompile(`(?i)(^|_)(model|net|network|generator|discriminator|critic|actor|policy|encoder|decoder|unet|vae|transformer|backbone|classifier|rnn|lstm|gru|gen|disc|learner|autoencoder|resnet|bert|gpt|ddp|module|fc\d*|conv\d*|linear|embed(ding)?|head|proj)s?_?\d*(_[ab])?$|^net_?[A-Z]|^[GDEF](_[A-Z]{1,2}|\d|net)?$|^q_?net|Net$`)
	// frozenName are networks that are usually not trained: whether what they
	// return carries a graph depends on settings elsewhere.
	frozenName    = regexp.MustCompile(`(?i)(teacher|frozen|(^|_)ref(erence)?(_|$)|(^|_)ema|lpips|vgg|perceptual|target|(^|_)old_|clip)`)
	criterionName = regexp.MustCompile(`(?i)(^|_)(criterion|criteria|crit|loss(es)?(_?(fn|func|function|f|module|layer|obj))?)(_?\w{0,6})$|Loss$|(?i)^(bce|mse|ce|l1|nll|kl)(_?loss)?$|_loss$|criterion`)

	dataName  = regexp.MustCompile(`(?i)^(x|y|xs|ys|xb|yb|x_\w+|y_\w+|(input|data|batch|image|img|sample|target|label|token|text|audio|wav|spec|pixel|src|tgt|trg|real|obs|observation|action|reward|done|noise|mask|feature|prompt|example|sentence|word|caption|length|length|position|index|idx)\w*|\w+_(batch|image|img|imgs|images|ids|mask|data|labels?|targets?|inputs?|noise|lengths?|idx|tokens)|z|b|ids|imgs|lens|gt|mel|mels|t|timesteps?|edge_index|graph|seq|sequence)$`)
	plainName = regexp.MustCompile(`(?i)^(args?|opts?|cfg|conf|config\w*|hparams?|hps?|params?_?cfg|settings?|flags?|options?|params|device|devices|dtype|rank|world_size|local_rank|gpu|epochs?|epoch_?\w*|i|j|k|n|m|iters?|iteration|steps?|step_?\w*|global_step|num_?\w*|n_\w+|max_\w*|min_\w*|total_\w*|lr|alpha\w*|beta\w*|gamma\w*|lambda\w*|lam\w*|eps\w*|tau|temperature|seed|logger|writer|log\w*|path|dir|name|mode|phase|split|verbose|debug|train|training|is_\w+|use_\w+|clip\w*|grad_clip|accum\w*|scale|margin|w|coef\w*|weight_decay|momentum|\w+_(size|steps?|interval|weight|coef|coeff|rate|len|norm|dim|dir|path|epochs?|iters?|freq|every|ratio|name|factor|lambda|config|args|cfg|opt|scale|dataset|loader|fn_name)|tokenizer|processor|dataset\w*|env|envs|buffer|memory_bank|kwargs|callbacks?|metrics?|accuracy|best\w*|tracker|timer|state_dict|checkpoint|strategy)$`)
	stateName = regexp.MustCompile(`(?i)(hidden|hx|state|memory|mems|cache|loss|kl|penalty|fake|recon|output|feat|attn|embed|logits|pred|log_prob)`)
)
