package estimator

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// GPU is one card as the driver reports it, not as it is sold.
type GPU struct {
	Key               string // "rtx4090"
	Name              string
	Vendor            string
	Architecture      string
	ComputeCapability string // "8.9"; empty where there is none or it is not known
	// Multiprocessors is what get_device_properties(0).multi_processor_count reports; 0 when it is not known, or the name
	// stands for cards that differ in it.
	Multiprocessors int
	BF16            bool // bf16 in hardware: compute capability 8.0 and up, or AMD CDNA3 and up
	MarketedGB      int
	// Usable is what torch.cuda.get_device_properties(0).total_memory reports, in bytes: 1 to 9 % below the
	// marketed figure. 0 when no source states it.
	Usable int64
	Source string
}

//go:embed data/gpus.csv
var gpuTable string

//go:embed data/gpu_names.csv
var gpuNameTable string

var gpuCatalogue = sync.OnceValue(readGPUs)

type gpuIndex struct {
	all     []GPU
	byName  map[string]int
	largest map[string]int // where a name may mean several cards: the one with the most memory
}

// GPUs returns the catalogue in ascending order of usable bytes; cards whose memory is not known come last.
func GPUs() []GPU { return slices.Clone(gpuCatalogue().all) }

// LookupGPU finds a card by catalogue key ("rtx4090"), by the name the driver prints ("NVIDIA GeForce RTX 4090"),
// by a common spelling ("A100-80GB", "h100") or by a cloud instance type that carries it ("g5.2xlarge").
func LookupGPU(name string) (GPU, bool) {
	index := gpuCatalogue()
	if at, ok := index.byName[strings.ToLower(strings.TrimSpace(name))]; ok {
		return index.all[at], true
	}
	at, ok := index.byName[squeezeGPUName(name)]
	if !ok {
		return GPU{}, false
	}
	return index.all[at], true
}

// LargestGPU finds a card as LookupGPU does, and where its name stands for several, a100 for 40 and for 80 GB, the one
// with the most memory: what it cannot hold, none of them holds.
func LargestGPU(name string) (GPU, bool) {
	index := gpuCatalogue()
	if at, ok := index.largest[squeezeGPUName(name)]; ok {
		return index.all[at], true
	}
	return LookupGPU(name)
}

// SmallestGPU returns the card with the least usable memory that still holds the given bytes.
func SmallestGPU(bytes int64) (GPU, bool) {
	for _, gpu := range gpuCatalogue().all {
		if gpu.Usable >= bytes {
			return gpu, true
		}
	}
	return GPU{}, false
}

// squeezeGPUName removes what people write differently: vendor words, separators and case.
func squeezeGPUName(name string) string {
	squeezed := strings.ToLower(name)
	for _, word := range []string{"nvidia", "geforce", "tesla", "quadro", "graphics", "amd", "instinct", "generation"} {
		squeezed = strings.ReplaceAll(squeezed, word, "")
	}
	return strings.Map(func(letter rune) rune {
		if letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9' {
			return letter
		}
		return -1
	}, squeezed)
}

func readGPUs() gpuIndex {
	index := gpuIndex{byName: map[string]int{}, largest: map[string]int{}}
	for _, row := range readTable(gpuTable) {
		index.all = append(index.all, gpuFromRow(row))
	}
	slices.SortStableFunc(index.all, compareUsable)
	for at, gpu := range index.all {
		index.byName[squeezeGPUName(gpu.Key)] = at
		index.byName[squeezeGPUName(gpu.Name)] = at
	}
	at := func(key string) int { return slices.IndexFunc(index.all, func(gpu GPU) bool { return gpu.Key == key }) }
	for _, row := range readTable(gpuNameTable) {
		if at := at(row["largest"]); at >= 0 {
			index.largest[squeezeGPUName(row["name"])] = at
		}
		at := at(row["key"])
		if at < 0 {
			continue
		}
		index.byName[strings.ToLower(row["name"])] = at
		index.byName[squeezeGPUName(row["name"])] = at
	}
	return index
}

func compareUsable(a, b GPU) int {
	if (a.Usable == 0) != (b.Usable == 0) {
		if a.Usable == 0 {
			return 1
		}
		return -1
	}
	return int((a.Usable - b.Usable) / (1 << 20))
}

func gpuFromRow(row map[string]string) GPU {
	multiprocessors, _ := strconv.Atoi(row["multiprocessors"])
	usable, _ := strconv.ParseFloat(row["recommended_torch_gib"], 64)
	marketed, _ := strconv.Atoi(row["marketed_gb"])
	return GPU{
		Key: row["key"], Name: row["name"], Vendor: row["vendor"], Architecture: row["arch"],
		ComputeCapability: row["compute_capability"], Multiprocessors: multiprocessors, BF16: row["bf16"] == "yes",
		MarketedGB: marketed,
		Usable:     int64(usable * gibibyte), Source: row["source"],
	}
}

// readTable reads an embedded CSV table; the tables are part of the build, so a broken one is caught by the tests.
func readTable(text string) []map[string]string {
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) == 0 {
		return nil
	}
	rows := make([]map[string]string, 0, len(records)-1)
	for _, record := range records[1:] {
		row := make(map[string]string, len(record))
		for at, value := range record {
			row[records[0][at]] = value
		}
		rows = append(rows, row)
	}
	return rows
}
