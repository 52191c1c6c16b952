package compat

// symbol is one name of PyTorch that newer versions renamed, deprecated or removed.
type symbol struct {
	old string
	// to is what to use instead: a dotted name in torch for a rename, else advice.
	to string
	// rename: the new one takes the same arguments and does the same.
	rename bool
	// since is the first torch version that has what to use instead.
	since string
	// removed is the first torch version where the old one raises; "" for none.
	removed string
	// cost is what the old one does today.
	cost string
}

const (
	warnsFuture = "raises a FutureWarning"
	warnsUser   = "raises a UserWarning"
	raises      = "raises RuntimeError"
	isGone      = "is gone"
	// worksOn: the new one is more than another name, and nothing is lost by waiting.
	worksOn = "raises a FutureWarning, and works"
)

// symbols says what to use instead of the names that analyzers/knowledge/facts/torch-symbols.csv lists, which is read from the released packages; a test
// holds either against the other. What warns in C++ alone (torch.range, torch.lu, …) was run.
var symbols = []symbol{
	{"torch.cuda.memory_cached", "torch.cuda.memory_reserved", true, "1.4", "", warnsFuture},
	{"torch.cuda.max_memory_cached", "torch.cuda.max_memory_reserved", true, "1.4", "", warnsFuture},
	{"torch.cuda.reset_max_memory_allocated", "torch.cuda.reset_peak_memory_stats", true, "1.4", "", warnsFuture},
	{"torch.cuda.reset_max_memory_cached", "torch.cuda.reset_peak_memory_stats", true, "1.4", "", warnsFuture},
	{"torch.nn.utils.clip_grad_norm", "torch.nn.utils.clip_grad_norm_", true, "0.4", "", warnsFuture},

	{"torch.nn.init.uniform", "torch.nn.init.uniform_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.normal", "torch.nn.init.normal_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.constant", "torch.nn.init.constant_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.eye", "torch.nn.init.eye_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.dirac", "torch.nn.init.dirac_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.xavier_uniform", "torch.nn.init.xavier_uniform_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.xavier_normal", "torch.nn.init.xavier_normal_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.kaiming_uniform", "torch.nn.init.kaiming_uniform_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.kaiming_normal", "torch.nn.init.kaiming_normal_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.orthogonal", "torch.nn.init.orthogonal_", true, "0.4", "", warnsFuture},
	{"torch.nn.init.sparse", "torch.nn.init.sparse_", true, "0.4", "", warnsFuture},

	{"torch.nn.functional.upsample", "torch.nn.functional.interpolate", true, "0.4.1", "", warnsUser},
	{"torch.nn.functional.upsample_nearest", "torch.nn.functional.interpolate", false, "0.4.1", "", warnsUser},
	{"torch.nn.functional.upsample_bilinear", "torch.nn.functional.interpolate with mode=\"bilinear\" and align_corners=True", false, "0.4.1", "", warnsUser},
	{"torch.nn.NLLLoss2d", "torch.nn.NLLLoss", true, "0.4", "", warnsFuture},
	{"torch.nn.parallel.DistributedDataParallelCPU", "torch.nn.parallel.DistributedDataParallel", true, "1.2", "", warnsFuture},
	{"torch.set_default_tensor_type", "torch.set_default_dtype and torch.set_default_device", false, "2.1", "", warnsUser},
	{"torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm, which loads the checkpoints of the old one, and remove_parametrizations for remove_weight_norm",
		false, "2.1", "", worksOn},
	{"torch.nn.utils.stateless.functional_call", "torch.func.functional_call", true, "2.0", "", warnsFuture},
	{"torch.backends.cuda.sdp_kernel", "torch.nn.attention.sdpa_kernel, which takes a list of backends", false, "2.3", "", warnsFuture},
	{"torch.testing.assert_allclose", "torch.testing.assert_close, whose tolerances depend on the dtype", false, "1.12", "", warnsFuture},

	{"functorch.vmap", "torch.func.vmap", true, "2.0", "", warnsFuture},
	{"functorch.grad", "torch.func.grad", true, "2.0", "", warnsFuture},
	{"functorch.grad_and_value", "torch.func.grad_and_value", true, "2.0", "", warnsFuture},
	{"functorch.vjp", "torch.func.vjp", true, "2.0", "", warnsFuture},
	{"functorch.jvp", "torch.func.jvp", true, "2.0", "", warnsFuture},
	{"functorch.jacrev", "torch.func.jacrev", true, "2.0", "", warnsFuture},
	{"functorch.jacfwd", "torch.func.jacfwd", true, "2.0", "", warnsFuture},
	{"functorch.hessian", "torch.func.hessian", true, "2.0", "", warnsFuture},
	{"functorch.functionalize", "torch.func.functionalize", true, "2.0", "", warnsFuture},

	{"functorch.make_functional", "torch.func.functional_call", false, "2.0", "", warnsFuture},
	{"functorch.make_functional_with_buffers", "torch.func.functional_call", false, "2.0", "", warnsFuture},
	{"functorch.combine_state_for_ensemble", "torch.func.stack_module_state", false, "2.0", "", warnsFuture},

	{"torch.library.impl_abstract", "torch.library.register_fake", true, "2.4", "", warnsFuture},
	{"torch.distributed.checkpoint.save_state_dict", "torch.distributed.checkpoint.save", false, "2.2", "", warnsFuture},
	{"torch.distributed.checkpoint.load_state_dict", "torch.distributed.checkpoint.load", false, "2.2", "", warnsFuture},
	{"torch.distributed.all_gather_into_tensor", "torch.distributed.all_gather_single", true, "2.13", "", worksOn},
	{"torch.distributed.reduce_scatter_tensor", "torch.distributed.reduce_scatter_single", true, "2.13", "", worksOn},
	{"torch.distributed.all_reduce_multigpu", "torch.distributed.all_reduce in one process for each GPU", false, "1.0", "2.2", isGone},
	{"torch.distributed.all_gather_multigpu", "torch.distributed.all_gather in one process for each GPU", false, "1.0", "2.2", isGone},
	{"torch.distributed.broadcast_multigpu", "torch.distributed.broadcast in one process for each GPU", false, "1.0", "2.2", isGone},
	{"torch.distributed.reduce_multigpu", "torch.distributed.reduce in one process for each GPU", false, "1.0", "2.2", isGone},
	{"torch.distributed.reduce_scatter_multigpu", "torch.distributed.reduce_scatter in one process for each GPU", false, "1.0", "2.2", isGone},

	{"torch.ger", "torch.outer", true, "1.8", "", "will be removed"},
	{"torch.range", "torch.arange, which leaves the end out", false, "0.4", "", warnsUser},
	{"torch.chain_matmul", "torch.linalg.multi_dot, which takes a list", false, "1.8", "", warnsUser},
	{"torch.triangular_solve", "torch.linalg.solve_triangular", false, "1.11", "", warnsUser},
	{"torch.lu", "torch.linalg.lu_factor", false, "1.11", "", warnsUser},
	{"torch.lu_solve", "torch.linalg.lu_solve", false, "1.13", "", warnsUser},

	{"torch.symeig", "torch.linalg.eigh", false, "1.8", "2.0", raises},
	{"torch.solve", "torch.linalg.solve, which swaps the arguments", false, "1.8", "1.12", raises},
	{"torch.lstsq", "torch.linalg.lstsq, which swaps the arguments", false, "1.9", "1.13", raises},
	{"torch.eig", "torch.linalg.eig", false, "1.8", "1.13", raises},
	{"torch.matrix_rank", "torch.linalg.matrix_rank", false, "1.8", "1.13", raises},
	{"torch.qr", "torch.linalg.qr", false, "1.8", "2.14", raises},
	{"torch.cholesky", "torch.linalg.cholesky", false, "1.8", "2.14", raises},
}
