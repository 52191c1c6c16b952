package rules_test

import (
	"fmt"
	"testing"
)

// tableOfAllocatorSettings: what torch's own parser of the variable takes and refuses (CUDAAllocatorConfig.cpp).
func tableOfAllocatorSettings(t *testing.T) {
	for setting, isFine := range map[string]bool{
		"": true, ",": true, " ": true,
		"max_split_size_mb:20": true, "max_split_size_mb:21": true, "max_split_size_mb:128": true, "max_split_size_mb: 128": true, " max_split_size_mb:128 ,": true,
		"max_split_size_mb:19": false, "max_split_size_mb:0": false, "max_split_size_mb:-1": false, "max_split_size_mb:1.5": false,
		"max_split_size_mb:all": false, "max_split_size_mb": false, "max_split_size_mb:": false, "max_split_size:128": false,
		"garbage_collection_threshold:0.01": true, "garbage_collection_threshold:0.8": true, "garbage_collection_threshold:0.99": true,
		"garbage_collection_threshold:0": false, "garbage_collection_threshold:0.0": false, "garbage_collection_threshold:1": false,
		"garbage_collection_threshold:1.0": false, "garbage_collection_threshold:-0.5": false, "garbage_collection_threshold:80": false,
		"garbage_collection_threshold:high": false,
		"expandable_segments:True":          true, "expandable_segments:False": true, "expandable_segments:true": false,
		"expandable_segments:1": false, "expandable_segments:": false, "expandable_segments": false,
		"backend:native": true, "backend:cudaMallocAsync": true, "backend:cuda": false, "backend:": false,
		"roundup_power2_divisions:4": true, "roundup_power2_divisions:6": false, "roundup_power2_divisions:[256:1,512:2,>:8]": true, "roundup_power2_divisions:[256:1,512:2],max_split_size_mb:7": false,
		"pinned_use_background_threads:True": true, "pinned_use_background_threads:1": false, "pinned_use_cuda_host_register:true": false,
		"pinned_num_register_threads:8": true, "pinned_of_another_release:x": true, "pin_memory:x": false,
		"release_lock_on_cudamalloc:True": true, "release_lock_on_cudamalloc:yes": false, "throw_on_cudamalloc_oom:no": false,
		"expandable_segments:True,max_split_size_mb:128": true, "expandable_segments:True,max_split_size_mb:8": false,
		"expandable_segments:on,max_split_size_mb:128": false, "max_split_size_mb:128;expandable_segments:True": false,
		"max_split_size_mb=128": false, "expandable_segments:True,unknown:1": false,
	} {
		for _, set := range []string{"os.environ[%q] = %q\n", "os.environ.setdefault(%q, %q)\n", "os.environ.update({%q: %q})\n"} {
			for _, name := range []string{"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF"} {
				expectTold(t, map[string]string{"run.py": "import os\n\n" + fmt.Sprintf(set, name, setting)}, "alloc-conf-invalid", errorIf(!isFine)...)
			}
			expectTold(t, map[string]string{"run.py": "import os\n\n" + fmt.Sprintf(set, "MY_ALLOC_CONF", setting)}, "alloc-conf-invalid")
		}
	}
}
