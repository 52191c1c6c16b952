package knowledge

var methodDtypes = map[string]string{
	"half":     "torch.float16",
	"bfloat16": "torch.bfloat16",
	"float":    "torch.float32",
	"double":   "torch.float64",
}

// MethodDtype is the dtype to which a method of a module or tensor converts; "" for none.
func MethodDtype(method string) string { return methodDtypes[method] }

var dtypes = set(`torch.float16 torch.half torch.bfloat16 torch.float32 torch.float torch.float64 torch.double`)

// IsDtype reports whether a name of torch is a floating dtype.
func IsDtype(path string) bool { return dtypes[path] }

// IsSingle reports whether a name of torch is the dtype of 32 bits.
func IsSingle(path string) bool { return path == "torch.float32" || path == "torch.float" }

// IsHalf reports whether a name of torch is float16.
func IsHalf(path string) bool { return path == "torch.float16" || path == "torch.half" }
