//go:build !windows

package syntax

// #cgo CFLAGS: -O2
// #cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
// #include "flatten.h"
import "C"

import (
	"runtime"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// The C loop and Go number what happens to a node alike, or this does not compile.
var _ = [1]struct{}{}[(C.FLAT_KEEP-Tree)|(C.FLAT_LEAF-Leaf)|(C.FLAT_FIELD-FieldLeaf)]

// flatten copies the tree under root into the slice, or a larger one.
func (g *Grammar) flatten(root *sitter.Node, into []Node) []Node {
	// sitter.Node holds the C TSNode as its first field; layout_test.go watches
	// over that. The copy keeps the Go pointers beside it out of C's sight.
	node := *(*C.TSNode)(unsafe.Pointer(root))
	for {
		count := int(C.flat_copy(&node, (*C.uint8_t)(&g.keep[0]), C.uint32_t(len(g.keep)),
			(*C.flat_node)(unsafe.Pointer(&into[0])), C.uint32_t(len(into))))
		runtime.KeepAlive(root)
		if count <= len(into) {
			return into[:count]
		}
		into = make([]Node, count)
	}
}
