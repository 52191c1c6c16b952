package training

import "regexp"

// shards are the words of what shards data in another way than by a sampler, or leaves it to a framework.
var shards = regexp.MustCompile(`(?i)shard|split_dataset_by_node|accelerat|fabric|deepspeed|lightning|horovod|webdataset|iterable|rank\s*::|stage_?fn`)
