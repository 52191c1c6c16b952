package knowledge

// TorchSymbol is one name of PyTorch that newer versions renamed, deprecated or removed.
type TorchSymbol struct {
	Old string
	// To is what to use instead: a dotted name in torch for a rename, else advice.
	To string
	// Rename: the new one takes the same arguments and does the same.
	Rename bool
	// Since is the first torch version that has what to use instead.
	Since string
	// Removed is the first torch version where the old one raises; "" for none.
	Removed string
	// Cost is what the old one does today.
	Cost string
}

const (
	symbolWarnsFuture = "raises a FutureWarning"
	symbolWarnsUser   = "raises a UserWarning"
	symbolRaises      = "raises RuntimeError"
	symbolIsGone      = "is gone"
	// SymbolWorksOn is the cost of a symbol whose successor is more than another name: nothing is lost by waiting.
	SymbolWorksOn = "raises a FutureWarning, and works"
)

// TorchSymbols are these names.
func TorchSymbols() []TorchSymbol { return torchSymbols }

// torchSymbols says what to use instead of the names that facts/torch-symbols.csv lists, which is read from the
// released packages; a test holds either against the other. What warns in C++ alone (torch.range, torch.lu, …) was run.
var torchSymbols = []TorchSymbol{
	{"torch.cuda.memory_cached", "torch.cuda.memory_reserved", true, "1.4", "", symbolWarnsFuture},
	{"torch.cuda.max_memory_cached", "torch.cuda.max_memory_reserved", true, "1.4", "", symbolWarnsFuture},
	{"torch.cuda.reset_max_memory_allocated", "torch.cuda.reset_peak_memory_stats", true, "1.4", "", symbolWarnsFuture},
	{"torch.cuda.reset_max_memory_cached", "torch.cuda.reset_peak_memory_stats", true, "1.4", "", symbolWarnsFuture},
	{"torch.nn.utils.clip_grad_norm", "torch.nn.utils.clip_grad_norm_", true, "0.4", "", symbolWarnsFuture},

	{"torch.nn.init.uniform", "torch.nn.init.uniform_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.normal", "torch.nn.init.normal_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.constant", "torch.nn.init.constant_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.eye", "torch.nn.init.eye_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.dirac", "torch.nn.init.dirac_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.xavier_uniform", "torch.nn.init.xavier_uniform_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.xavier_normal", "torch.nn.init.xavier_normal_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.kaiming_uniform", "torch.nn.init.kaiming_uniform_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.kaiming_normal", "torch.nn.init.kaiming_normal_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.orthogonal", "torch.nn.init.orthogonal_", true, "0.4", "", symbolWarnsFuture},
	{"torch.nn.init.sparse", "torch.nn.init.sparse_", true, "0.4", "", symbolWarnsFuture},

	{"torch.nn.functional.upsample", "torch.nn.functional.interpolate", true, "0.4.1", "", symbolWarnsUser},
	{"torch.nn.functional.upsample_nearest", "torch.nn.functional.interpolate", false, "0.4.1", "", symbolWarnsUser},
	{
		"torch.nn.functional.upsample_bilinear",
		"torch.nn.functional.interpolate with mode=\"bilinear\" and align_corners=True",
		false,
		"0.4.1",
		"",
		symbolWarnsUser,
	},
	{"torch.nn.NLLLoss2d", "torch.nn.NLLLoss", true, "0.4", "", symbolWarnsFuture},
	{
		"torch.nn.parallel.DistributedDataParallelCPU",
		"torch.nn.parallel.DistributedDataParallel",
		true,
		"1.2",
		"",
		symbolWarnsFuture,
	},
	{
		"torch.set_default_tensor_type",
		"torch.set_default_dtype and torch.set_default_device",
		false,
		"2.1",
		"",
		symbolWarnsUser,
	},
	{
		"torch.nn.utils.weight_norm",
		"torch.nn.utils.parametrizations.weight_norm, which loads the checkpoints of the old one, and remove_parametrizations for remove_weight_norm",
		false,
		"2.1",
		"",
		SymbolWorksOn,
	},
	{"torch.nn.utils.stateless.functional_call", "torch.func.functional_call", true, "2.0", "", symbolWarnsFuture},
	{
		"torch.backends.cuda.sdp_kernel",
		"torch.nn.attention.sdpa_kernel, which takes a list of backends",
		false,
		"2.3",
		"",
		symbolWarnsFuture,
	},
	{
		"torch.testing.assert_allclose",
		"torch.testing.assert_close, whose tolerances depend on the dtype",
		false,
		"1.12",
		"",
		symbolWarnsFuture,
	},

	{"functorch.vmap", "torch.func.vmap", true, "2.0", "", symbolWarnsFuture},
	{"functorch.grad", "torch.func.grad", true, "2.0", "", symbolWarnsFuture},
	{"functorch.grad_and_value", "torch.func.grad_and_value", true, "2.0", "", symbolWarnsFuture},
	{"functorch.vjp", "torch.func.vjp", true, "2.0", "", symbolWarnsFuture},
	{"functorch.jvp", "torch.func.jvp", true, "2.0", "", symbolWarnsFuture},
	{"functorch.jacrev", "torch.func.jacrev", true, "2.0", "", symbolWarnsFuture},
	{"functorch.jacfwd", "torch.func.jacfwd", true, "2.0", "", symbolWarnsFuture},
	{"functorch.hessian", "torch.func.hessian", true, "2.0", "", symbolWarnsFuture},
	{"functorch.functionalize", "torch.func.functionalize", true, "2.0", "", symbolWarnsFuture},

	{"functorch.make_functional", "torch.func.functional_call", false, "2.0", "", symbolWarnsFuture},
	{"functorch.make_functional_with_buffers", "torch.func.functional_call", false, "2.0", "", symbolWarnsFuture},
	{"functorch.combine_state_for_ensemble", "torch.func.stack_module_state", false, "2.0", "", symbolWarnsFuture},

	{"torch.library.impl_abstract", "torch.library.register_fake", true, "2.4", "", symbolWarnsFuture},
	{
		"torch.distributed.checkpoint.save_state_dict",
		"torch.distributed.checkpoint.save",
		false,
		"2.2",
		"",
		symbolWarnsFuture,
	},
	{
		"torch.distributed.checkpoint.load_state_dict",
		"torch.distributed.checkpoint.load",
		false,
		"2.2",
		"",
		symbolWarnsFuture,
	},
	{
		"torch.distributed.all_reduce_multigpu",
		"torch.distributed.all_reduce in one process for each GPU",
		false,
		"1.0",
		"2.2",
		symbolIsGone,
	},
	{
		"torch.distributed.all_gather_multigpu",
		"torch.distributed.all_gather in one process for each GPU",
		false,
		"1.0",
		"2.2",
		symbolIsGone,
	},
	{
		"torch.distributed.broadcast_multigpu",
		"torch.distributed.broadcast in one process for each GPU",
		false,
		"1.0",
		"2.2",
		symbolIsGone,
	},
	{
		"torch.distributed.reduce_multigpu",
		"torch.distributed.reduce in one process for each GPU",
		false,
		"1.0",
		"2.2",
		symbolIsGone,
	},
	{
		"torch.distributed.reduce_scatter_multigpu",
		"torch.distributed.reduce_scatter in one process for each GPU",
		false,
		"1.0",
		"2.2",
		symbolIsGone,
	},

	{"torch.ger", "torch.outer", true, "1.8", "", "will be removed"},
	{"torch.range", "torch.arange, which leaves the end out", false, "0.4", "", symbolWarnsUser},
	{"torch.chain_matmul", "torch.linalg.multi_dot, which takes a list", false, "1.8", "", symbolWarnsUser},
	{"torch.triangular_solve", "torch.linalg.solve_triangular", false, "1.11", "", symbolWarnsUser},
	{"torch.lu", "torch.linalg.lu_factor", false, "1.11", "", symbolWarnsUser},
	{"torch.lu_solve", "torch.linalg.lu_solve", false, "1.13", "", symbolWarnsUser},

	{"torch.symeig", "torch.linalg.eigh", false, "1.8", "2.0", symbolRaises},
	{"torch.solve", "torch.linalg.solve, which swaps the arguments", false, "1.8", "1.12", symbolRaises},
	{"torch.lstsq", "torch.linalg.lstsq, which swaps the arguments", false, "1.9", "1.13", symbolRaises},
	{"torch.eig", "torch.linalg.eig", false, "1.8", "1.13", symbolRaises},
	{"torch.matrix_rank", "torch.linalg.matrix_rank", false, "1.8", "1.13", symbolRaises},
	{"torch.qr", "torch.linalg.qr", false, "1.8", "2.14", symbolRaises},
	{"torch.cholesky", "torch.linalg.cholesky", false, "1.8", "2.14", symbolRaises},
}
